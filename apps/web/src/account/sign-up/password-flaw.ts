import { isServiceError } from '@awan/protocol/errors'
import type { PlainTextKey } from '../../i18n/keys.ts'

export type PasswordFlaw = Extract<PlainTextKey, `signUp.password.${string}`>

const flaws: Readonly<Record<string, PasswordFlaw>> = {
  password_too_short: 'signUp.password.short',
  password_too_common: 'signUp.password.common',
  password_breached: 'signUp.password.breached',
  password_like_account: 'signUp.password.own',
}

/** What the server has against a password, if it was that. */
export function passwordFlaw(error: unknown): PasswordFlaw | undefined {
  if (!isServiceError(error, 'invalid_argument')) return undefined
  return error.details
    .map(({ reason }) => (typeof reason === 'string' ? flaws[reason] : undefined))
    .find((flaw) => flaw !== undefined)
}
