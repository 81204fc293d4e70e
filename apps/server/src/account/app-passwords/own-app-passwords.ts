import { createSecretKey } from 'node:crypto'
import { isAnonymousSub } from '@awan/protocol'
import type { AppPassword } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { AppPasswordRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { AccountFiles, FoundFolder } from '../users/account-files.ts'
import { tidyName } from '../users/display-name.ts'
import { lockUser } from '../users/users.ts'
import { createAppPasswordText, hashAppPassword } from './app-password-text.ts'
import {
  deleteAppPassword,
  deleteAppPasswords,
  insertAppPassword,
  selectAppPasswords,
  updateAppPasswordName,
} from './app-passwords.store.ts'

const MAX_APP_PASSWORDS = 100

export interface NewAppPassword {
  name: string
  readOnly: boolean
  folder: { driveId: string; nodeId: string } | undefined
  expiresAt: number | undefined
}

/** The app passwords of a person, as their owner keeps them. */
export interface OwnAppPasswords {
  list(user: SignedIn): Promise<AppPassword[]>
  /** With the text of the password, which is known to nobody afterwards. */
  create(
    wanted: NewAppPassword,
    user: SignedIn,
    caller: Caller,
  ): Promise<AppPassword & { password: string }>
  /** One for all files, in a running transaction: the person has proven who they are before. Gives its text. */
  make(
    writer: Writer,
    wanted: { name: string; sub: string; sessionId: string },
    caller: Caller,
  ): Promise<string>
  rename(given: { id: string; name: string }, user: SignedIn): Promise<AppPassword>
  revoke(id: string, user: SignedIn, caller: Caller): Promise<void>
  revokeAll(user: SignedIn, caller: Caller): Promise<number>
}

export interface OwnAppPasswordsParts {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  accountFiles: readonly Pick<AccountFiles, 'findFolder'>[]
  sessions: Pick<Sessions, 'findPerson'>
  /** What the person has agreed to, of which no password was made yet. */
  takeBackAgreed(writer: Writer, sub: string): Promise<void>
  events: EventLog
  notices: Notices
}

export function createOwnAppPasswords(parts: OwnAppPasswordsParts): OwnAppPasswords {
  const { db, clock, random, accountFiles, sessions, events, notices } = parts
  const key = createSecretKey(parts.codeKey)

  async function findFolder(
    sub: string,
    folder: { driveId: string; nodeId: string },
  ): Promise<FoundFolder | undefined> {
    for (const files of accountFiles) {
      const found = await files.findFolder(sub, folder)
      if (found) return found
    }
    return undefined
  }

  async function insert(
    writer: Writer,
    { name, readOnly, folder, expiresAt }: NewAppPassword,
    { sub, sessionId }: Pick<SignedIn, 'sub' | 'sessionId'>,
    caller: Caller,
  ): Promise<{ row: AppPasswordRow; password: string }> {
    const nowMs = clock.now()
    const password = createAppPasswordText(random)
    const row: AppPasswordRow = {
      id: createId(random, nowMs),
      sub,
      hash: hashAppPassword(key, password),
      name,
      read_only: readOnly ? 1 : 0,
      folder_drive_id: folder?.driveId ?? null,
      folder_id: folder?.nodeId ?? null,
      created_at: nowMs,
      expires_at: expiresAt ?? null,
      last_used_at: null,
      last_address: null,
      last_user_agent: null,
    }
    // Those of one person are made one after the other, so that each sees how many there are. Whatever ends the session ends
    // all app passwords, and must not miss one that is made at the same moment.
    const owner = await lockUser(writer, sub)
    const isOpen = (await sessions.findPerson(writer, sessionId)) === sub
    if (!owner || !isOpen) throw new ServiceError('unauthenticated')
    if ((await selectAppPasswords(writer, sub)).length >= MAX_APP_PASSWORDS) throw full()
    await insertAppPassword(writer, row)
    const data = { session_id: sessionId, app_password_id: row.id, app_password: row.name }
    await events.record(writer, { type: 'account.app_password_created', sub, caller, data })
    await notices.queue(writer, 'appPasswordCreated', owner, caller)
    return { row, password }
  }

  async function describe(row: AppPasswordRow): Promise<AppPassword> {
    const { sub, folder_drive_id: driveId, folder_id: nodeId } = row
    const folder = driveId !== null && nodeId !== null ? { driveId, nodeId } : undefined
    return toAppPassword(row, folder && (await findFolder(sub, folder))?.name)
  }

  return {
    async list({ sub }) {
      const rows = await db.read((reader) => selectAppPasswords(reader, sub))
      const described: AppPassword[] = []
      for (const row of rows) described.push(await describe(row))
      return described
    },

    async create({ name, readOnly, folder: wanted, expiresAt }, user, caller) {
      const { sub } = user
      refuseOthersSessions(user)
      const nowMs = clock.now()
      if (expiresAt !== undefined && expiresAt <= nowMs) {
        throw new ServiceError('invalid_argument', {
          description: 'expires_at is in the past; give a later time, or leave it out',
        })
      }
      const folder = wanted && (await findFolder(sub, wanted))
      if (wanted && !folder) {
        throw new ServiceError('not_found', {
          description: 'there is no such folder, or you cannot open it',
        })
      }
      const made = { name: checkName(name), readOnly, folder, expiresAt }
      const { row, password } = await db.write((writer) => insert(writer, made, user, caller))
      return { ...toAppPassword(row, folder?.name), password }
    },

    async make(writer, { name, ...user }, caller) {
      const wanted = { readOnly: false, folder: undefined, expiresAt: undefined }
      return (await insert(writer, { ...wanted, name: checkName(name) }, user, caller)).password
    },

    async rename({ id, name }, { sub }) {
      const tidy = checkName(name)
      const row = await db.write((writer) => updateAppPasswordName(writer, { id, sub, name: tidy }))
      if (!row) throw unknown()
      return describe(row)
    },

    async revoke(id, { sub, sessionId }, caller) {
      await db.write(async (writer) => {
        const revoked = await deleteAppPassword(writer, { id, sub })
        if (!revoked) throw unknown()
        const data = { session_id: sessionId, app_password_id: id, app_password: revoked.name }
        await events.record(writer, { type: 'account.app_password_revoked', sub, caller, data })
      })
    },

    revokeAll: ({ sub, sessionId }, caller) =>
      db.write(async (writer) => {
        const revoked = await deleteAppPasswords(writer, sub)
        await parts.takeBackAgreed(writer, sub)
        if (revoked > 0) {
          const data = { session_id: sessionId, app_passwords_ended: revoked }
          await events.record(writer, { type: 'account.app_password_revoked', sub, caller, data })
        }
        return revoked
      }),
  }
}

/**
 * A guest has no second proof, and would lose the account's files to whoever finds the password; whoever
 * approved a device's code did not agree to access that outlives the session.
 */
export function refuseOthersSessions({ sub, byDeviceCode }: SignedIn): void {
  if (isAnonymousSub(sub)) {
    throw new ServiceError('failed_precondition', {
      description: 'an app password needs an account; sign up first',
    })
  }
  if (byDeviceCode) {
    throw new ServiceError('permission_denied', {
      description: 'a session that was opened by a device code cannot create app passwords',
    })
  }
}

function checkName(typed: string): string {
  const name = tidyName(typed)
  if (name !== '' && name.isWellFormed()) return name
  throw new ServiceError('invalid_argument', {
    description: 'name needs at least one visible character',
  })
}

/** Without the folder's name where the person cannot reach it any more. */
function toAppPassword(row: AppPasswordRow, folderName: string | undefined): AppPassword {
  const { folder_drive_id: drive_id, folder_id: file_id } = row
  return {
    id: row.id,
    name: row.name,
    read_only: row.read_only === 1,
    ...(drive_id !== null &&
      file_id !== null && {
        folder: { drive_id, file_id, ...(folderName !== undefined && { name: folderName }) },
      }),
    created_at: toTime(row.created_at),
    ...(row.expires_at !== null && { expires_at: toTime(row.expires_at) }),
    ...(row.last_used_at !== null && { last_used_at: toTime(row.last_used_at) }),
    ...(row.last_address !== null && { last_address: row.last_address }),
    ...(row.last_user_agent !== null && { last_program: row.last_user_agent }),
  }
}

function toTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** Somebody else's app password is answered as one that does not exist. */
function unknown(): ServiceError {
  return new ServiceError('not_found', { description: 'there is no such app password' })
}

function full(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: `a person has at most ${MAX_APP_PASSWORDS} app passwords; revoke one first`,
  })
}
