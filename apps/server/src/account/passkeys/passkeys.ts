import type { NewPasskeyCredential, Passkey } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Database, Writer } from '../../db/database.ts'
import type { PasskeyRow, UserRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import { findUser, lockUser } from '../users/users.ts'
import type { WaysLeft } from '../users/ways-left.ts'
import type { Challenge, PasskeyChallenges } from './passkey-challenges.ts'
import {
  deletePasskey,
  insertPasskey,
  selectPasskeys,
  updatePasskeyName,
} from './passkeys.store.ts'
import { type NewPasskey, type RelyingParty, readChallenge } from './relying-party.ts'
import { staleChallenge } from './stale-challenge.ts'

export { countPasskeys, selectPasskeysForExport } from './passkeys.store.ts'

const MAX_PASSKEYS = 25

/** The passkeys of a person, as their owner keeps them. */
export interface Passkeys {
  options(user: SignedIn): Promise<PublicKeyCredentialCreationOptionsJSON>
  add(
    request: { credential: NewPasskeyCredential; name: string | undefined },
    user: SignedIn,
    caller: Caller,
  ): Promise<Passkey>
  list(sub: string): Promise<Passkey[]>
  rename(passkey: { id: string; name: string }, user: SignedIn): Promise<Passkey>
  remove(id: string, user: SignedIn, caller: Caller): Promise<void>
}

export interface PasskeysParts {
  db: Database
  clock: Clock
  challenges: PasskeyChallenges
  relyingParty: RelyingParty
  waysLeft: WaysLeft
  events: EventLog
  notices: Notices
}

export function createPasskeys(parts: PasskeysParts): Passkeys {
  const { db, clock, challenges, relyingParty, waysLeft, events, notices } = parts

  type Added =
    | { kind: 'added'; row: PasskeyRow }
    | { kind: 'stale' }
    | { kind: 'full' }
    | { kind: 'known' }

  async function insert(
    writer: Writer,
    { created, name, challenge }: { created: NewPasskey; name: string; challenge: Challenge },
    { user, caller }: { user: SignedIn; caller: Caller },
  ): Promise<Added> {
    const { sub, sessionId } = user
    const owner = await lockUser(writer, sub)
    if (!owner || !(await challenges.spend(writer, challenge))) return { kind: 'stale' }
    if ((await selectPasskeys(writer, sub)).length >= MAX_PASSKEYS) return { kind: 'full' }
    const { isBackedUp, ...credential } = created
    const row: PasskeyRow = {
      ...credential,
      sub,
      name,
      is_backed_up: isBackedUp ? 1 : 0,
      created_at: clock.now(),
      last_used_at: null,
    }
    if (!(await insertPasskey(writer, row))) return { kind: 'known' }
    const data = { session_id: sessionId, passkey: name }
    await events.record(writer, { type: 'account.passkey_added', sub, caller, data })
    await notices.queue(writer, 'passkeyAdded', owner, caller)
    return { kind: 'added', row }
  }

  return {
    async options({ sub, sessionId }) {
      const { owner, known } = await db.read(async (reader) => ({
        owner: await findUser(reader, sub),
        known: await selectPasskeys(reader, sub),
      }))
      if (!owner) throw new ServiceError('unauthenticated')
      if (known.length >= MAX_PASSKEYS) throw full()
      const challenge = await challenges.issue({ purpose: 'register', sub, sessionId })
      const person = { sub, name: nameOf(owner), displayName: owner.name }
      return relyingParty.creationOptions(challenge, person, known)
    },

    async add({ credential, name = '' }, user, caller) {
      const { sub, sessionId } = user
      const signed = readChallenge(credential)
      const challenge =
        signed && (await challenges.read(signed, { purpose: 'register', sub, sessionId }))
      if (!signed || !challenge) throw staleChallenge()
      const created = await relyingParty.checkNew(credential, signed)
      if (!created) {
        throw new ServiceError('invalid_argument', {
          description: 'the passkey was not created on this site, or without user verification',
        })
      }
      const label = name || caller.deviceName?.trim().slice(0, 64) || 'Passkey'
      const added = await db.write((writer) =>
        insert(writer, { created, name: label, challenge }, { user, caller }),
      )
      if (added.kind === 'added') return toPasskey(added.row)
      if (added.kind === 'stale') throw staleChallenge()
      if (added.kind === 'full') throw full()
      throw new ServiceError('already_exists', {
        description: 'this passkey is already registered',
      })
    },

    async list(sub) {
      return (await db.read((reader) => selectPasskeys(reader, sub))).map(toPasskey)
    },

    async rename({ id, name }, { sub }) {
      const row = await db.write((writer) => updatePasskeyName(writer, { id, sub, name }))
      if (!row) throw unknown()
      return toPasskey(row)
    },

    async remove(id, { sub, sessionId }, caller) {
      await db.write(async (writer) => {
        // Removals of one person take their turns, so that two cannot each leave the other's way.
        const owner = await lockUser(writer, sub)
        const removed = await deletePasskey(writer, { id, sub })
        if (!owner || !removed) throw unknown()
        await waysLeft.requireAny(writer, sub)
        const data = { session_id: sessionId, passkey: removed.name }
        await events.record(writer, { type: 'account.passkey_removed', sub, caller, data })
        await notices.queue(writer, 'passkeyRemoved', owner, caller)
      })
    },
  }
}

function nameOf({ email, username, phone_number, name }: UserRow): string {
  return email ?? username ?? phone_number ?? name
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    is_backed_up: row.is_backed_up === 1,
    transports: JSON.parse(row.transports) as string[],
    created_at: new Date(row.created_at).toISOString(),
    ...(row.last_used_at === null
      ? {}
      : { last_used_at: new Date(row.last_used_at).toISOString() }),
  }
}

/** Somebody else's passkey is answered as one that does not exist. */
function unknown(): ServiceError {
  return new ServiceError('not_found', { description: 'there is no such passkey' })
}

function full(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: `a person has at most ${MAX_PASSKEYS} passkeys`,
  })
}
