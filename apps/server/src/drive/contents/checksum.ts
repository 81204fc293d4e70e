import { createHash } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { ContentChecksum } from './blob-checksums.ts'

/** What bytes must add up to, as their sender says. */
export class Checksum implements ContentChecksum {
  readonly algorithm: string
  readonly #digest: Digest
  readonly #expected: Buffer
  readonly #mismatch: { description: string; status: number }

  constructor(
    algorithm: string,
    expected: Buffer,
    mismatch: { description: string; status: number },
  ) {
    this.algorithm = algorithm
    this.#digest = algorithm === 'adler32' ? new Adler32() : createHash(algorithm)
    this.#expected = expected
    this.#mismatch = mismatch
  }

  update(bytes: Uint8Array): void {
    this.#digest.update(bytes)
  }

  /** What was sent, in hexadecimal. */
  get value(): string {
    return this.#expected.toString('hex')
  }

  verify(): void {
    if (this.#digest.digest().equals(this.#expected)) return
    throw new ServiceError('data_loss', this.#mismatch)
  }
}

/**
 * The same bytes, of which the last are handed on only if all add up. Where their number is known, whoever takes them may
 * not ask for what comes after the last.
 */
export async function* verified(
  bytes: AsyncIterable<Uint8Array>,
  { checksum, sizeBytes }: { checksum: Checksum; sizeBytes: number | undefined },
): AsyncIterable<Uint8Array> {
  let seen = 0
  for await (const chunk of bytes) {
    checksum.update(chunk)
    seen += chunk.length
    if (seen === sizeBytes && chunk.length > 0) {
      checksum.verify()
      yield chunk
      return
    }
    yield chunk
  }
  // What ends too early is refused for that.
  if (sizeBytes === undefined || sizeBytes === seen) checksum.verify()
}

interface Digest {
  update(bytes: Uint8Array): unknown
  digest(): Buffer
}

/** RFC 1950, 9. */
class Adler32 implements Digest {
  #a = 1
  #b = 0

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += SUMS_BEFORE_MODULO) {
      for (const byte of bytes.subarray(at, at + SUMS_BEFORE_MODULO)) {
        this.#a += byte
        this.#b += this.#a
      }
      this.#a %= MODULUS
      this.#b %= MODULUS
    }
  }

  digest(): Buffer {
    const digest = Buffer.alloc(4)
    digest.writeUInt16BE(this.#b, 0)
    digest.writeUInt16BE(this.#a, 2)
    return digest
  }
}

const MODULUS = 65_521
const SUMS_BEFORE_MODULO = 4096
