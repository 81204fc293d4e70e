import { idTokenAlgorithms } from '@awan/protocol/account'
import { errors, jwtVerify } from 'jose'
import type { SigningKeys } from './signing-keys.ts'

/** Whose session an ID token of ours speaks of. */
export interface IdTokenHint {
  sub: string
  sessionId: string
  clientId: string
}

/** Undefined for a token that is not ours, or whose key is gone; an expired one is still a hint. */
export type ReadIdToken = (token: string) => Promise<IdTokenHint | undefined>

export function createReadIdToken({
  signingKeys,
  publicUrl,
}: {
  signingKeys: SigningKeys
  publicUrl: string
}): ReadIdToken {
  return async (token) => {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid = '', alg }) => {
          // Anybody can name a key of ours with an algorithm that it is not of.
          const algorithm = idTokenAlgorithms.find((known) => known === alg)
          const key = algorithm && (await signingKeys.find(kid, algorithm))
          if (!key) throw new errors.JWKSNoMatchingKey()
          return key.publicKey
        },
        {
          algorithms: [...idTokenAlgorithms],
          // An access token is no hint.
          typ: 'JWT',
          issuer: publicUrl,
          requiredClaims: ['sub', 'sid', 'aud', 'exp'],
          currentDate: new Date(0),
        },
      )
      return {
        sub: String(payload.sub),
        sessionId: String(payload.sid),
        clientId: String(payload.aud),
      }
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
}
