import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { header } from '../../http/caller.ts'
import { Checksum } from '../contents/checksum.ts'

/** When the file was changed on the device that it comes from, in seconds and perhaps a fraction of one. */
export function sentTime(request: FastifyRequest): number | undefined {
  const seconds = header(request, 'x-oc-mtime')
  if (seconds === undefined) return undefined
  const at = /^-?\d{1,12}(?:\.\d{1,9})?$/.test(seconds)
    ? Math.floor(Number(seconds) * 1000)
    : Number.NaN
  if (Math.abs(at) <= MAX_TIME_MS) return at
  throw new ServiceError('invalid_argument', {
    description: 'X-OC-Mtime must be the number of seconds since 1970',
  })
}

/** `OC-Checksum`: the algorithm and the digest in hexadecimal; of one that nobody here knows, nothing is said. */
export function sentChecksum(request: FastifyRequest): Checksum | undefined {
  for (const text of (header(request, 'oc-checksum') ?? '').split(/[ ,]+/)) {
    const [, name = '', digest = ''] = /^([\w-]+):([0-9a-f]+)$/i.exec(text) ?? []
    const algorithm = name.toLowerCase()
    const lengthBytes = CHECKSUM_BYTES.get(algorithm)
    if (lengthBytes === undefined || digest.length !== 2 * lengthBytes) continue
    return new Checksum(algorithm, Buffer.from(digest, 'hex'), {
      description: 'the bytes do not match the checksum in OC-Checksum: send them again',
      status: 400,
    })
  }
  return undefined
}

const CHECKSUM_BYTES = new Map([
  ['sha1', 20],
  ['md5', 16],
  ['sha256', 32],
  ['sha3-256', 32],
  ['adler32', 4],
])

/** What a date can be. */
export const MAX_TIME_MS = 8.64e15

/** RFC 4918, 10.7: the first of a list that we understand. */
export function parseTimeout(value: string | undefined): number {
  for (const part of (value ?? '').split(',')) {
    const [, seconds] = /^\s*Second-(\d{1,10})\s*$/i.exec(part) ?? []
    if (seconds !== undefined) {
      return Math.min(Math.max(Number(seconds) * 1000, MIN_LOCK_MS), MAX_LOCK_MS)
    }
  }
  return MAX_LOCK_MS
}

/** Whoever forgets a lock keeps others out no longer; clients that are at work renew theirs. */
export const MAX_LOCK_MS = 3_600_000
const MIN_LOCK_MS = 1_000

/** `Overwrite`, T unless told. */
export function overwrites(request: FastifyRequest): boolean {
  const value = header(request, 'overwrite')
  if (value === undefined || /^t$/i.test(value)) return true
  if (/^f$/i.test(value)) return false
  throw new ServiceError('invalid_argument', { description: 'Overwrite must be T or F' })
}

/** An answer without a body, which says so: some clients wait for one after 201. */
export function nothingHere(reply: FastifyReply, status: 201 | 204): FastifyReply {
  if (status === 201) reply.header('content-length', 0)
  return reply.code(status).send()
}
