import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Clock } from '../../../kernel/clock.ts'

/** Apple's client secret is a short JWT, signed for each use with the key that Apple gave. */
export function createAppleSecret({
  clientId,
  teamId,
  keyId,
  privateKey,
  audience,
  clock,
}: {
  clientId: string
  teamId: string
  keyId: string
  /** PEM. */
  privateKey: string
  audience: string
  clock: Clock
}): () => Promise<string> {
  return async () => {
    const nowSeconds = Math.floor(clock.now() / 1000)
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(audience)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + 300)
      .sign(createPrivateKey(privateKey))
  }
}
