import type { ReadBytes } from '../../../kernel/zip/read-ahead.ts'
import { findContent, isPossible, unpackSmall } from '../../../kernel/zip/read-content.ts'
import {
  DEFLATED,
  type DirectoryEntry,
  findDirectory,
  readDirectory,
  STORED,
  type ZipDirectory,
} from '../../../kernel/zip/read-directory.ts'
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
  const zip: Zip = { read, sizeBytes, directory: undefined }
  try {
    const found = await findEntries(zip, [THUMBNAIL, RELATIONSHIPS])
    const own = found.get(THUMBNAIL)
    if (own) return await readEntry(zip, own, MAX_THUMBNAIL_BYTES)
    const relationships = found.get(RELATIONSHIPS)
    if (!relationships) throw noPicture('it is no document of an office program')
    const text = (await readEntry(zip, relationships, MAX_RELATIONSHIP_BYTES)).toString()
    const target = thumbnailTarget(text)
    const entry = target === undefined ? undefined : (await findEntries(zip, [target])).get(target)
    if (!entry) throw noPicture('the document holds no picture of itself')
    return await readEntry(zip, entry, MAX_THUMBNAIL_BYTES)
  } catch (error) {
    throw error instanceof ZipError ? noPicture(error) : error
  }
}

interface Zip {
  read: ReadBytes
  sizeBytes: number
  directory: ZipDirectory | undefined
}

/** The first of each name. Only these are kept: names may be long, and many. */
async function findEntries(
  zip: Zip,
  names: readonly string[],
): Promise<Map<string, DirectoryEntry>> {
  zip.directory ??= await findDirectory(zip.read, zip.sizeBytes)
  const found = new Map<string, DirectoryEntry>()
  let count = 0
  for await (const entry of readDirectory(zip.read, zip.directory)) {
    if (++count > MAX_ENTRIES) break
    const { name } = entry
    if (name !== undefined && names.includes(name) && !found.has(name)) found.set(name, entry)
    if (found.size === names.length) break
  }
  return found
}

async function readEntry(zip: Zip, entry: DirectoryEntry, maxBytes: number): Promise<Buffer> {
  const { method, sizeBytes, packedBytes, isEncrypted } = entry
  const isReadable = !isEncrypted && (method === STORED || method === DEFLATED)
  if (!isReadable) throw noPicture('its picture is packed in a way that nobody reads')
  if (sizeBytes > maxBytes || packedBytes > maxBytes || !isPossible(entry)) {
    throw noPicture('its picture is too large')
  }
  const start = await findContent(zip.read, entry, zip.sizeBytes)
  return unpackSmall(await zip.read(start, packedBytes), entry)
}
