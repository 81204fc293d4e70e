import type { ReadBytes } from './read-ahead.ts'
import { findContent, isPossible, unpackSmall } from './read-content.ts'
import {
  DEFLATED,
  type DirectoryEntry,
  findDirectory,
  readDirectory,
  STORED,
  type ZipDirectory,
} from './read-directory.ts'
import { damaged } from './zip-error.ts'

/** An archive of which a few entries are read. */
export interface ZipParts {
  readonly read: ReadBytes
  readonly sizeBytes: number
  /** So many entries are looked at. */
  readonly maxEntries: number
  directory?: ZipDirectory
}

/** The first of each name that is wanted. Only these are kept: names may be long, and many. */
export async function findEntries(
  zip: ZipParts,
  isWanted: (name: string) => boolean,
  { most = Number.POSITIVE_INFINITY }: { most?: number } = {},
): Promise<Map<string, DirectoryEntry>> {
  zip.directory ??= await findDirectory(zip.read, zip.sizeBytes)
  const found = new Map<string, DirectoryEntry>()
  let count = 0
  for await (const entry of readDirectory(zip.read, zip.directory)) {
    if (++count > zip.maxEntries) break
    const { name } = entry
    if (name !== undefined && !found.has(name) && isWanted(name)) found.set(name, entry)
    if (found.size === most) break
  }
  return found
}

/** The whole content of an entry that is not larger. */
export async function readSmallEntry(
  { read, sizeBytes }: ZipParts,
  entry: DirectoryEntry,
  maxBytes: number,
): Promise<Buffer> {
  requireReadable(entry)
  if (entry.sizeBytes > maxBytes || entry.packedBytes > maxBytes) {
    throw damaged('the entry is too large')
  }
  const start = await findContent(read, entry, sizeBytes)
  return unpackSmall(await read(start, entry.packedBytes), entry)
}

export function requireReadable(entry: DirectoryEntry): void {
  const { method, isEncrypted } = entry
  if (isEncrypted || (method !== STORED && method !== DEFLATED)) {
    throw damaged('the entry is packed in a way that nobody reads')
  }
  if (!isPossible(entry)) throw damaged('the entry is too large for what is packed')
}
