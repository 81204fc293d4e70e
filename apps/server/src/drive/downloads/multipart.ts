import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ByteRange } from '../../blobs/blob-store.ts'

export interface Multipart {
  contentType: string
  lengthBytes: number
  body: Readable
}

/** Several ranges of one content as one body, of known length (RFC 9110, 14.6). */
export function toMultipart(
  ranges: readonly ByteRange[],
  content: {
    contentType: string
    sizeBytes: number
    read(range: ByteRange): Promise<Readable>
  },
): Multipart {
  // Nobody who wrote the content could know it, so that it stands nowhere in there.
  const boundary = randomBytes(18).toString('hex')
  const parts = ranges.map((range) => ({ range, head: Buffer.from(headOf(range)) }))
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/byteranges; boundary=${boundary}`,
    lengthBytes: parts.reduce(
      (sum, { range, head }) => sum + head.length + range.end - range.start + 1,
      end.length,
    ),
    body: Readable.from(write(), { objectMode: false }),
  }

  function headOf({ start, end }: ByteRange): string {
    return [
      `\r\n--${boundary}`,
      `Content-Type: ${content.contentType}`,
      `Content-Range: bytes ${start}-${end}/${content.sizeBytes}`,
      '\r\n',
    ].join('\r\n')
  }

  /** One part is opened after the other. */
  async function* write(): AsyncGenerator<Buffer> {
    for (const { range, head } of parts) {
      yield head
      yield* await content.read(range)
    }
    yield end
  }
}
