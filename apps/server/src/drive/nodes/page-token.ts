import { createHash } from 'node:crypto'
import { badToken, parseOpaqueToken, toOpaqueToken } from '../opaque-token.ts'
import type { ListKey, ListRange } from './listing.store.ts'

/** What was asked of a folder. */
type Question = Pick<ListRange, 'folderId' | 'orderBy' | 'direction' | 'filter'> & {
  foldersFirst: boolean
}

/** Where a listing goes on: in which of its sections and after which key. */
export interface ListPosition {
  section: number
  after: ListKey | undefined
}

/**
 * Where the next page begins, bound to what was asked: within another folder, order or filter the
 * same place would mean something else. It holds nothing that the pages do not show.
 */
export function toPageToken(question: Question, { section, after }: ListPosition): string {
  const place = after ? [section, after.value, after.name] : [section]
  return toOpaqueToken([fingerprint(question), ...place])
}

export function parsePageToken(token: string, question: Question): ListPosition {
  const [asked, section, ...key] = parseOpaqueToken(token)
  if (asked !== fingerprint(question) || (section !== 0 && section !== 1 && section !== 2))
    throw badToken()
  if (key.length === 0) return { section, after: undefined }
  const [value, name] = key
  if (key.length !== 2 || !isText(name) || !isValueOf(question, value)) throw badToken()
  return { section, after: { value: value as string | number | null, name } }
}

function isValueOf({ orderBy }: Question, value: unknown): boolean {
  if (orderBy === 'name') return value === null
  return orderBy === 'type' ? isText(value) : Number.isSafeInteger(value)
}

/** PostgreSQL holds no text with a zero in it, nor half a character. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
}

function fingerprint({ folderId, orderBy, direction, foldersFirst, filter }: Question): string {
  const { kind, typeGroup, modifiedAfter, modifiedBefore, sizeMin, sizeMax, starred, tag } = filter
  const { systemFiles } = filter
  const asked = [folderId, orderBy, direction, foldersFirst, kind, typeGroup]
  const bounds = [modifiedAfter, modifiedBefore, sizeMin, sizeMax, starred, tag]
  const text = JSON.stringify([
    ...asked,
    ...bounds,
    ...(systemFiles === false ? [systemFiles] : []),
  ])
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
