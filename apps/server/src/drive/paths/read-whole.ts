import { ServiceError } from '@awan/protocol/errors'
import type { SentFile } from './sent-file.ts'

interface Whole extends Pick<SentFile, 'giveBack'> {
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  sizeBytes: number
}

/** All bytes of a small file, in memory of their own. */
export async function readWhole({ bytes, sizeBytes, giveBack }: Whole): Promise<Uint8Array> {
  const whole = Buffer.allocUnsafeSlow(sizeBytes)
  let filled = 0
  for await (const chunk of bytes) {
    if (filled + chunk.length > whole.length) {
      throw new ServiceError('invalid_argument', {
        description: 'the body has more bytes than announced',
      })
    }
    whole.set(chunk, filled)
    filled += chunk.length
    giveBack?.(chunk)
  }
  if (filled < sizeBytes) {
    throw new ServiceError('invalid_argument', {
      description: 'the body has fewer bytes than announced',
    })
  }
  return whole
}
