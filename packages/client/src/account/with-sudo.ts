import { toSudoHeader } from './to-sudo-header.ts'

/** The options of a call that wants to know once more who the signed-in person is. */
export function withSudo(sudoToken: string) {
  return { auth: true, headers: toSudoHeader(sudoToken) } as const
}
