import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { IdTokenAlgorithm } from '@awan/protocol/account'
import { calculateJwkThumbprint, type JWK } from 'jose'

/** A key and since when it signs. */
export interface SigningKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
  publicJwk: JWK
  activeFromMs: number
}

/** A new key in the form that is stored. */
export async function createSigningKey(
  alg: IdTokenAlgorithm,
  activeFromMs: number,
): Promise<string> {
  const jwk = (await generate[alg]()).export({ format: 'jwk' }) as JWK
  const kid = await calculateJwkThumbprint(jwk)
  return JSON.stringify({ ...jwk, alg, use: 'sig', kid, active_from_ms: activeFromMs })
}

/** Undefined for anything that is not a whole key of this algorithm. */
export function parseSigningKey(alg: IdTokenAlgorithm, text: string): SigningKey | undefined {
  try {
    const { active_from_ms: activeFromMs = 0, ...jwk } = JSON.parse(text)
    const { kid } = jwk as JWK
    if (typeof kid !== 'string' || kid === '' || !Number.isSafeInteger(activeFromMs)) {
      return undefined
    }
    const publicPart = publicParts[alg](jwk)
    if (!publicPart) return undefined
    const privateKey = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' })
    return {
      kid,
      privateKey,
      publicKey: createPublicKey(privateKey),
      publicJwk: { ...publicPart, kid, alg, use: 'sig' },
      activeFromMs: activeFromMs as number,
    }
  } catch {
    return undefined
  }
}

const generatePair = promisify(generateKeyPair)

const generate: Record<IdTokenAlgorithm, () => Promise<KeyObject>> = {
  ES256: async () => (await generatePair('ec', { namedCurve: 'P-256' })).privateKey,
  RS256: async () => (await generatePair('rsa', { modulusLength: 2048 })).privateKey,
}

const publicParts: Record<IdTokenAlgorithm, (jwk: JWK) => JWK | undefined> = {
  ES256({ kty, crv, x, y, d }) {
    const isWhole = [x, y, d].every((part) => typeof part === 'string' && part.length === 43)
    return isWhole && kty === 'EC' && crv === 'P-256' ? ({ kty, crv, x, y } as JWK) : undefined
  },
  RS256({ kty, n, e, d, p, q, dp, dq, qi }) {
    const isWhole = [n, e, d, p, q, dp, dq, qi].every((part) => typeof part === 'string')
    // RFC 7518, 3.3: 2048 bits or more.
    return isWhole && kty === 'RSA' && (n?.length ?? 0) >= 342 ? ({ kty, n, e } as JWK) : undefined
  },
}
