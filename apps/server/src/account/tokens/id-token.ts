import { createHash } from 'node:crypto'
import type { IdTokenAlgorithm } from '@awan/protocol/account'
import { SignJWT } from 'jose'
import type { SessionRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SigningKeys } from './signing-keys.ts'

export interface IdTokenFacts {
  session: SessionRow
  algorithm: IdTokenAlgorithm
  accessToken: string
  expiresIn: number
  nonce: string | undefined
}

/** OpenID Connect Core, 2: tells the app itself who signed in, and nothing to anybody else. */
export type SignIdToken = (facts: IdTokenFacts) => Promise<string>

export function createSignIdToken({
  signingKeys,
  publicUrl,
  clock,
}: {
  signingKeys: SigningKeys
  publicUrl: string
  clock: Clock
}): SignIdToken {
  return async ({ session, algorithm, accessToken, expiresIn, nonce }) => {
    const { kid, privateKey } = await signingKeys.currentFor(algorithm)
    const issuedAt = Math.floor(clock.now() / 1000)
    return new SignJWT({
      at_hash: leftHalfOfHash(accessToken),
      sid: session.id,
      ...(nonce !== undefined && { nonce }),
      ...(session.authenticated_at > 0 && {
        auth_time: Math.floor(session.authenticated_at / 1000),
      }),
    })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid })
      .setIssuer(publicUrl)
      .setAudience(session.client_id)
      .setSubject(session.sub)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + expiresIn)
      .sign(privateKey)
  }
}

function leftHalfOfHash(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')
}
