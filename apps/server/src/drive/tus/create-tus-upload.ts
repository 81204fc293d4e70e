import { ROOT_ID } from '@awan/protocol'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Writer } from '../../db/database.ts'
import type { TusUploadRow } from '../../db/tables.ts'
import type { Access } from '../access/access.ts'
import { openTarget } from '../access/open-node.ts'
import { chooseName } from '../nodes/choose-name.ts'
import { toNodeName } from '../nodes/node-name.ts'
import { findChild } from '../nodes/tree.ts'
import { lockQuota } from '../quota/quota.ts'
import type { Concat } from './concat.ts'
import { parseMetadata, type TusMetadata } from './metadata.ts'
import { countUnjoined, insertTusUpload, renewUploads, type TusUpload } from './tus.store.ts'
import type { TusParts } from './tus-parts.ts'
import { readState, type TusState } from './tus-state.ts'

export interface NewTusUpload {
  /** Undefined for a final one, which is as long as its parts. */
  sizeBytes: number | undefined
  /** As it came. */
  metadata: string | undefined
  concat: Concat
}

/** A session of blocks like every other, and what tus wants to know of it. */
export async function createTusUpload(
  parts: TusParts,
  access: Access,
  given: NewTusUpload,
): Promise<TusState> {
  const { concat, metadata } = given
  const partials = concat.kind === 'final' ? await lockPartials(parts, access, concat.ids) : []
  const sizeBytes = toSize(given, partials)
  // A partial one has a name from nobody, and needs none.
  const said: TusMetadata =
    concat.kind === 'partial' ? { filename: 'partial' } : parseMetadata(metadata)
  const conflict = said.conflict ?? 'rename'
  const parentId = said.parent_id ?? ROOT_ID
  if (conflict === 'fail') await checkFree(parts, access, parentId, said.filename)
  const { drive_id, id } = await parts.uploads.create(access, {
    parentId,
    name: said.filename,
    sizeBytes,
    madeOf:
      concat.kind === 'final'
        ? { ids: concat.ids, promisedBytes: promisedOnce(partials) }
        : undefined,
    isPart: concat.kind === 'partial',
    blockHashes: undefined,
    mimeType: said.filetype,
    modifiedAt: said.modified === undefined ? undefined : Date.parse(said.modified),
  })
  const row: TusUploadRow = {
    drive_id,
    upload_id: id,
    kind: concat.kind,
    conflict,
    metadata: metadata ?? null,
    partial_ids: concat.kind === 'final' ? JSON.stringify(concat.ids) : null,
  }
  try {
    await parts.db.write(async (writer) => {
      if (concat.kind === 'final') await lockQuota(writer, drive_id)
      await insertTusUpload(writer, row)
      if (concat.kind === 'final') await requireFewUnjoined(parts, writer, drive_id)
    })
  } catch (error) {
    await parts.uploads.abort(access, id)
    throw error
  }
  return parts.drives.read(access, (reader, drive) =>
    readState(reader, drive, id, parts.clock.now()),
  )
}

function toSize({ sizeBytes, concat }: NewTusUpload, partials: readonly TusUpload[]): number {
  if (concat.kind === 'final' && sizeBytes === undefined) {
    return partials.reduce((sum, { size }) => sum + size, 0)
  }
  if (concat.kind !== 'final' && sizeBytes !== undefined) return sizeBytes
  throw new ServiceError('invalid_argument', {
    description: 'Upload-Length is required, except for a final upload, which must not have it',
  })
}

/** One that is named twice was promised its room once. */
function promisedOnce(partials: readonly TusUpload[]): number {
  const promised = new Map(partials.map(({ id, reserved }) => [id, reserved]))
  return promised.values().reduce((sum, bytes) => sum + bytes, 0)
}

async function requireFewUnjoined(
  { clock, maxUnjoined }: TusParts,
  writer: Writer,
  driveId: string,
): Promise<void> {
  if ((await countUnjoined(writer, driveId, clock.now())) <= maxUnjoined) return
  throw new ServiceError('resource_exhausted', {
    description: `a drive can have ${maxUnjoined} final uploads that are being joined: ask again when one is done`,
    details: [{ '@type': ERROR_INFO, domain: 'drive', metadata: { retry_after: '10' } }],
  })
}

/** Complete partial uploads of this person; they stay until the final one is made of them. */
async function lockPartials(
  { db, drives, clock, uploadTtlMs }: TusParts,
  access: Access,
  ids: readonly string[],
): Promise<TusUpload[]> {
  const drive = await drives.read(access, async (_reader, drive) => drive)
  return db.write(async (writer) => {
    const now = clock.now()
    const partials: TusUpload[] = []
    for (const id of ids) {
      const { upload, offset } = await readState(writer, drive, id, now)
      if (upload.kind !== 'partial' || offset < upload.size) {
        throw new ServiceError('failed_precondition', {
          description: 'Upload-Concat must name complete partial uploads',
          status: 400,
        })
      }
      partials.push(upload)
    }
    await renewUploads(writer, drive.id, ids, now + uploadTtlMs)
    return partials
  })
}

/** Said before the bytes are sent; whether the name is free then, only the end can tell. */
async function checkFree(
  { drives }: TusParts,
  access: Access,
  parentId: string,
  given: string,
): Promise<void> {
  const name = toNodeName(given)
  await drives.read(access, async (reader, drive) => {
    const { folder } = await openTarget(reader, drive, parentId, 'add')
    const find = (candidate: string) => findChild(reader, drive, folder.id, candidate)
    const wanted = { name, kind: 'file', conflict: 'fail', find } as const
    await chooseName(drive, { ...wanted, folderRights: folder.rights })
  })
}
