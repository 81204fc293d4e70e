import { isServiceError } from '@awan/protocol/errors'
import { isFilledText } from '../fields.ts'

/** The second step of a sign-in. */
export interface TwoFactorStep {
  /** To be sent back as `two_factor_token`, with a code. */
  token: string
  /** What the person can use: `TOTP`, `SMS`, `EMAIL`, `PASSKEY`, `RECOVERY`. */
  methods: string[]
}

/**
 * What a `two_factor_required` error asks for; undefined for any other error.
 *
 * @example
 * const step = readTwoFactor(error)
 * if (step) await client.signIn.withPassword({ ...typed, two_factor_token: step.token, two_factor_code })
 */
export function readTwoFactor(error: unknown): TwoFactorStep | undefined {
  if (!isServiceError(error, 'two_factor_required')) return undefined
  for (const { metadata } of error.details) {
    const { two_factor_token: token, methods } = (metadata ?? {}) as Record<string, unknown>
    if (isFilledText(token)) return { token, methods: toList(methods) }
  }
  return undefined
}

function toList(methods: unknown): string[] {
  const list = typeof methods === 'string' ? methods.split(/[\s,]+/) : methods
  return Array.isArray(list) ? list.filter(isFilledText) : []
}
