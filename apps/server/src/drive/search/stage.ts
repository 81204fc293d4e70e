import { badToken } from '../opaque-token.ts'
import type { Candidate, TermKey, Timed, TimeKey } from './search.store.ts'

/** The place of an entry within its stage, as a page token carries it. */
export type Position = readonly (string | number)[]

export interface Found {
  candidate: Candidate
  position: Position
}

/** One part of the answer to a search: entries that are as good as each other, in an order that stays. */
export interface Stage {
  name: string
  /** Some that come after a position, and where to go on; nowhere when they were the last. */
  read(after: Position | undefined, limit: number): Promise<StagePart>
  /** Whether one read looks at so much that a page should end with it. */
  isLong?: boolean
}

export interface StagePart {
  found: Found[]
  next: Position | undefined
  /** How many names were looked at, where it is more than were found. */
  looked?: number
}

/** A stage that is looked for when the one before it is over. */
export interface StageOpener {
  /** How the stages are called that it can open. */
  names: readonly string[]
  /** With a name, the one that a page token speaks of. */
  open(name: string | undefined): Promise<Stage>
}

/** The latest first; of those that came in the same moment the greater id, as the database has it. */
export function byTime(a: Timed, b: Timed): number {
  return b.touched_at - a.touched_at || (a.id < b.id ? 1 : -1)
}

/** Whether it comes later in that order. */
export function isBefore({ touched_at, id }: Timed, { at, id: keyId }: TimeKey): boolean {
  return touched_at < at || (touched_at === at && id < keyId)
}

export function toTimePosition({ touched_at, id }: Timed): Position {
  return [touched_at, id]
}

export function parseTimePosition(position: Position | undefined): TimeKey | undefined {
  if (!position) return undefined
  const [at, id] = position
  if (typeof at !== 'number' || typeof id !== 'string') throw badToken()
  return { at, id }
}

export function parseTermPosition(position: Position | undefined): TermKey | undefined {
  if (!position) return undefined
  const [term, id] = position
  if (typeof term !== 'string' || typeof id !== 'string') throw badToken()
  return { term, id }
}
