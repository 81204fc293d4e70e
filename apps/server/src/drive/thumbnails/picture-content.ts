import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ByteRange } from '../../blobs/blob-store.ts'
import type { ReadBytes } from '../../kernel/zip/read-ahead.ts'

/** Of what a picture is to be made. */
export interface PictureContent {
  sizeBytes: number
  read(range: ByteRange): Promise<Readable>
}

/** The whole of it, in memory. */
export async function readWhole({ sizeBytes, read }: PictureContent): Promise<Buffer> {
  return buffer(await read({ start: 0, end: sizeBytes - 1 }))
}

/** Parts of it. */
export function readParts({ read }: PictureContent): ReadBytes {
  return async (start, length) =>
    length === 0 ? Buffer.alloc(0) : buffer(await read({ start, end: start + length - 1 }))
}

/** In a folder of its own, with nothing else in it, for as long as a program reads it. */
export async function withFileOf<T>(
  content: PictureContent,
  use: (file: { path: string; folder: string }) => Promise<T>,
  { endBytes = content.sizeBytes }: { endBytes?: number } = {},
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'awan-picture-'))
  try {
    const path = join(folder, 'content')
    await writeEnds(content, path, endBytes)
    return await use({ path, folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A file of the length of the content, with a hole where nobody looks: an hour of film is not copied. */
async function writeEnds(
  { sizeBytes, read }: PictureContent,
  path: string,
  endBytes: number,
): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.truncate(sizeBytes)
    const middle = Math.min(sizeBytes, endBytes)
    const last = Math.max(middle, sizeBytes - endBytes)
    for (const { start, end } of [
      { start: 0, end: middle - 1 },
      { start: last, end: sizeBytes - 1 },
    ]) {
      if (start > end) continue
      let at = start
      for await (const chunk of await read({ start, end })) {
        await file.write(chunk, 0, chunk.length, at)
        at += chunk.length
      }
    }
  } finally {
    await file.close()
  }
}
