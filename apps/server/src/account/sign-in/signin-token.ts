import type { Credentials } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader } from '../../db/database.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { resolveClient } from '../clients/clients.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'
import { isSpent, spendToken } from '../tokens/spent-tokens.ts'
import { contactsOf, maskContact } from '../users/contact.ts'
import { findUser, lockUser } from '../users/users.ts'
import type { CompleteSignIn } from './complete-sign-in.ts'

const TTL_MS = 60_000

/** CAL-3: a session hands itself to another of our own apps, such as a shell to a page. */
export interface SignInTokens {
  create(
    user: SignedIn,
    forClientId: string | undefined,
  ): Promise<{ token: string; expiresIn: number }>
  /** Whose account it opens. It is not used up. */
  inspect(
    token: string,
    caller: Caller,
  ): Promise<{ name: string; contact: string | undefined; expiresIn: number }>
  /** Works once, and only while the session that made it is alive. */
  signIn(token: string, caller: Caller): Promise<Credentials>
}

export interface SignInTokensParts {
  db: Database
  clock: Clock
  random: Random
  sessions: Sessions
  complete: CompleteSignIn
  signInTokens: InternalTokens
}

export function createSignInTokens(parts: SignInTokensParts): SignInTokens {
  const { db, clock, random, sessions, complete, signInTokens } = parts

  async function read(token: string, clientId: string) {
    const claims = await signInTokens.verify(token)
    const isForOther = claims?.client_id !== undefined && claims.client_id !== clientId
    if (!claims || isForOther) throw refuse()
    const { sub = '', jti = '', exp = 0, sid } = claims
    return { sub, jti, expiresAt: exp * 1000, sessionId: String(sid) }
  }

  async function isAlive(reader: Reader, sessionId: string): Promise<boolean> {
    const source = await sessions.find(reader, sessionId)
    return source !== undefined && !sessions.isOver(source)
  }

  return {
    async create({ sub, sessionId }, forClientId) {
      const client = forClientId === undefined ? undefined : resolveClient(forClientId)
      const claims = {
        sub,
        sid: sessionId,
        jti: createId(random, clock.now()),
        ...(client !== undefined && { client_id: client }),
      }
      return { token: await signInTokens.sign(claims, TTL_MS), expiresIn: TTL_MS / 1000 }
    },

    async inspect(token, caller) {
      const { sub, jti, expiresAt, sessionId } = await read(token, resolveClient(caller.clientId))
      const user = await db.read(async (reader) => {
        const isGood = (await isAlive(reader, sessionId)) && !(await isSpent(reader, jti))
        return isGood ? findUser(reader, sub) : undefined
      })
      if (!user) throw refuse()
      const [contact] = contactsOf(user)
      return {
        name: user.name,
        contact: contact && maskContact(contact),
        expiresIn: Math.ceil((expiresAt - clock.now()) / 1000),
      }
    },

    async signIn(token, caller) {
      const clientId = resolveClient(caller.clientId)
      const { sub, jti, expiresAt, sessionId } = await read(token, clientId)
      const user = await db.read((reader) => findUser(reader, sub))
      if (!user) throw refuse()
      return complete(
        {
          user,
          clientId,
          method: 'token',
          sourceSessionId: sessionId,
          async hold(writer) {
            const current = await lockUser(writer, sub)
            return (await spendToken(writer, jti, expiresAt)) ? current : undefined
          },
          refuse,
        },
        caller,
      )
    },
  }
}

function refuse(): ServiceError {
  return new ServiceError('unauthenticated', {
    description: 'the sign-in token is wrong, used or expired, or its session has ended',
  })
}
