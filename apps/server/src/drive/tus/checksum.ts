import { CHECKSUM_MISMATCH_STATUS, TUS_CHECKSUMS } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { Checksum } from '../contents/checksum.ts'

/** `Upload-Checksum`: the algorithm and the digest in Base64. */
export function parseChecksum(header: string): Checksum {
  const [, name = '', digest = ''] = /^(\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(header) ?? []
  const algorithm = TUS_CHECKSUMS.find((known) => known === name)
  if (!algorithm) {
    throw new ServiceError('invalid_argument', {
      description: `Upload-Checksum must be one of ${TUS_CHECKSUMS.join(', ')}, and the digest in Base64`,
    })
  }
  return new Checksum(algorithm, Buffer.from(digest, 'base64'), {
    description: 'the bytes do not match the checksum in Upload-Checksum: send them again',
    status: CHECKSUM_MISMATCH_STATUS,
  })
}
