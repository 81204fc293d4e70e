import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Client, Clients } from '../apps/clients.ts'
import { addToUri } from '../authorize/add-to-uri.ts'
import type { SignOutRequests } from '../sign-out/sign-out-requests.ts'
import type { ReadIdToken } from '../tokens/read-id-token.ts'

export interface EndSessionParameters {
  id_token_hint?: string | undefined
  client_id?: string | undefined
  post_logout_redirect_uri?: string | undefined
  state?: string | undefined
}

/** The address of the page where the person is asked. */
export type StartEndSession = (parameters: EndSessionParameters) => Promise<string>

/**
 * OpenID Connect RP-Initiated Logout 1.0. Who the person is, only the page knows, so that it always
 * asks (2); nothing ends here. An app that is unknown, or a page that is not registered for it, sends
 * the browser nowhere (3).
 */
export function createStartEndSession({
  db,
  clients,
  readIdToken,
  signOutRequests,
  publicUrl,
}: {
  db: Database
  clients: Clients
  readIdToken: ReadIdToken
  signOutRequests: SignOutRequests
  publicUrl: string
}): StartEndSession {
  async function findClient(clientId: string): Promise<Client> {
    const client = await db.read((reader) => clients.find(reader, clientId))
    if (client) return client
    throw new ServiceError('unauthorized_client', { description: 'the client is not registered' })
  }

  return async ({ id_token_hint, client_id, post_logout_redirect_uri, state }) => {
    const hint = id_token_hint ? await readIdToken(id_token_hint) : undefined
    // The key of an old hint may be gone. Then it proves nothing, and the app must name itself.
    if (id_token_hint && !hint && !client_id)
      throw wrong('id_token_hint was not issued by this server')
    if (hint && client_id && hint.clientId !== client_id) {
      throw wrong('id_token_hint was issued to another client')
    }
    const clientId = hint?.clientId ?? client_id
    const client = clientId ? await findClient(clientId) : undefined
    if (post_logout_redirect_uri && !client?.signOutUris.includes(post_logout_redirect_uri)) {
      throw new ServiceError('invalid_request_uri', {
        description:
          'the post_logout_redirect_uri is not registered as a sign_out_uri of the client',
      })
    }
    const request = await signOutRequests.sign({
      clientId: client?.id,
      session: hint && { id: hint.sessionId, sub: hint.sub },
      redirectUri: post_logout_redirect_uri && withState(post_logout_redirect_uri, state),
    })
    return addToUri(`${publicUrl}/sign-out`, { request })
  }
}

function withState(uri: string, state: string | undefined): string {
  return state === undefined ? uri : addToUri(uri, { state })
}

function wrong(description: string): ServiceError {
  return new ServiceError('invalid_request', { description })
}
