import { createHash } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Clock } from '../../../kernel/clock.ts'
import { Refusal } from './provider-error.ts'

/** Public keys alone: who checks by a shared secret could have signed it too. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']
/** An app gets one when the person signs in, and sends it to us at once. */
const MAX_AGE_SECONDS = 10 * 60
const TOLERANCE_SECONDS = 30

export interface NativeIdToken {
  idToken: string
  /** The nonce that the app sent to the provider. */
  nonce: string | undefined
}

/** Claims of an ID token that was made by this issuer, for one of our own apps, a short while ago. */
export async function verifyIdToken(
  { idToken, nonce }: NativeIdToken,
  {
    keys,
    issuer,
    audiences,
    clock,
  }: { keys: JWTVerifyGetKey; issuer: string; audiences: readonly string[]; clock: Clock },
): Promise<JWTPayload & { sub: string }> {
  const payload = await orRefuse(async () => {
    const verified = await jwtVerify(idToken, keys, {
      algorithms: ALGORITHMS,
      issuer,
      audience: [...audiences],
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: MAX_AGE_SECONDS,
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(clock.now()),
    })
    return verified.payload
  })
  requireOurs(payload, audiences)
  requireNonce(payload.nonce, nonce)
  return { ...payload, sub: String(payload.sub) }
}

/** One that is for several apps must say that one of ours has asked for it. */
function requireOurs({ aud, azp }: JWTPayload, audiences: readonly string[]): void {
  const isForOthersToo = Array.isArray(aud) && aud.some((each) => !audiences.includes(each))
  if (isForOthersToo && !audiences.includes(String(azp))) throw refused()
}

/** With one on either side it must be on both; apps of Apple and Google send its SHA-256 ahead. */
function requireNonce(claimed: unknown, given: string | undefined): void {
  if (claimed === undefined && given === undefined) return
  const hashed = given && createHash('sha256').update(given).digest('hex')
  if (given === undefined || (claimed !== given && claimed !== hashed)) throw refused()
}

async function orRefuse<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (cause) {
    // Keys that cannot be fetched are the third party's failure; the rest is the token's.
    const isKeys = cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid
    if (!(cause instanceof errors.JOSEError) || isKeys) throw cause
    if (cause.code === 'ERR_JOSE_GENERIC') throw new Refusal('no_keys', 200)
    throw refused()
  }
}

export function refused(): ServiceError {
  return new ServiceError('access_denied', {
    description: 'the token is not from this provider, not for an app of this server, or expired',
  })
}
