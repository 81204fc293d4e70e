import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../../session/ClientProvider.tsx'
import { useServerFacts } from '../../session/use-server-facts.ts'

/** On a server where nobody has an account yet, every address leads to its set-up. */
export function useFirstRun(): void {
  const isSignedOut = useSession().status === 'signed-out'
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const facts = useServerFacts({ enabled: isSignedOut })
  const isNew = isSignedOut && facts?.is_first_run === true && pathname !== '/welcome'
  const begin = useEffectEvent(() => navigate({ to: '/welcome', replace: true }))
  useEffect(() => {
    if (isNew) void begin()
  }, [isNew])
}
