import { createHash } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSecret, type Random } from '../../kernel/id.ts'
import { type Client, type Clients, resolveScope } from '../apps/clients.ts'
import { isGranted, recordGrant } from '../apps/grants.ts'
import { isUnprovenRedirectUri } from '../apps/redirect-uri.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { findUser } from '../users/users.ts'
import { addToUri } from './add-to-uri.ts'
import {
  type AuthorizationRequest,
  checkAuthorizationRequest,
  requireCodeFlow,
  requireRedirectUri,
  requireSignOutUri,
} from './authorization-request.ts'
import { insertCode } from './codes.store.ts'

/** RFC 9700 asks for a short life; a browser on a slow line still makes it. */
const CODE_TTL_MS = 2 * 60_000

export interface ConsentRequest extends AuthorizationRequest {
  clientId: string
  state: string | undefined
  nonce: string | undefined
  signOutUri: string | undefined
  maxAgeSeconds: number | undefined
  approve: boolean
}

export interface ConsentAnswer {
  code?: string
  expiresIn?: number
  redirectTo: string
}

export interface Authorize {
  /** The person has agreed or refused: the answer to the app, and its redirect address. */
  decide(request: ConsentRequest, user: SignedIn, caller: Caller): Promise<ConsentAnswer>
  /** Who asks for what, once it is clear that they may. */
  inspect(
    request: Partial<ConsentRequest> & { clientId: string },
  ): Promise<{ client: Client; scope: string }>
  /** Throws what the person must still be asked for; returns when they need not be asked. */
  detect(
    request: Partial<ConsentRequest> & { clientId: string },
    user: SignedIn | undefined,
  ): Promise<void>
}

export interface AuthorizeParts {
  db: Database
  clock: Clock
  random: Random
  clients: Clients
  sessions: Sessions
  events: EventLog
  notices: Notices
  publicUrl: string
  /** Throws for a person who must set up the second step first. Undefined if nobody needs one. */
  checkTwoFactor: ((user: SignedIn) => Promise<void>) | undefined
}

export function createAuthorize(parts: AuthorizeParts): Authorize {
  const { db, clock, random, clients, sessions, events, notices, publicUrl } = parts
  const { checkTwoFactor } = parts

  async function findClient(
    clientId: string,
    otherwise: 'unauthorized_client' | 'not_found',
  ): Promise<Client> {
    const client = await db.read((reader) => clients.find(reader, clientId))
    if (client) return client
    throw new ServiceError(otherwise, { description: 'the client is not registered' })
  }

  async function issueCode(
    request: ConsentRequest & { client: Client; redirectUri: string },
    user: SignedIn,
    caller: Caller,
  ): Promise<string> {
    const { client, redirectUri } = request
    const { scope, codeChallenge } = checkAuthorizationRequest(client, request)
    const code = createSecret(random)
    await db.write(async (writer) => {
      const nowMs = clock.now()
      const session = await sessions.find(writer, user.sessionId)
      requireFresh(session?.authenticated_at ?? 0, request.maxAgeSeconds, nowMs)
      await insertCode(writer, {
        hash: hashCode(code),
        client_id: client.id,
        sub: user.sub,
        redirect_uri: redirectUri,
        scope,
        code_challenge: codeChallenge ?? '',
        nonce: request.nonce ?? null,
        source_session_id: user.sessionId,
        session_id: null,
        created_at: nowMs,
        expires_at: nowMs + CODE_TTL_MS,
        used_at: null,
      })
      const isNew = await recordGrant(writer, { sub: user.sub, client, scope, nowMs })
      const owner = isNew ? await findUser(writer, user.sub) : undefined
      if (owner) await notices.queue(writer, 'appAuthorized', owner, caller)
      await events.record(writer, {
        type: 'account.app_authorized',
        sub: user.sub,
        caller,
        data: { app_id: client.id, app_name: client.name, scope },
      })
    })
    return code
  }

  return {
    async decide(request, user, caller) {
      const client = await findClient(request.clientId, 'unauthorized_client')
      const redirectUri = requireRedirectUri(client, request.redirectUri)
      requireSignOutUri(client, request.signOutUri)
      const answer = { state: request.state, iss: publicUrl }
      if (!request.approve) {
        return { redirectTo: addToUri(redirectUri, { error: 'access_denied', ...answer }) }
      }
      const code = await issueCode({ ...request, client, redirectUri }, user, caller)
      return {
        code,
        expiresIn: CODE_TTL_MS / 1000,
        redirectTo: addToUri(redirectUri, { code, ...answer }),
      }
    },

    async inspect({ clientId, redirectUri, responseType, scope, signOutUri }) {
      const client = await findClient(clientId, 'not_found')
      if (redirectUri !== undefined) requireRedirectUri(client, redirectUri)
      if (responseType !== undefined) requireCodeFlow(responseType)
      requireSignOutUri(client, signOutUri)
      return { client, scope: resolveScope(client, scope) }
    },

    async detect(request, user) {
      const { client, scope } = await this.inspect(request)
      if (!user) throw new ServiceError('login_required', { description: 'nobody is signed in' })
      await checkTwoFactor?.(user)
      requireFresh(user.signedInAt, request.maxAgeSeconds, clock.now())
      const { sub } = user
      const { isUsable, hasAgreed } = await db.read(async (reader) => ({
        isUsable: (await findUser(reader, sub))?.password_reset_required === 0,
        hasAgreed: await isGranted(reader, { sub, client, scope }),
      }))
      if (!isUsable) {
        throw new ServiceError('interaction_required', {
          description: 'the person must set a new password first',
        })
      }
      // RFC 8252, 8.6: another program on the device may pretend to be this app, so a person looks.
      if (!hasAgreed || isUnprovenRedirectUri(request.redirectUri)) {
        throw new ServiceError('consent_required', { description: 'the person must consent first' })
      }
    },
  }
}

export function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}

/** OpenID Connect Core, 3.1.2.1. */
function requireFresh(signedInAt: number, maxAgeSeconds: number | undefined, nowMs: number): void {
  if (maxAgeSeconds === undefined || nowMs - signedInAt <= maxAgeSeconds * 1000) return
  throw new ServiceError('login_required', {
    description: 'the sign-in is older than max_age; sign in again',
  })
}
