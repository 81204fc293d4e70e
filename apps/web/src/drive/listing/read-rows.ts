import type { File } from '@awan/protocol/drive'
import type { ListSource } from './list-source.ts'
import type { LookedAt } from './looked-at.ts'

/** What was read of a list, and where the rest of it is read from. */
export interface ReadRows {
  /** By their numbers; those that were not read are undefined. */
  rows: (File | undefined)[]
  /** Where its stretches begin. */
  tokens: (string | undefined)[]
  /** How many rows a stretch has. */
  every: number
  /** Undefined while only walking on can tell. */
  count: number | undefined
  /** How many folders stand before the files; undefined where that is not known. */
  folders: number | undefined
}

export interface ReadStretch {
  files: File[]
  next: string | undefined
}

/** Rows of a walk, and whether the list ends with them. */
export interface WalkedRows {
  at: number
  files: File[]
  isLast: boolean
}

export const PAGE_ROWS = 200
/** The longest page that is answered. */
const LONGEST_PAGE_ROWS = 1000
/** So far a file is looked for where only walking finds it. */
const SEARCHED_ROWS = 10_000

/** The first page: all of a short list. */
export async function readBeginning(source: ListSource, signal: AbortSignal): Promise<ReadRows> {
  const query = { page_token: undefined, page_size: PAGE_ROWS }
  const { files, next_page_token: next } = await source.page(query, { signal })
  return {
    rows: [...files],
    tokens: next === undefined ? [undefined] : [undefined, next],
    every: PAGE_ROWS,
    count: next === undefined ? files.length : undefined,
    folders: undefined,
  }
}

/** After its beginning, what is looked at of a list: by its measure, or by walking there. */
export async function readToView(
  source: ListSource,
  beginning: ReadRows,
  lookedAt: LookedAt,
  signal: AbortSignal,
): Promise<ReadRows> {
  const [, next] = beginning.tokens
  // A short list needs no measure.
  if (next === undefined) return beginning
  const rows = [...beginning.rows]
  // Asked after the rows, which would wait for it in the server.
  const measure = await source.measure?.({ page_size: PAGE_ROWS }, { signal })
  const folders = measure?.folders
  if (measure?.page_tokens && measure.count !== undefined) {
    const { every, count } = measure
    const read = { rows, tokens: [undefined, ...measure.page_tokens], every, count, folders }
    await fillInView(source, read, lookedAt, signal)
    rows.length = count
    return read
  }
  return { ...(await walkToView(source, rows, next, lookedAt, signal)), folders }
}

/** A stretch is longer than a page may be where the list is very long. */
export async function readStretch(
  source: ListSource,
  token: string | undefined,
  every: number,
  signal: AbortSignal,
): Promise<ReadStretch> {
  const files: File[] = []
  let next = token
  do {
    const page_size = Math.min(every - files.length, LONGEST_PAGE_ROWS)
    const page = await source.page({ page_token: next, page_size }, { signal })
    files.push(...page.files)
    next = page.next_page_token
  } while (next !== undefined && files.length < every)
  return { files, next }
}

/** The rows from one on, page by page to the end; the walk begins where a page does, at or before it. */
export async function* walkRows(
  source: ListSource,
  from: number,
  start: { at: number; token: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<WalkedRows> {
  let { at, token } = start
  do {
    const query = { page_token: token, page_size: LONGEST_PAGE_ROWS }
    const page = await source.page(query, { signal })
    const end = at + page.files.length
    if (end > from) {
      const first = Math.max(at, from)
      const isLast = page.next_page_token === undefined
      yield { at: first, files: page.files.slice(first - at), isLast }
    }
    at = end
    token = page.next_page_token
  } while (token !== undefined)
}

/** The row of a file; undefined where it is not found. */
export async function locateRow(
  source: ListSource,
  id: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (source.position) return source.position(id, { signal })
  for await (const { at, files } of walkRows(source, 0, { at: 0, token: undefined }, signal)) {
    const found = files.findIndex((file) => file.id === id)
    if (found !== -1) return at + found
    if (at + files.length >= SEARCHED_ROWS) return undefined
  }
  return undefined
}

export function setRows(rows: (File | undefined)[], at: number, files: readonly File[]): void {
  for (const [index, file] of files.entries()) rows[at + index] = file
}

async function fillInView(
  source: ListSource,
  { rows, tokens, every, count }: ReadRows & { count: number },
  lookedAt: LookedAt,
  signal: AbortSignal,
): Promise<void> {
  for (const stretch of lookedAt.stretches(every, count - 1)) {
    if (rows[stretch * every + every - 1] !== undefined) continue
    const { files } = await readStretch(source, tokens[stretch], every, signal)
    setRows(rows, stretch * every, files)
  }
}

async function walkToView(
  source: ListSource,
  rows: (File | undefined)[],
  next: string,
  lookedAt: LookedAt,
  signal: AbortSignal,
): Promise<Omit<ReadRows, 'folders'>> {
  const tokens: (string | undefined)[] = [undefined]
  let token: string | undefined = next
  // A page may be short while there is a next one: the first stretch is filled like all others.
  if (rows.length < PAGE_ROWS) {
    const read = await readStretch(source, token, PAGE_ROWS - rows.length, signal)
    rows.push(...read.files)
    token = read.next
  }
  while (token !== undefined && rows.length <= lookedAt.last()) {
    tokens.push(token)
    const read = await readStretch(source, token, PAGE_ROWS, signal)
    rows.push(...read.files)
    token = read.next
  }
  if (token !== undefined) tokens.push(token)
  const count = token === undefined ? rows.length : undefined
  return { rows, tokens, every: PAGE_ROWS, count }
}
