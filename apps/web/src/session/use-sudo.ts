import { createContext, use } from 'react'

export type SudoPurpose = 'DEFAULT' | 'DELETION'

export type WithSudo = <Result>(
  act: (sudoToken: string) => Promise<Result>,
  /** What a code is asked for, if the person proves it by one. */
  purpose?: SudoPurpose,
) => Promise<Result | undefined>

export const SudoContext = createContext<WithSudo | null>(null)

/**
 * Runs an act that needs a fresh proof of who is there, and asks for the proof when none is kept.
 * Undefined when the person gives up.
 *
 * @example
 * const withSudo = useSudo()
 * const started = await withSudo((sudo_token) => centre.exports.start({ sudo_token }))
 */
export function useSudo(): WithSudo {
  const withSudo = use(SudoContext)
  if (withSudo === null) throw new Error('useSudo needs a SudoProvider above it')
  return withSudo
}
