import type { IncomingHttpHeaders } from 'node:http'
import type { OpenedAnswer } from '../../kernel/outgoing/outgoing-requests.ts'
import { fetchedName } from './fetched-name.ts'

/** What a server says of a file before its first byte. */
export interface FileFacts {
  name: string
  /** Where it says it. */
  sizeBytes?: number | undefined
  mimeType?: string | undefined
  modifiedAt?: number | undefined
  /** By which a later request finds out whether it is still the same file. */
  validator?: string | undefined
}

export function readFacts({ headers, url }: Pick<OpenedAnswer, 'headers' | 'url'>): FileFacts {
  return {
    name: fetchedName(headers['content-disposition'], url),
    sizeBytes: readLength(headers),
    mimeType: readType(headers['content-type']),
    modifiedAt: readTime(headers['last-modified']),
    validator: readValidator(headers),
  }
}

/** Where the bytes of an answer begin, and how long the whole file is, where it says so. */
export function readRange(
  headers: IncomingHttpHeaders,
): { start: number | undefined; sizeBytes: number | undefined } | undefined {
  const [, start, size] =
    /^bytes (?:(\d{1,15})-\d{1,15}|\*)\/(\d{1,15}|\*)$/.exec(headers['content-range'] ?? '') ?? []
  if (size === undefined) return undefined
  return {
    start: start === undefined ? undefined : Number(start),
    sizeBytes: size === '*' ? undefined : Number(size),
  }
}

function readLength({ 'content-length': length }: IncomingHttpHeaders): number | undefined {
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined
}

/** What servers say of everything they do not know says nothing: the name may tell more. */
function readType(type: string | undefined): string | undefined {
  const known = type?.trim()
  return known === undefined || /^(application|binary)\/octet-stream/i.test(known)
    ? undefined
    : known
}

function readTime(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) || time < 0 ? undefined : time
}

/** A strong one: a weak tag is also that of a file with other bytes, as is the time of one that was just written. */
function readValidator(headers: IncomingHttpHeaders): string | undefined {
  const { etag, 'last-modified': modified, date } = headers
  if (etag !== undefined && /^"[^"]*"$/.test(etag)) return etag
  const [modifiedAt, answeredAt] = [readTime(modified), readTime(date)]
  if (modifiedAt === undefined || answeredAt === undefined) return undefined
  return answeredAt - modifiedAt >= SURELY_OLD_MS ? modified : undefined
}

const SURELY_OLD_MS = 60_000
