import { ServiceError } from '@awan/protocol/errors'
import type { UploadSource } from '../upload-source.ts'
import { type FileEntry, openSource, unreadable } from './upload-entry.ts'

/** The bytes of each of these files, or why it cannot be read. */
export async function readContents(
  entries: readonly FileEntry[],
): Promise<(Uint8Array<ArrayBuffer> | ServiceError)[]> {
  const sources = await Promise.all(
    entries.map((entry) => openSource(entry).catch((error: ServiceError) => error)),
  )
  const opened = sources.filter((source) => isOpen(source))
  const together = await readTogether(opened)
  return Promise.all(
    sources.map((source, index) => {
      if (!isOpen(source)) return source
      const entry = entries[index] as FileEntry
      return (
        together?.get(source) ??
        readOne(source, entry).catch((cause) => unreadable(entry.path, cause))
      )
    }),
  )
}

function isOpen(source: UploadSource | ServiceError): source is UploadSource {
  return !(source instanceof ServiceError)
}

/**
 * A browser asks another process for every file that is read, and once for all that are joined. Where one of
 * them cannot be read, none is: then each by itself tells which.
 */
async function readTogether(
  sources: readonly UploadSource[],
): Promise<Map<UploadSource, Uint8Array<ArrayBuffer>> | undefined> {
  const blobs = sources.filter((source) => source instanceof Blob)
  if (blobs.length < 2 || blobs.length < sources.length) return undefined
  const sizes = blobs.map(({ size }) => size)
  let joined: ArrayBuffer
  try {
    joined = await new Blob(blobs).arrayBuffer()
  } catch {
    return undefined
  }
  if (joined.byteLength !== sizes.reduce((sum, size) => sum + size, 0)) return undefined
  let at = 0
  return new Map(
    sources.map((source, index) => {
      const content = new Uint8Array(joined, at, sizes[index])
      at += content.length
      return [source, content]
    }),
  )
}

async function readOne(
  source: UploadSource,
  { path }: FileEntry,
): Promise<Uint8Array<ArrayBuffer>> {
  // Asked for once: of a file on disk a browser looks it up each time.
  const { size } = source
  const body = await source.slice(0, size)
  const content = body instanceof Uint8Array ? body : new Uint8Array(await body.arrayBuffer())
  if (content.length === size) return content
  throw unreadable(path, new RangeError(`${content.length} bytes instead of ${size}`))
}
