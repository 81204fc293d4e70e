import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import { type Candidate, hasTrash, listByTime, type TimeKey } from './lists.store.ts'
import { toTimeToken } from './time-token.ts'
import { findPlaces } from './ways-up.ts'

/** Read at once: an index range that holds no rows. */
const WALKED = 5_000

/** Every image and video outside the trash, as the pages show them, without reading their rows. */
export async function* walkPhotos(reader: Reader, drive: DriveRow): AsyncIterable<Candidate> {
  const mayBeInTrash = await hasTrash(reader, drive.id)
  let before: TimeKey | undefined
  for (;;) {
    const found = await listByTime(reader, drive.id, 'taken_at', { before, limit: WALKED })
    const parents = mayBeInTrash ? found.map(({ parent_id }) => parent_id) : []
    const places = await findPlaces(reader, drive.id, parents)
    yield* found.filter(({ parent_id }) => places(parent_id)?.isInTrash !== true)
    before = found.at(-1)
    if (!before || found.length < WALKED) return
  }
}

/** Where the page after this one begins. */
export function toPhotoToken(photo: TimeKey): string {
  return toTimeToken('taken_at', photo)
}
