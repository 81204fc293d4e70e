import type { Writer } from '../../db/database.ts'
import type { BlobRow, NodeRow, VersionRow } from '../../db/tables.ts'
import { sumReserved, sumUsed } from './check.store.ts'

type Key = Pick<BlobRow, 'drive_id' | 'id'>

/** Counts anew in the statement that writes: what was found before may be over. */
export async function recountReferences(writer: Writer, blob: Key, now: number): Promise<void> {
  const { count } = await writer
    .selectFrom('versions')
    .select((version) => version.fn.countAll<number>().as('count'))
    .where('drive_id', '=', blob.drive_id)
    .where('blob_id', '=', blob.id)
    .executeTakeFirstOrThrow()
  const refs = Number(count)
  await writer
    .updateTable('blobs')
    .set((row) => ({
      refs,
      unused_since:
        refs > 0
          ? null
          : // A draft that was never finished is not collected but ended with its upload.
            row.case().when('hash', 'is', null).then(null).else(now).end(),
    }))
    .where('drive_id', '=', blob.drive_id)
    .where('id', '=', blob.id)
    .execute()
}

export async function recountUsage(writer: Writer, driveId: string): Promise<void> {
  const used_bytes = await sumUsed(writer, driveId)
  await writer.updateTable('drives').set({ used_bytes }).where('id', '=', driveId).execute()
}

/** What uploads and tasks have been promised, and no more. */
export async function recountReserved(writer: Writer, driveId: string): Promise<void> {
  await writer
    .updateTable('drives')
    .set({ reserved_bytes: await sumReserved(writer, driveId) })
    .where('id', '=', driveId)
    .execute()
}

/** A draft that still belongs to no upload; whoever gets `true` removes its bytes. */
export async function deleteForgottenDraft(writer: Writer, blob: Key): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('blobs')
    .where('drive_id', '=', blob.drive_id)
    .where('id', '=', blob.id)
    .where('hash', 'is', null)
    .where('refs', '=', 0)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('uploads')
            .select('uploads.id')
            .whereRef('uploads.drive_id', '=', 'blobs.drive_id')
            .whereRef('uploads.blob_id', '=', 'blobs.id'),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteTag(
  writer: Writer,
  tag: { driveId: string; nodeId: string; tag: string },
): Promise<void> {
  await writer
    .deleteFrom('node_tags')
    .where('drive_id', '=', tag.driveId)
    .where('node_id', '=', tag.nodeId)
    .where('tag', '=', tag.tag)
    .execute()
}

export async function listKeptTags(writer: Writer, node: Key): Promise<string[]> {
  const rows = await writer
    .selectFrom('node_tags')
    .select('tag')
    .where('drive_id', '=', node.drive_id)
    .where('node_id', '=', node.id)
    .execute()
  return rows.map(({ tag }) => tag)
}

export async function setNode(
  writer: Writer,
  node: Key,
  set: Partial<Omit<NodeRow, 'drive_id' | 'id'>>,
): Promise<void> {
  await writer
    .updateTable('nodes')
    .set((row) => ({ ...set, revision: row('revision', '+', 1) }))
    .where('drive_id', '=', node.drive_id)
    .where('id', '=', node.id)
    .execute()
}

export function findNewestVersion(
  writer: Writer,
  node: Key,
): Promise<Pick<VersionRow, 'id' | 'size' | 'hash'> | undefined> {
  return writer
    .selectFrom('versions')
    .select(['id', 'size', 'hash'])
    .where('drive_id', '=', node.drive_id)
    .where('node_id', '=', node.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findOwnVersion(
  writer: Writer,
  node: NodeRow,
): Promise<Pick<VersionRow, 'id' | 'size' | 'hash'> | undefined> {
  return writer
    .selectFrom('versions')
    .select(['id', 'size', 'hash'])
    .where('drive_id', '=', node.drive_id)
    .where('node_id', '=', node.id)
    .where('id', '=', node.version_id ?? '')
    .executeTakeFirst()
}
