import type { Fetching } from '../tasks/task-inputs.ts'
import type { FileFacts } from './file-facts.ts'

/** One of the addresses while it is at work. */
export interface OpenFetch {
  /** Its place in the input. */
  index: number
  /** How often it began anew: each time has an upload of its own. */
  round: number
  /** How often in a row a connection broke without a byte more that is durable. */
  tries: number
  /** How much has arrived, and how much of that is durable. */
  received: number
  stored: number
  /** Absent until its server has answered. */
  facts?: FileFacts
}

export interface FetchCursor {
  /** The first address that nobody has begun with. */
  next: number
  open: readonly OpenFetch[]
  /** Of the files that are whole. */
  wholeBytes: number
  /** What a task tells of its progress. */
  bytes: { done: number; total?: number }
}

/** So many of a task come at once; each may hold a part of its file in memory. */
const AT_ONCE = 3

/** Those that are at work, and the next ones as far as there is room. */
export function openFetches(cursor: FetchCursor | undefined, { urls }: Fetching): OpenFetch[] {
  const { next, open } = cursor ?? { next: 0, open: [] }
  const more = Math.min(AT_ONCE - open.length, urls.length - next)
  const begun = Array.from({ length: Math.max(0, more) }, (_, at) => toOpen(next + at))
  return [...open, ...begun]
}

export function toOpen(index: number, round = 0): OpenFetch {
  return { index, round, tries: 0, received: 0, stored: 0 }
}

/** The cursor after a step. */
export function toCursor(
  { urls }: Fetching,
  before: FetchCursor | undefined,
  { open, addedBytes }: { open: readonly OpenFetch[]; addedBytes: number },
  looked: readonly OpenFetch[],
): FetchCursor {
  const next = Math.max(before?.next ?? 0, ...looked.map(({ index }) => index + 1))
  const wholeBytes = (before?.wholeBytes ?? 0) + addedBytes
  const sizes = open.map(({ facts }) => facts?.sizeBytes)
  const isKnown = next === urls.length && sizes.every((size) => size !== undefined)
  return {
    next,
    open,
    wholeBytes,
    bytes: {
      done: open.reduce((sum, { received }) => sum + received, wholeBytes),
      ...(isKnown && { total: sizes.reduce((sum, size) => sum + (size ?? 0), wholeBytes) }),
    },
  }
}

/** By which the upload of a file is found again, whoever goes on with the task. */
export function uploadKey(taskId: string, { index, round }: OpenFetch): string {
  return `fetch ${taskId} ${index} ${round}`
}

/** Where a connection is kept from step to step. */
export function downloadKey(taskId: string, { index, round }: OpenFetch): string {
  return `${taskId} ${index} ${round}`
}
