import { createWaysIn } from '@awan/client/ways-in'
import { isServiceError } from '@awan/protocol/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../session/ClientProvider.tsx'
import { forgetGuest, keptGuest } from '../../session/guest-session.ts'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useMe } from '../../session/use-me.ts'

/** Moves what this browser's guest has into the account of the signed-in person. */
export function useMerge() {
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const handleError = useErrorHandler()
  const { data: me } = useMe()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<'full' | 'gone'>()

  async function bring(folderName: string) {
    const guest = keptGuest(client)
    if (guest === undefined) return setProblem('gone')
    setBusy(true)
    setProblem(undefined)
    try {
      const anonymous_token = await client.accounts.accessToken(guest)
      await createWaysIn(client).mergeAnonymous({ anonymous_token, folder_name: folderName })
      await forgetGuest(client, guest)
      await queries.invalidateQueries()
      await navigate({ to: '/files', replace: true })
    } catch (error) {
      if (isServiceError(error, 'failed_precondition')) setProblem('full')
      else if (isServiceError(error, 'expired_token', 'unauthenticated')) {
        await forgetGuest(client, guest)
        setProblem('gone')
      } else handleError(error)
    } finally {
      setBusy(false)
    }
  }

  return { account: me?.name, isBusy, problem, bring }
}
