import type { Reader } from '../../db/database.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findPlaces, isShown } from '../access/ways-up.ts'
import { type TimeKey, toTimeParts } from '../time-token.ts'
import { hasTrash } from './lists.store.ts'
import { type PhotoFilter, timelineQuery } from './photos.store.ts'

/** Read at once: a range of the index. */
const WALKED = 5_000

/** One image or video, without its row. */
export interface WalkedPhoto extends TimeKey {
  aspect: number | null
  camera: string | null
  isVideo: boolean
  /** Whether the filter has it. */
  isWanted: boolean
}

/** Every image and video outside the trash, in the order of the pages. */
export async function* walkPhotos(
  reader: Reader,
  drive: OpenDrive,
  filter: PhotoFilter,
): AsyncIterable<WalkedPhoto> {
  const isAsked = !drive.reach.isUniform || (await hasTrash(reader, drive.id))
  let before: TimeKey | undefined
  for (;;) {
    const found = await timelineQuery(reader, drive, { before, filter }).limit(WALKED).execute()
    const parents = isAsked ? found.map(({ parent_id }) => parent_id) : []
    const places = await findPlaces(reader, drive, parents)
    for (const { id, at, parent_id, aspect, camera, ...is } of found) {
      if (is.is_hidden || !isShown(drive, id, places(parent_id))) continue
      const isWanted = !is.is_unwanted
      yield { id, at, aspect, camera, isVideo: Boolean(is.is_video), isWanted }
    }
    before = found.at(-1)
    if (!before || found.length < WALKED) return
  }
}

/** Where the page after this one begins, as parts of its token. */
export function toPhotoParts(photo: TimeKey): unknown[] {
  return toTimeParts('taken_at', photo)
}
