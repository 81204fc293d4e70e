/** Exactly so many bytes of an archive, from a position on; they are not changed afterwards. */
export type ReadBytes = (start: number, length: number) => Promise<Buffer>

const FIRST_BYTES = 16 * 1024
const MOST_BYTES = 1024 * 1024
/** Headers and short contents between two reads do not end what is read in order. */
const GAP_BYTES = 64 * 1024

/**
 * Reads more than is asked for while it is asked in order, twice as much each time: thousands of small entries cost few
 * reads. A jump begins with little again, so that an archive in a strange order does not make a server read it many times.
 */
export function readAhead(read: ReadBytes, sizeBytes: number): ReadBytes {
  let start = 0
  let bytes: Buffer = Buffer.alloc(0)
  let aheadBytes = FIRST_BYTES / 2

  return async (at, length) => {
    const end = start + bytes.length
    if (at >= start && at + length <= end) return bytes.subarray(at - start, at - start + length)
    const isInOrder = at >= start && at <= end + GAP_BYTES
    aheadBytes = isInOrder ? Math.min(aheadBytes * 2, MOST_BYTES) : FIRST_BYTES
    const wanted = Math.min(Math.max(length, aheadBytes), sizeBytes - at)
    bytes = await read(at, Math.max(length, wanted))
    start = at
    return bytes.subarray(0, length)
  }
}
