import { createHash } from 'node:crypto'
import { badToken } from '../opaque-token.ts'
import type { Position } from './stage.ts'

/** Where a search goes on: in which of its stages and after which entry. */
export interface SearchPosition {
  stage: string
  at: Position | undefined
}

/** Bound to what was asked: in another search the same place would mean something else. */
export function toTokenParts(question: unknown, { stage, at }: SearchPosition): unknown[] {
  return [fingerprint(question), stage, ...(at ?? [])]
}

export function toSearchPosition(parts: readonly unknown[], question: unknown): SearchPosition {
  const [asked, stage, ...at] = parts
  const isWhole = at.every((part) => Number.isSafeInteger(part) || isText(part))
  if (asked !== fingerprint(question) || typeof stage !== 'string' || !isWhole) throw badToken()
  return { stage, at: at.length === 0 ? undefined : (at as Position) }
}

/** PostgreSQL holds no text with a zero in it, nor half a character. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
}

function fingerprint(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 16)
}
