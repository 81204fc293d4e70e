import { createTusUpload } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { TusUpload } from './tus.store.ts'

/** What `Upload-Concat` makes of an upload. */
export type Concat = { kind: 'whole' } | { kind: 'partial' } | { kind: 'final'; ids: string[] }

export function parseConcat(header: string | undefined): Concat {
  if (header === undefined) return { kind: 'whole' }
  if (header === 'partial') return { kind: 'partial' }
  const urls = /^final;(.+)$/.exec(header)?.[1]?.trim().split(/ +/)
  if (!urls) throw notConcat()
  return { kind: 'final', ids: urls.map(toUploadId) }
}

/** The header that the upload was created with; undefined for a whole upload. */
export function formatConcat({ kind, partial_ids }: TusUpload): string | undefined {
  if (kind === 'whole') return undefined
  if (kind === 'partial') return kind
  return `final;${parseIds(partial_ids).map(tusPath).join(' ')}`
}

export function tusPath(id: string): string {
  return `${createTusUpload.path}/${id}`
}

export function parseIds(partialIds: string | null): string[] {
  return JSON.parse(partialIds ?? '[]') as string[]
}

/** An address that we gave, with our origin or without. */
function toUploadId(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]+/, '')
  const id = path.startsWith(tusPath('')) ? path.slice(tusPath('').length) : ''
  if (!/^[0-9A-Za-z_-]{1,64}$/.test(id)) throw notConcat()
  return id
}

function notConcat(): ServiceError {
  return new ServiceError('invalid_argument', {
    description:
      'Upload-Concat must be "partial", or "final;" followed by the URLs of partial uploads',
  })
}
