import { useNavigate } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'
import { useClient } from './ClientProvider.tsx'
import { useErrorHandler } from './use-error-handler.ts'

/** Asked before a person signs out; false keeps them here. */
type Guard = () => Promise<boolean>

const GuardsContext = createContext<Set<Guard>>(new Set())

export function SignOutProvider({ children }: { children: ReactNode }) {
  const [guards] = useState(() => new Set<Guard>())
  return <GuardsContext value={guards}>{children}</GuardsContext>
}

/** Lets whoever has unfinished work have a word first. */
export function useSignOutGuard(guard: Guard): void {
  const guards = use(GuardsContext)
  const ask = useEffectEvent(guard)
  useEffect(() => {
    const listener = () => ask()
    guards.add(listener)
    return () => {
      guards.delete(listener)
    }
  }, [guards])
}

export function useSignOut(): () => Promise<void> {
  const guards = use(GuardsContext)
  const client = useClient()
  const navigate = useNavigate()
  const handleError = useErrorHandler()
  return async () => {
    for (const guard of guards) if (!(await guard())) return
    try {
      await client.signOut()
    } catch (error) {
      // Signed out of this device all the same; the person should know that the server was not told.
      handleError(error)
    }
    // Who leaves on purpose is not sent back to where they were.
    await navigate({ to: '/signin', replace: true })
  }
}
