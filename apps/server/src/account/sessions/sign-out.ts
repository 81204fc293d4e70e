import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clients } from '../apps/clients.ts'
import type { EventLog } from '../events/events.ts'
import type { Sessions } from './sessions.ts'

/** Ends the caller's session and says where its page may go then. */
export type SignOut = (
  request: { redirect_uri?: string | undefined; state?: string | undefined },
  user: SignedIn,
  caller: Caller,
) => Promise<{ redirect_uri?: string }>

export interface SignOutParts {
  db: Database
  sessions: Sessions
  events: EventLog
  clients: Clients
  publicUrl: string
  /** Our own apps may lie there too. */
  allowedOrigins: readonly string[]
}

export function createSignOut(parts: SignOutParts): SignOut {
  const { db, sessions, events, clients, publicUrl, allowedOrigins } = parts
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

  return async ({ redirect_uri, state }, { sub, sessionId, clientId }, caller) => {
    const next = redirect_uri === undefined ? undefined : await resolve(redirect_uri, clientId)
    await db.write(async (writer) => {
      if (!(await sessions.end(writer, sessionId))) return
      const data = { session_id: sessionId }
      await events.record(writer, { type: 'account.signed_out', sub, caller, data })
    })
    if (!next) return {}
    if (state !== undefined) next.searchParams.set('state', state)
    return { redirect_uri: next.href }
  }
}
