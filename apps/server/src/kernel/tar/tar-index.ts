import type { FileHandle } from 'node:fs/promises'
import { parsePaxSize, parseTarHeader, TAR_BLOCK, tarPadding } from './tar-records.ts'

/** Where the bytes of a file lie in an archive. */
export interface TarPlace {
  start: number
  sizeBytes: number
}

/** Goes from header to header and reads nothing else. What is not there to its end is left out. */
export async function readTarIndex(archive: FileHandle): Promise<Map<string, TarPlace>> {
  const places = new Map<string, TarPlace>()
  const { size } = await archive.stat()
  let toldBytes: number | undefined
  for (let at = 0; at < size; ) {
    const found = parseTarHeader(await readAt(archive, at, TAR_BLOCK))
    if (!found) break
    const start = at + TAR_BLOCK
    const sizeBytes = toldBytes ?? found.sizeBytes
    at = start + sizeBytes + tarPadding(sizeBytes).length
    toldBytes = undefined
    if (at > size) break
    if (found.type === 'x') {
      toldBytes = parsePaxSize((await readAt(archive, start, sizeBytes)).toString())
    } else if (found.type === '0') {
      places.set(found.path, { start, sizeBytes })
    }
  }
  return places
}

async function readAt(archive: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await archive.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
