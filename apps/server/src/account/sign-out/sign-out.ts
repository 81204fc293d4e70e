import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Client, Clients } from '../apps/clients.ts'
import type { EventLog } from '../events/events.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SignOutRequest, SignOutRequests } from './sign-out-requests.ts'

export interface SignOut {
  /** Ends the caller's session and says where its page may go then. */
  end(
    wish: {
      redirect_uri?: string | undefined
      state?: string | undefined
      /** An app's wish; its session ends too, and the way leads back to it. */
      request?: string | undefined
    },
    user: SignedIn,
    caller: Caller,
  ): Promise<{ redirect_uri?: string }>
  /** What an app wants, for the page that asks the person. */
  inspect(request: string): Promise<{ client: Client | undefined; redirectUri: string | undefined }>
}

export interface SignOutParts {
  db: Database
  sessions: Sessions
  events: EventLog
  clients: Clients
  signOutRequests: SignOutRequests
  publicUrl: string
  /** Our own apps may lie there too. */
  allowedOrigins: readonly string[]
}

export function createSignOut(parts: SignOutParts): SignOut {
  const { db, sessions, events, clients, signOutRequests, publicUrl, allowedOrigins } = parts
  const ownOrigins = new Set([new URL(publicUrl).origin, ...allowedOrigins])

  /** No open redirect: our own apps go to our own pages, others to what is registered for them. */
  async function resolve(redirectUri: string, clientId: string): Promise<URL> {
    const client = await db.read((reader) => clients.find(reader, clientId))
    const url = URL.parse(redirectUri)
    const isKnown =
      client?.signOutUris.includes(redirectUri) ||
      (client?.isFirstParty && url !== null && isOwnPage(url))
    if (url && isKnown) return url
    throw new ServiceError('invalid_request_uri', {
      description: 'the redirect_uri is not registered as a sign_out_uri of this client',
    })
  }

  function isOwnPage(url: URL): boolean {
    return ownOrigins.has(url.origin) && url.username === '' && url.password === ''
  }

  async function end(writer: Writer, sessionId: string, sub: string, caller: Caller) {
    if (!(await sessions.end(writer, sessionId))) return
    const data = { session_id: sessionId }
    await events.record(writer, { type: 'account.signed_out', sub, caller, data })
  }

  /** An ID token says whose session it is; who is signed in here cannot end that of somebody else. */
  function sessionToEnd({ session }: SignOutRequest, { sub }: SignedIn): string | undefined {
    return session?.sub === sub ? session.id : undefined
  }

  return {
    async end({ redirect_uri, state, request }, user, caller) {
      const wish = request === undefined ? undefined : await signOutRequests.read(request)
      const next =
        redirect_uri === undefined ? undefined : await resolve(redirect_uri, user.clientId)
      await db.write(async (writer) => {
        await end(writer, user.sessionId, user.sub, caller)
        const theirs = wish && sessionToEnd(wish, user)
        if (theirs !== undefined) await end(writer, theirs, user.sub, caller)
      })
      if (wish?.redirectUri !== undefined) return { redirect_uri: wish.redirectUri }
      if (!next) return {}
      if (state !== undefined) next.searchParams.set('state', state)
      return { redirect_uri: next.href }
    },

    async inspect(request) {
      const { clientId, redirectUri } = await signOutRequests.read(request)
      const client = clientId && (await db.read((reader) => clients.find(reader, clientId)))
      return { client: client || undefined, redirectUri }
    },
  }
}
