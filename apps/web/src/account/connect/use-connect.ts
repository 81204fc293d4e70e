import { isServiceError } from '@awan/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSub } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { useCentre } from '../centre/use-centre.ts'
import { forgetAskedLogin } from './asked-login.ts'

type Decision = 'approved' | 'refused' | 'handed-over'

/** A program waits with the token in the address; the person looks at it and decides. */
export function useConnect(token: string) {
  const centre = useCentre()
  const sub = useSub()
  const withSudo = useSudo()
  const handleError = useErrorHandler()
  const [busy, setBusy] = useState<'approve' | 'refuse'>()
  const [decision, setDecision] = useState<Decision>()
  const [isOver, setOver] = useState(false)
  const waiting = useQuery({
    queryKey: ['app-login', sub, token],
    queryFn: async () => {
      const found = await centre.appPasswords.inspectLogin({ token })
      return { ...found, untilMs: Date.now() + found.expires_in * 1000 }
    },
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => count < 2 && !isGone(error),
  })

  async function decide(kind: 'approve' | 'refuse', act: () => Promise<Decision | undefined>) {
    if (busy) return
    setBusy(kind)
    try {
      const made = await act()
      setDecision(made)
      if (made !== undefined) forgetAskedLogin()
    } catch (error) {
      if (isGone(error)) setOver(true)
      else handleError(error)
    } finally {
      setBusy(undefined)
    }
  }

  return {
    waiting,
    busy,
    decision,
    isOver: isOver || token === '' || isGone(waiting.error),
    approve: () =>
      void decide('approve', () =>
        withSudo(async (sudo_token) => {
          const { redirect_uri } = await centre.appPasswords.approveLogin({ token, sudo_token })
          if (redirect_uri === undefined) return 'approved'
          // To the program itself, which has this page open.
          location.replace(redirect_uri)
          return 'handed-over'
        }),
      ),
    refuse: () =>
      void decide('refuse', async () => {
        await centre.appPasswords.refuseLogin({ token })
        return 'refused'
      }),
  }
}

/** Used, expired or never there: the server says the same. */
function isGone(error: unknown): boolean {
  return isServiceError(error, 'not_found') || isServiceError(error, 'invalid_argument')
}
