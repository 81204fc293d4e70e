import { createHash, type Hash } from 'node:crypto'
import { CHECKSUM_MISMATCH_STATUS, TUS_CHECKSUMS } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'

/** What the bytes of one request must add up to. */
export class Checksum {
  readonly algorithm: (typeof TUS_CHECKSUMS)[number]
  readonly #hash: Hash
  readonly #expected: Buffer

  constructor(algorithm: (typeof TUS_CHECKSUMS)[number], expected: Buffer) {
    this.algorithm = algorithm
    this.#hash = createHash(algorithm)
    this.#expected = expected
  }

  update(bytes: Uint8Array): void {
    this.#hash.update(bytes)
  }

  /** What was sent, in hexadecimal. */
  get value(): string {
    return this.#expected.toString('hex')
  }

  verify(): void {
    if (this.#hash.digest().equals(this.#expected)) return
    throw new ServiceError('data_loss', {
      description: 'the bytes do not match the checksum in Upload-Checksum: send them again',
      status: CHECKSUM_MISMATCH_STATUS,
    })
  }
}

/** `Upload-Checksum`: the algorithm and the digest in Base64. */
export function parseChecksum(header: string): Checksum {
  const [, name = '', digest = ''] = /^(\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(header) ?? []
  const algorithm = TUS_CHECKSUMS.find((known) => known === name)
  if (!algorithm) {
    throw new ServiceError('invalid_argument', {
      description: `Upload-Checksum must be one of ${TUS_CHECKSUMS.join(', ')}, and the digest in Base64`,
    })
  }
  return new Checksum(algorithm, Buffer.from(digest, 'base64'))
}
