import type { Writer } from '../../db/database.ts'
import { photoColumnsOf } from './photo-columns.ts'
import { CAMERA_KINDS, type PictureKind, pictureKind } from './picture-kind.ts'
import { findJob, insertJob, setPhotoColumns } from './thumbnails.store.ts'

export interface Ordered {
  drive_id: string
  blob_id: string
  mime_type: string | null
  size: number
}

/**
 * Thumbnails of a new content are made soon after the transaction that makes it a file; what can have
 * none costs nothing. Contents that several files share are ordered once.
 */
export async function orderThumbnails(
  writer: Writer,
  content: Ordered,
  now: number,
): Promise<void> {
  const kind = pictureKind(content)
  if (!kind) return
  await insertOrder(writer, { ...content, kind }, now)
  // The same content was here before: what its camera says is known.
  const known = CAMERA_KINDS.has(kind) ? await findJob(writer, content) : undefined
  if (known) await setPhotoColumns(writer, content, photoColumnsOf(known))
}

export function insertOrder(
  writer: Writer,
  { drive_id, blob_id, kind }: Pick<Ordered, 'drive_id' | 'blob_id'> & { kind: PictureKind },
  now: number,
): Promise<void> {
  return insertJob(writer, {
    drive_id,
    blob_id,
    kind,
    state: 'waiting',
    problem: null,
    attempts: 0,
    leased_until: 0,
    created_at: now,
    taken_at: null,
    picture: null,
  })
}
