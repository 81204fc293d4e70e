import type { Reader } from '../../db/database.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findPlaces, isShown } from '../access/ways-up.ts'
import { type TimeKey, toTimeParts } from '../time-token.ts'
import { type Candidate, hasTrash, listByTime } from './lists.store.ts'

/** Read at once: an index range that holds no rows. */
const WALKED = 5_000

/** Every image and video outside the trash, as the pages show them, without reading their rows. */
export async function* walkPhotos(reader: Reader, drive: OpenDrive): AsyncIterable<Candidate> {
  const isAsked = !drive.reach.isUniform || (await hasTrash(reader, drive.id))
  let before: TimeKey | undefined
  for (;;) {
    const found = await listByTime(reader, drive, 'taken_at', { before, limit: WALKED })
    const parents = isAsked ? found.map(({ parent_id }) => parent_id) : []
    const places = await findPlaces(reader, drive, parents)
    yield* found.filter(
      ({ id, parent_id, is_hidden }) => !is_hidden && isShown(drive, id, places(parent_id)),
    )
    before = found.at(-1)
    if (!before || found.length < WALKED) return
  }
}

/** Where the page after this one begins, as parts of its token. */
export function toPhotoParts(photo: TimeKey): unknown[] {
  return toTimeParts('taken_at', photo)
}
