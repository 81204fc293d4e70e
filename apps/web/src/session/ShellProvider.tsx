import { createContext, type ReactNode, use, useEffect, useEffectEvent } from 'react'
import type { Shell } from './shell.ts'
import { useErrorHandler } from './use-error-handler.ts'

const ShellContext = createContext<Shell | undefined>(undefined)

/** The native app around the page, if there is one, and the session that it shares with the page. */
export function ShellProvider({
  shell,
  children,
}: {
  shell: Shell | undefined
  children: ReactNode
}) {
  const handleError = useEffectEvent(useErrorHandler())
  useEffect(() => {
    if (!shell) return
    const stopHearing = shell.onUntold((error) => handleError(error))
    // Somebody may have signed in or out in another window of the app meanwhile.
    const lookAgain = () => {
      if (document.visibilityState === 'visible') shell.session.take().catch(handleError)
    }
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      stopHearing()
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [shell])
  return <ShellContext value={shell}>{children}</ShellContext>
}

/** Nothing in a browser. */
export function useShell(): Shell | undefined {
  return use(ShellContext)
}
