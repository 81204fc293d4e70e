import { ServiceError } from '@awan/protocol/errors'
import type { SentFile } from './sent-file.ts'

/** All bytes of a small file, in memory of their own. */
export async function readWhole({
  bytes,
  sizeBytes,
  giveBack,
}: SentFile & { sizeBytes: number }): Promise<Uint8Array> {
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
