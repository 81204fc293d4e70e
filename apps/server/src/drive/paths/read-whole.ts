import { BLOCK_BYTES } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { SentFile } from './put-file.ts'

/** All bytes of a small file, in memory of their own. */
export async function readWhole({ bytes, sizeBytes, giveBack }: SentFile): Promise<Uint8Array> {
  // Without a length there is room for the largest that may come.
  const whole = Buffer.allocUnsafeSlow(sizeBytes ?? BLOCK_BYTES)
  let filled = 0
  for await (const chunk of bytes) {
    if (filled + chunk.length > whole.length) throw tooMany(sizeBytes)
    whole.set(chunk, filled)
    filled += chunk.length
    giveBack?.(chunk)
  }
  if (sizeBytes !== undefined && filled < sizeBytes) {
    throw new ServiceError('invalid_argument', { description: 'the bytes end early' })
  }
  return whole.subarray(0, filled)
}

function tooMany(sizeBytes: number | undefined): ServiceError {
  return sizeBytes === undefined
    ? new ServiceError('invalid_argument', {
        description: `more than ${BLOCK_BYTES} bytes need a Content-Length`,
        status: 411,
      })
    : new ServiceError('invalid_argument', { description: 'more bytes than were announced' })
}
