import { ServiceError } from '@awan/protocol/errors'
import { errors, jwtVerify } from 'jose'
import type { SessionRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { signJwt } from './sign-jwt.ts'
import type { SigningKeys } from './signing-keys.ts'

export interface AccessClaims {
  tokenId: string
  sub: string
  sessionId: string
  clientId: string
  scope: readonly string[]
  issuedAt: number
  expiresAt: number
  /** The hash of the refresh token that came with it, if one did. */
  refreshHash: string | undefined
}

export interface AccessTokenExtras {
  /** Less than the session may do, when less was asked for. */
  scope?: string
  refreshHash?: string
}

/** Short signed tokens (RFC 9068). The signature says who; the session row says whether still. */
export interface AccessTokens {
  sign(
    session: SessionRow,
    extras?: AccessTokenExtras,
  ): Promise<{ token: string; expiresIn: number }>
  /** Throws `unauthenticated`. An expired token can still name the session that it asks to end. */
  verify(token: string, options?: { acceptExpired?: boolean }): Promise<AccessClaims>
}

export function createAccessTokens({
  signingKeys,
  publicUrl,
  ttlMs,
  clock,
  random,
}: {
  signingKeys: SigningKeys
  publicUrl: string
  ttlMs: number
  clock: Clock
  random: Random
}): AccessTokens {
  const expiresIn = Math.floor(ttlMs / 1000)
  const known = createKnownTokens()

  async function readSigned(token: string): Promise<AccessClaims> {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = kid === undefined ? undefined : await signingKeys.find(kid, 'ES256')
          if (!key) throw new errors.JWKSNoMatchingKey()
          return key.publicKey
        },
        {
          algorithms: ['ES256'],
          typ: TYPE,
          issuer: publicUrl,
          audience: publicUrl,
          requiredClaims: ['sub', 'sid', 'client_id', 'scope', 'jti', 'iat', 'exp'],
          // The signature alone is judged here; whether it is too late, the caller sees.
          currentDate: new Date(0),
        },
      )
      return {
        tokenId: String(payload.jti),
        sub: String(payload.sub),
        sessionId: String(payload.sid),
        clientId: String(payload.client_id),
        scope: String(payload.scope).split(' '),
        issuedAt: Number(payload.iat) * 1000,
        expiresAt: Number(payload.exp) * 1000,
        refreshHash: typeof payload.rth === 'string' ? payload.rth : undefined,
      }
    } catch (cause) {
      if (cause instanceof errors.JOSEError) throw refuse('the access token is not valid', cause)
      throw cause
    }
  }

  return {
    async sign(session, { scope = session.scope, refreshHash } = {}) {
      const { kid, privateKey } = signingKeys.current()
      const issuedAt = Math.floor(clock.now() / 1000)
      const claims = {
        sid: session.id,
        client_id: session.client_id,
        scope,
        ...(refreshHash !== undefined && { rth: refreshHash }),
        iss: publicUrl,
        aud: publicUrl,
        sub: session.sub,
        jti: createId(random, clock.now()),
        iat: issuedAt,
        exp: issuedAt + expiresIn,
      }
      const token = signJwt(claims, { typ: TYPE, kid, privateKey })
      return { token, expiresIn }
    },

    async verify(token, { acceptExpired = false } = {}) {
      const claims = known.get(token) ?? (await readSigned(token))
      known.set(token, claims)
      if (claims.expiresAt <= clock.now() && !acceptExpired)
        throw refuse('the access token expired')
      return claims
    },
  }
}

const TYPE = 'at+jwt'
const MAX_KNOWN = 5_000

function refuse(description: string, cause?: unknown): ServiceError {
  return new ServiceError('unauthenticated', { description, cause })
}

/**
 * Remembers whose signature was checked: a busy client sends the same token with every call, and the
 * check costs more than the rest of the call. Time and session are checked each time.
 */
function createKnownTokens() {
  const tokens = new Map<string, AccessClaims>()
  return {
    get: (token: string) => tokens.get(token),
    set(token: string, claims: AccessClaims) {
      if (tokens.has(token)) return
      const [oldest] = tokens.size < MAX_KNOWN ? [] : tokens.keys()
      if (oldest !== undefined) tokens.delete(oldest)
      tokens.set(token, claims)
    },
  }
}
