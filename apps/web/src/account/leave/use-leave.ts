import { createAccountCentre } from '@awan/client/account-centre'
import { isServiceError } from '@awan/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'

/** OpenID Connect RP-Initiated Logout 1.0: an app asks, and the person says whether. */
export function useLeave(request: string | undefined) {
  const client = useClient()
  const centre = createAccountCentre(client)
  const sub = useSub()
  const handleError = useErrorHandler()
  const [isBusy, setBusy] = useState(false)
  const [isOld, setOld] = useState(false)
  // Not by the person: it is the same for all, and stays when they are gone.
  const asked = useQuery({
    queryKey: ['sign-out', request],
    queryFn: () => centre.sessions.inspectEnd({ request: request ?? '' }),
    enabled: request !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

  async function leave(): Promise<void> {
    if (isBusy || request === undefined) return
    setBusy(true)
    try {
      const { redirect_uri } = await centre.sessions.endThis({ request })
      if (redirect_uri !== undefined) location.replace(redirect_uri)
    } catch (error) {
      if (isServiceError(error, 'expired_token')) setOld(true)
      else handleError(error)
    } finally {
      setBusy(false)
    }
  }

  const isWrong = request === undefined || isServiceError(asked.error, 'invalid_argument')
  return {
    isWrong,
    isOld: isOld || isServiceError(asked.error, 'expired_token'),
    asked,
    isSignedIn: sub !== undefined,
    isBusy,
    leave: () => void leave(),
  }
}
