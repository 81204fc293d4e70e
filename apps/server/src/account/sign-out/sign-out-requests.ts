import { ServiceError } from '@awan/protocol/errors'
import type { Clock } from '../../kernel/clock.ts'
import { createInternalTokens } from '../tokens/internal-token.ts'

/** That an app wants the person signed out, once it was found to be right. */
export interface SignOutRequest {
  /** Absent when nobody said which app. */
  clientId?: string | undefined
  /** The app's own session, as its ID token says. */
  session?: { id: string; sub: string } | undefined
  /** Registered for the app; with its state. */
  redirectUri?: string | undefined
}

/** Carries the request through the page that asks, which can show it and cannot change it. */
export interface SignOutRequests {
  sign(request: SignOutRequest): Promise<string>
  /** Throws `expired_token`. */
  read(token: string): Promise<SignOutRequest>
}

export function createSignOutRequests({
  codeKey,
  clock,
}: {
  codeKey: Buffer
  clock: Clock
}): SignOutRequests {
  const tokens = createInternalTokens({ codeKey, type: 'sign-out', clock })
  return {
    sign: ({ clientId, session, redirectUri }) =>
      tokens.sign(
        {
          ...(session && { sid: session.id, sub: session.sub }),
          client_id: clientId,
          redirect_uri: redirectUri,
        },
        TTL_MS,
      ),

    async read(token) {
      const claims = await tokens.verify(token)
      if (!claims) {
        throw new ServiceError('expired_token', {
          description: 'the sign-out request has expired; start it again in the app',
        })
      }
      return {
        clientId: textOf(claims.client_id),
        session: claims.sub === undefined ? undefined : { id: String(claims.sid), sub: claims.sub },
        redirectUri: textOf(claims.redirect_uri),
      }
    },
  }
}

/** A person reads one question in it. */
const TTL_MS = 10 * 60_000

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' ? claim : undefined
}
