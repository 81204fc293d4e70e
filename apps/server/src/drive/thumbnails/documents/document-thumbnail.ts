import { findEntries, readSmallEntry, type ZipParts } from '../../../kernel/zip/find-entries.ts'
import type { ReadBytes } from '../../../kernel/zip/read-ahead.ts'
import { ZipError } from '../../../kernel/zip/zip-error.ts'
import { noPicture } from '../make-pictures.ts'
import { thumbnailTarget } from './thumbnail-target.ts'

/** No office program writes as many. */
const MAX_ENTRIES = 10_000
const MAX_RELATIONSHIP_BYTES = 64 * 1024
const MAX_THUMBNAIL_BYTES = 16 * 1024 * 1024

/** Where OpenDocument has it, and what says where Office Open XML does. */
const THUMBNAIL = 'Thumbnails/thumbnail.png'
const RELATIONSHIPS = '_rels/.rels'

/** The picture of its first page that a document holds itself, if its program wrote one. */
export async function documentThumbnail(read: ReadBytes, sizeBytes: number): Promise<Buffer> {
  const zip: ZipParts = { read, sizeBytes, maxEntries: MAX_ENTRIES }
  try {
    const found = await findNamed(zip, [THUMBNAIL, RELATIONSHIPS])
    const own = found.get(THUMBNAIL)
    if (own) return await readSmallEntry(zip, own, MAX_THUMBNAIL_BYTES)
    const relationships = found.get(RELATIONSHIPS)
    if (!relationships) throw noPicture('it is no document of an office program')
    const text = (await readSmallEntry(zip, relationships, MAX_RELATIONSHIP_BYTES)).toString()
    const target = thumbnailTarget(text)
    const entry = target === undefined ? undefined : (await findNamed(zip, [target])).get(target)
    if (!entry) throw noPicture('the document holds no picture of itself')
    return await readSmallEntry(zip, entry, MAX_THUMBNAIL_BYTES)
  } catch (error) {
    throw error instanceof ZipError ? noPicture(error) : error
  }
}

function findNamed(zip: ZipParts, names: readonly string[]) {
  return findEntries(zip, (name) => names.includes(name), { most: names.length })
}
