import { type InboxKind, inboxKind } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { Random } from '../../kernel/id.ts'
import { createSeal } from '../../kernel/seal.ts'
import type { Inbox } from './inbox.ts'

export const UNSUBSCRIBE_PATH = '/drive/v1/inbox/unsubscribe'

/** The way out of each kind of mail, without signing in: whoever has the token can stop that kind and nothing else. */
export interface Unsubscribe {
  urlFor(sub: string, kind: InboxKind): string
  /** Throws `invalid_argument` for a token that is not ours, and for one whose account is gone. */
  check(token: string): Promise<{ sub: string; kind: InboxKind }>
  /** The same answer however often. */
  stop(token: string): Promise<void>
}

export function createUnsubscribe({
  db,
  people,
  linkKey,
  random,
  publicUrl,
  inbox,
}: {
  db: Database
  people: Pick<PeopleDirectory, 'describePeople'>
  linkKey: Buffer
  random: Random
  publicUrl: string
  inbox: Pick<Inbox, 'changeSettings'>
}): Unsubscribe {
  // Sealed and not only signed: whoever sees the address learns neither who it is for nor which kind.
  const seal = createSeal({ key: linkKey, purpose: 'unsubscribe', random })

  function read(token: string): { sub: string; kind: InboxKind } {
    try {
      const [kind, sub] = JSON.parse(seal.open(token, OWNER)) as [string, string]
      return { sub, kind: inboxKind.parse(kind) }
    } catch (cause) {
      throw notOurs(cause)
    }
  }

  async function check(token: string): Promise<{ sub: string; kind: InboxKind }> {
    const opened = read(token)
    const [person] = await db.read((reader) => people.describePeople(reader, [opened.sub]))
    if (!person) throw notOurs()
    return opened
  }

  return {
    urlFor(sub, kind) {
      const token = seal.close(JSON.stringify([kind, sub]), OWNER)
      return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${token}`
    },
    check,
    async stop(token) {
      const { sub, kind } = await check(token)
      await inbox.changeSettings(sub, { [kind]: 'never' })
    },
  }
}

const OWNER = 'inbox'

function notOurs(cause?: unknown): ServiceError {
  return new ServiceError('invalid_argument', {
    description: 'token: this address is not whole, copy all of it from the mail',
    cause,
  })
}
