import { createWaysIn } from '@awan/client/ways-in'
import { isServiceError } from '@awan/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { takeCarriedToken } from './carried-token.ts'

/** CAL-3: shows whose account the link opens, and signs in to it when the person agrees. */
export function useContinue() {
  const client = useClient()
  const router = useRouter()
  const handleError = useErrorHandler()
  const [waysIn] = useState(() => createWaysIn(client))
  const [signin_token] = useState(takeCarriedToken)
  const [isBusy, setBusy] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const whose = useQuery({
    // Without the token, which is a secret: there is one of it in each page.
    queryKey: ['carried-token'],
    queryFn: () => waysIn.inspectSignInToken({ signin_token: signin_token ?? '' }),
    enabled: signin_token !== undefined,
    gcTime: 0,
    retry: (count, error) => count < 2 && !isServiceError(error, 'unauthenticated'),
  })

  async function signIn(): Promise<void> {
    if (isBusy || signin_token === undefined) return
    setBusy(true)
    try {
      await client.signIn.withToken({ signin_token })
      await router.navigate({ href: '/files', replace: true })
    } catch (error) {
      if (isServiceError(error, 'unauthenticated')) setRefused(true)
      else handleError(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    whose,
    /** Used, too old, or not a token at all. */
    isOver:
      signin_token === undefined || isRefused || isServiceError(whose.error, 'unauthenticated'),
    isBusy,
    signIn: () => void signIn(),
  }
}
