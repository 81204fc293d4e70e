import { useState } from 'react'
import { useErrorHandler } from './use-error-handler.ts'

/**
 * One act at a time, and whether it is under way. An error that the screen knows is said by the screen,
 * and every other one in a note.
 *
 * @example
 * const { isBusy, attempt } = useAttempt()
 * await attempt(() => client.password.reset(fields), (error) => explainAtTheField(error))
 */
export function useAttempt() {
  const handleError = useErrorHandler()
  const [isBusy, setBusy] = useState(false)

  async function attempt(
    act: () => Promise<void>,
    isKnown: (error: unknown) => boolean = () => false,
  ): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      await act()
    } catch (error) {
      if (!isKnown(error)) handleError(error)
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, attempt }
}
