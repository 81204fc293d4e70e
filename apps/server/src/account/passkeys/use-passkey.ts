import type { UsedPasskeyCredential } from '@awan/protocol/account'
import type { Database, Writer } from '../../db/database.ts'
import type { PasskeyRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventLog } from '../events/events.ts'
import type { ChallengeFor, PasskeyChallenges } from './passkey-challenges.ts'
import { raiseCounter, selectPasskey } from './passkeys.store.ts'
import { type PasskeyUse, type RelyingParty, readChallenge } from './relying-party.ts'

export type UseOfPasskey =
  | { kind: 'used'; passkey: PasskeyRow }
  /** The challenge is not ours, too old, used before, or was made for something else. */
  | { kind: 'stale' }
  | { kind: 'refused' }

export type UsePasskey = (
  credential: UsedPasskeyCredential,
  wanted: Exclude<ChallengeFor, { purpose: 'register' }>,
  caller: Caller,
) => Promise<UseOfPasskey>

export interface UsePasskeyParts {
  db: Database
  clock: Clock
  challenges: PasskeyChallenges
  relyingParty: RelyingParty
  events: EventLog
}

/** Checks what an authenticator has signed, and uses it up: the same answer never works again. */
export function createUsePasskey(parts: UsePasskeyParts): UsePasskey {
  const { db, clock, challenges, relyingParty, events } = parts

  /** False when the counter went back: the key exists twice, and nobody knows which one this is. */
  async function count(
    writer: Writer,
    { id, sub, name }: PasskeyRow,
    { use, caller }: { use: PasskeyUse; caller: Caller },
  ): Promise<boolean> {
    const isRaised = await raiseCounter(writer, id, {
      counter: use.counter,
      is_backed_up: use.isBackedUp ? 1 : 0,
      last_used_at: clock.now(),
    })
    if (isRaised) return true
    if (await selectPasskey(writer, id)) {
      const data = { passkey: name }
      await events.record(writer, { type: 'account.passkey_copy_suspected', sub, caller, data })
    }
    return false
  }

  return async (credential, wanted, caller) => {
    const signed = readChallenge(credential)
    const challenge = signed && (await challenges.read(signed, wanted))
    if (!signed || !challenge) return { kind: 'stale' }

    const passkey = await db.read((reader) => selectPasskey(reader, credential.id))
    // A passkey that nobody has is checked all the same: its refusal takes as long.
    const use = await relyingParty.checkUse(credential, signed, passkey ?? nobodys)
    if (!passkey || !use || !names(credential, wanted, passkey.sub)) return { kind: 'refused' }

    // What a copied key leaves behind must be kept, so the transaction ends well either way.
    return db.write(async (writer) => {
      if (!(await challenges.spend(writer, challenge))) return { kind: 'stale' }
      if (!(await count(writer, passkey, { use, caller }))) return { kind: 'refused' }
      return { kind: 'used', passkey }
    })
  }
}

/** Without a name of their own choice people are who the authenticator says; else it must agree. */
function names(
  { response: { userHandle } }: UsedPasskeyCredential,
  wanted: Parameters<UsePasskey>[1],
  sub: string,
): boolean {
  if (wanted.purpose !== 'sign-in' && wanted.sub !== sub) return false
  if (!userHandle) return wanted.purpose !== 'sign-in'
  return Buffer.from(userHandle, 'base64url').toString() === sub
}

/** A well-formed key (the base point of P-256). */
const nobodys = {
  id: 'nobody',
  transports: '[]',
  public_key: Buffer.from(
    'a5010203262001215820' +
      '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
      '225820' +
      '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    'hex',
  ).toString('base64url'),
}
