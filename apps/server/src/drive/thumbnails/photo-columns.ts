import type { PictureFacts } from '@awan/protocol/drive'
import type { ThumbnailJobRow } from '../../db/tables.ts'
import type { PhotoColumns } from './thumbnails.store.ts'

/** What the timeline needs to know of a photo or video, of all that was read in it. */
export function toPhotoColumns({
  takenAt,
  facts,
}: {
  takenAt: number | undefined
  facts: PictureFacts | undefined
}): PhotoColumns {
  return {
    taken_at: takenAt ?? null,
    aspect: facts ? toAspect(facts) : null,
    duration_ms: facts?.duration_ms ?? null,
    camera: facts?.camera ?? null,
  }
}

/** The same, of a content that was read before. */
export function photoColumnsOf({
  taken_at,
  picture,
}: Pick<ThumbnailJobRow, 'taken_at' | 'picture'>): PhotoColumns {
  const facts = picture === null ? undefined : (JSON.parse(picture) as PictureFacts)
  return toPhotoColumns({ takenAt: taken_at ?? undefined, facts })
}

/** The width for 100 of the height. */
function toAspect({ width, height }: Pick<PictureFacts, 'width' | 'height'>): number {
  return Math.min(10_000, Math.max(1, Math.round((100 * width) / height)))
}
