import { hkdfSync } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../kernel/clock.ts'

/**
 * Tokens that only we read: sudo, captcha. Each type has its own key, so that one can never be taken
 * for the other, nor for an access token.
 */
export interface InternalTokens {
  sign(claims: JWTPayload, ttlMs: number): Promise<string>
  /** Undefined for a token that is not ours, was changed or has expired. */
  verify(token: string): Promise<JWTPayload | undefined>
}

export type InternalTokenType =
  | 'sudo'
  | 'sudo-visit'
  | 'captcha'
  | 'picture'
  | 'passkey'
  | 'two-factor'
  | 'totp-setup'
  | 'restore'
  | 'provider-transfer'
  | 'signin'
  | 'sign-out'

export function createInternalTokens({
  codeKey,
  type,
  clock,
}: {
  codeKey: Buffer
  type: InternalTokenType
  clock: Clock
}): InternalTokens {
  const key = new Uint8Array(hkdfSync('sha256', codeKey, '', `awan ${type} token`, 32))
  const typ = `${type}+jwt`
  return {
    async sign(claims, ttlMs) {
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ })
        .setExpirationTime(Math.floor((clock.now() + ttlMs) / 1000))
        .sign(key)
    },
    async verify(token) {
      try {
        const options = {
          algorithms: ['HS256'],
          typ,
          requiredClaims: ['exp'],
          currentDate: new Date(clock.now()),
        }
        return (await jwtVerify(token, key, options)).payload
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
