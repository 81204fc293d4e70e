import type { Writer } from '../../db/database.ts'
import type { SessionRow, UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Client } from '../apps/clients.ts'
import { parseScope } from '../apps/scopes.ts'
import type { Grant } from '../tokens/grant-token.ts'
import type { SignIdToken } from '../tokens/id-token.ts'
import type { OpenSession } from '../tokens/tokens.ts'
import type { CompleteSignIn } from './complete-sign-in.ts'

/** Somebody has agreed, elsewhere, that a client may have a session of theirs. */
export interface AgreedGrant {
  user: UserRow
  client: Client
  scope: string
  method: 'app' | 'device'
  nonce?: string | undefined
  /** The session in which they agreed. */
  sourceSessionId: string | null
  /** As in a sign-in: says whether it still holds, and uses up what works once. */
  hold(writer: Writer): Promise<UserRow | undefined>
  refuse(): Error
  also?(writer: Writer, opened: OpenSession): Promise<void>
}

export type OpenGrant = (agreed: AgreedGrant, caller: Caller) => Promise<Grant>

/**
 * Opens the session of an authorization code or a device code. There is no second step here: the
 * person who agreed was signed in and had passed it.
 */
export function createOpenGrant({
  complete,
  signIdToken,
}: {
  complete: CompleteSignIn
  signIdToken: SignIdToken
}): OpenGrant {
  return async (agreed, caller) => {
    const { client, scope, nonce } = agreed
    let session: SessionRow | undefined
    const { refresh_token, ...credentials } = await complete(
      {
        ...agreed,
        clientId: client.id,
        async also(writer, opened) {
          session = opened.session
          await agreed.also?.(writer, opened)
        },
      },
      { ...caller, clientId: client.id },
    )
    const granted = parseScope(scope)
    return {
      ...credentials,
      ...(granted.includes('offline') && { refresh_token }),
      ...(granted.includes('openid') &&
        session && {
          id_token: await signIdToken({
            session,
            algorithm: client.idTokenAlgorithm,
            accessToken: credentials.access_token,
            expiresIn: credentials.expires_in,
            nonce,
          }),
        }),
    }
  }
}
