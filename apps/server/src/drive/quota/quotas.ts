import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { OwnDrive } from '../access/accesses.ts'
import { listUsage, updateQuota } from './quota.store.ts'

export interface Usage {
  sub: string
  usedBytes: number
  /** Undefined is no limit. */
  quotaBytes: number | undefined
}

/** What whoever runs the server decides about the room of each person. */
export interface Quotas {
  /** Everybody who has a drive. */
  list(): AsyncIterable<Usage>
  /** Also below what is there: nothing is removed then, and nothing more goes in. */
  set(sub: string, bytes: number | undefined): Promise<Usage>
}

export function createQuotas({ db, ownDrive }: { db: Database; ownDrive: OwnDrive }): Quotas {
  return {
    async *list() {
      for (let after = ''; ; ) {
        const page = await db.read((reader) => listUsage(reader, after, PAGE))
        yield* page.map(toUsage)
        const last = page.at(-1)
        if (!last) return
        after = last.owner_sub
      }
    },

    async set(sub, bytes) {
      const { id } = await ownDrive(sub)
      return toUsage(await db.write((writer) => setQuota(writer, id, bytes)))
    },
  }
}

/** Undefined is no limit. */
export async function setQuota(
  writer: Writer,
  driveId: string,
  bytes: number | undefined,
): Promise<DriveRow> {
  const drive = await updateQuota(writer, driveId, bytes ?? null)
  if (!drive) throw new ServiceError('not_found', { description: 'no such drive' })
  return drive
}

const PAGE = 500

function toUsage(drive: {
  owner_sub: string
  used_bytes: number
  quota_bytes: number | null
}): Usage {
  const { owner_sub: sub, used_bytes: usedBytes, quota_bytes } = drive
  return { sub, usedBytes, quotaBytes: quota_bytes ?? undefined }
}
