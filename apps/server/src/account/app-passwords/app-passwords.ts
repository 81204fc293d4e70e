import { createSecretKey } from 'node:crypto'
import { isServiceError } from '@awan/protocol/errors'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { AppPasswordRow, UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { countedNetworks } from '../../kernel/network.ts'
import type { EventLog } from '../events/events.ts'
import type { Limiter } from '../limits/limits.ts'
import { routeUsername } from '../users/contact.ts'
import { hashAppPassword } from './app-password-text.ts'
import {
  appPasswordByHash,
  appPasswordById,
  deleteAppPassword,
  deleteAppPasswords,
  deleteExpiredAppPasswords,
  selectUsable,
  updateLastUse,
} from './app-passwords.store.ts'

export { selectAppPasswords, selectAppPasswordsForExport } from './app-passwords.store.ts'

/** Whose files an app password opens, and how far. */
export interface AppPasswordUse {
  sub: string
  appPasswordId: string
  readOnly: boolean
  folder: { driveId: string; nodeId: string } | undefined
}

/** For programs that open files. Nothing of the account itself takes an app password. */
export interface AppPasswords extends AsyncDisposable {
  /**
   * Undefined for a wrong password, and for the right one with the name of somebody else. Throws
   * `resource_exhausted` where too many failed; the right password works even then.
   */
  authenticate(attempt: {
    userName: string
    password: string
    address: string
    userAgent: string | undefined
  }): Promise<AppPasswordUse | undefined>
  /** The program that has it gives it up; one that is gone is given up. */
  revoke(use: Pick<AppPasswordUse, 'sub' | 'appPasswordId'>, caller: Caller): Promise<void>
  /** Whether it still works, for work that takes long. */
  isValid(appPasswordId: string): Promise<boolean>
  /** Those of them that still work. */
  findValid(appPasswordIds: readonly string[]): Promise<ReadonlySet<string>>
  removeExpired(): Promise<void>
  /** Resolves when no use is being written any more. */
  settled(): Promise<void>
}

export interface AppPasswordsParts {
  db: Database
  clock: Clock
  codeKey: Buffer
  limiter: Limiter
  events: EventLog
  log: Log | undefined
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A person who finds that a program has stopped still sees why. */
const SHOWN_AFTER_EXPIRY_MS = 30 * DAY_MS
/** Nobody guesses 256 bits: the limits keep wrong passwords from keeping the database busy. */
const FAILURES = {
  address: { points: 300, perSeconds: 3600 },
  name: { points: 100, perSeconds: 3600 },
}
const MAX_PASSWORD = 256
/** A query has room for so many ids. */
const AT_ONCE = 500
const MAX_NAME = 254
const MAX_USER_AGENT = 256

/** One of them; undefined where the person has none of this id. */
export function endAppPassword(
  writer: Writer,
  which: Pick<AppPasswordRow, 'id' | 'sub'>,
): Promise<AppPasswordRow | undefined> {
  return deleteAppPassword(writer, which)
}

/** Whatever ends all sessions of a person ends these too; returns how many. */
export function endAppPasswords(writer: Writer, sub: string): Promise<number> {
  return deleteAppPasswords(writer, sub)
}

/** Whether it works at the moment that the reader sees. */
export async function isAppPasswordGood(reader: Reader, id: string, now: number): Promise<boolean> {
  const [row] = await reader.run(appPasswordById, { id })
  return row !== undefined && isUsable(row, now)
}

type Usable = Pick<UserRow, 'status'> & { expires_at: number | null }

function isUsable({ status, expires_at }: Usable, now: number): boolean {
  return status === 'ACTIVE' && (expires_at === null || expires_at > now)
}

export function createAppPasswords(parts: AppPasswordsParts): AppPasswords {
  const { db, clock, limiter, events, log } = parts
  const key = createSecretKey(parts.codeKey)
  const writing = new Map<string, Promise<void>>()

  /** Nobody waits for it, and a minute of calls writes once. */
  function noteUse(
    row: { id: string; last_used_at: number | null },
    { address, userAgent }: { address: string; userAgent: string | undefined },
  ): void {
    const nowMs = clock.now()
    const notSinceMs = nowMs - MINUTE_MS
    const isFresh = row.last_used_at !== null && row.last_used_at > notSinceMs
    if (isFresh || writing.has(row.id)) return
    const use = {
      nowMs,
      notSinceMs,
      address,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    }
    const written = db
      .write((writer) => updateLastUse(writer, row.id, use), { durable: false })
      .catch((err: unknown) => log?.warn({ err }, 'the use of an app password was not written'))
      .finally(() => writing.delete(row.id))
    writing.set(row.id, written)
  }

  async function countFailure(userName: string, address: string): Promise<void> {
    const name = limiter.keyOf('app-password:name', userName.trim().toLowerCase())
    const networks = countedNetworks(address).map(({ name, times }) => ({
      key: `app-password:address:${name}`,
      limit: { ...FAILURES.address, points: FAILURES.address.points * times },
    }))
    await limiter.takePoints([...networks, { key: name, limit: FAILURES.name }])
  }

  async function settled(): Promise<void> {
    while (writing.size > 0) await Promise.all(writing.values())
  }

  return {
    async authenticate({ userName, password, address, userAgent }) {
      const isReadable = password.length <= MAX_PASSWORD && userName.length <= MAX_NAME
      // The password finds its row, and the name only confirms it: an unknown name costs the same look.
      const hash = hashAppPassword(key, isReadable ? password : '')
      const row = await db.readOne(appPasswordByHash, { hash })
      if (!row || !isUsable(row, clock.now()) || !isNameOf(row, userName)) {
        await countFailure(userName.slice(0, MAX_NAME), address)
        return undefined
      }
      noteUse(row, { address, userAgent })
      const { folder_drive_id: driveId, folder_id: nodeId } = row
      return {
        sub: row.sub,
        appPasswordId: row.id,
        readOnly: row.read_only === 1,
        folder: driveId === null || nodeId === null ? undefined : { driveId, nodeId },
      }
    },

    revoke: ({ sub, appPasswordId: id }, caller) =>
      db.write(async (writer) => {
        const revoked = await deleteAppPassword(writer, { id, sub })
        if (!revoked) return
        const data = { app_password_id: id, app_password: revoked.name }
        await events.record(writer, { type: 'account.app_password_revoked', sub, caller, data })
      }),

    async isValid(id) {
      const row = await db.readOne(appPasswordById, { id })
      return row !== undefined && isUsable(row, clock.now())
    },

    async findValid(ids) {
      const valid = new Set<string>()
      const nowMs = clock.now()
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const some = ids.slice(at, at + AT_ONCE)
        const rows = await db.read((reader) => selectUsable(reader, some))
        for (const row of rows) if (isUsable(row, nowMs)) valid.add(row.id)
      }
      return valid
    },

    async removeExpired() {
      const expiredBefore = clock.now() - SHOWN_AFTER_EXPIRY_MS
      await db.write((writer) => deleteExpiredAppPasswords(writer, expiredBefore))
    },

    settled,
    [Symbol.asyncDispose]: settled,
  }
}

type Names = Pick<UserRow, 'sub' | 'username' | 'email' | 'email_verified' | 'phone_number'>

/** The id, which never changes, or what the person signs in by. */
function isNameOf(person: Names, typed: string): boolean {
  if (typed.trim() === person.sub) return true
  try {
    const { kind, value } = routeUsername(typed)
    if (kind === 'email') return person.email_verified === 1 && person.email === value
    return value === (kind === 'phone' ? person.phone_number : person.username)
  } catch (error) {
    // A phone number that is none names nobody.
    if (isServiceError(error, 'invalid_argument')) return false
    throw error
  }
}
