import type { Readable } from 'node:stream'

const LENGTH_BYTES = 4

/** Bytes with their length in front of them, so that a pipe can carry one after the other. */
export function toFrame(bytes: Uint8Array): Buffer[] {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(bytes.length)
  return [length, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)]
}

/** A frame that claims to be longer than it may be ends the reading. */
export async function* readFrames(stream: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let held = 0
  let wanted: number | undefined
  const take = (count: number): Buffer => {
    const all = Buffer.concat(chunks)
    chunks = count < all.length ? [all.subarray(count)] : []
    held -= count
    return all.subarray(0, count)
  }
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer)
    held += (chunk as Buffer).length
    for (;;) {
      if (wanted === undefined) {
        if (held < LENGTH_BYTES) break
        wanted = take(LENGTH_BYTES).readUInt32BE()
        if (wanted > maxBytes) throw new RangeError(`a frame of ${wanted} bytes is too long`)
      }
      if (held < wanted) break
      const frame = take(wanted)
      wanted = undefined
      yield frame
    }
  }
}
