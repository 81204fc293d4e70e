import { Readable } from 'node:stream'
import type { AccountExport } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { AccountExportRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { writeZip } from '../../kernel/zip/write-zip.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { AccountFiles } from '../users/account-files.ts'
import { findUser } from '../users/users.ts'
import { collectEntries } from './collect-entries.ts'
import { deleteExpiredExports, insertExport, selectExport } from './export.store.ts'

const TTL_MS = 24 * 3600 * 1000

export interface Exports {
  start(user: SignedIn, caller: Caller): Promise<AccountExport>
  find(id: string, user: SignedIn): Promise<AccountExport>
  /** The archive, made while it is read. */
  open(id: string, user: SignedIn, caller: Caller): Promise<Readable>
  removeExpired(): Promise<void>
}

export interface ExportsParts {
  db: Database
  clock: Clock
  random: Random
  events: EventLog
  notices: Notices
  accountFiles: readonly AccountFiles[]
}

/**
 * A copy of everything, for its owner. No archive is stored: it is written while it is sent, so it needs
 * no disk space, is available at once, survives restarts and shows the account as it is when it is
 * read. Only the permission is stored, which needed sudo and expires after a day.
 */
export function createExports(parts: ExportsParts): Exports {
  const { db, clock, random, events, notices } = parts

  async function requireExport(id: string, sub: string): Promise<AccountExportRow> {
    const row = await db.read((reader) => selectExport(reader, { id, sub, nowMs: clock.now() }))
    if (!row) throw new ServiceError('not_found', { description: 'no such export' })
    return row
  }

  return {
    async start({ sub }, caller) {
      const nowMs = clock.now()
      const row: AccountExportRow = {
        id: createId(random, nowMs),
        sub,
        phase: 'COMPLETE',
        progress: 100,
        problem: null,
        created_at: nowMs,
        updated_at: nowMs,
        expires_at: nowMs + TTL_MS,
      }
      await db.write(async (writer) => {
        const user = await findUser(writer, sub)
        if (!user) throw gone()
        await insertExport(writer, row)
        // Without its id, which opens it: other sessions read the history too.
        await events.record(writer, { type: 'account.export_requested', sub, caller })
        await notices.queue(writer, 'exportRequested', user, caller)
      })
      return toAnswer(row)
    },

    async find(id, { sub }) {
      return toAnswer(await requireExport(id, sub))
    },

    async open(id, { sub }, caller) {
      await requireExport(id, sub)
      const user = await db.write(async (writer) => {
        await events.record(writer, { type: 'account.export_downloaded', sub, caller })
        return findUser(writer, sub)
      })
      if (!user) throw gone()
      const entries = collectEntries(parts, user, clock.now())
      return Readable.from(writeZip(entries), { objectMode: false })
    },

    async removeExpired() {
      await db.write((writer) => deleteExpiredExports(writer, clock.now()))
    },
  }
}

function toAnswer(row: AccountExportRow): AccountExport {
  return {
    task_id: row.id,
    phase: row.phase,
    progress: row.progress,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  }
}

function gone(): ServiceError {
  return new ServiceError('unauthenticated', { description: 'the account is gone' })
}
