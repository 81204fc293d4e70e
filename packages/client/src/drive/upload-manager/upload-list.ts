import type { ConflictRule } from '@awan/protocol/drive'
import type { ServiceError } from '@awan/protocol/errors'
import type { Batch } from './batch.ts'
import { isFile, isFolder, isUnreadable, sizeOf, type UploadEntry } from './upload-entry.ts'

export const UPLOAD_STATES = [
  'waiting',
  'sending',
  'asking',
  'paused',
  'done',
  'failed',
  'skipped',
  'cancelled',
] as const
/** `asking`: its name is taken, and somebody is asked what to do. */
export type UploadState = (typeof UPLOAD_STATES)[number]

/** One upload as a screen shows it. */
export interface UploadRow {
  readonly id: number
  readonly path: string
  readonly kind: 'file' | 'folder'
  readonly state: UploadState
  /** Not known before a source is opened that did not tell it. */
  readonly size: number | undefined
  readonly sentBytes: number
  /** It goes with others in one request: it cannot be stopped by itself. */
  readonly isBundled: boolean
  /** Done without being sent: the drive had the bytes. */
  readonly isInstant: boolean
  /** It failed because it could not be read. */
  readonly isUnreadable: boolean
  /** Why it failed; of very many failures only the first ones are kept. */
  readonly error: ServiceError | undefined
}

/** As they were added, or first those that somebody has to look at, then those that move. */
export type UploadOrder = 'added' | 'interest'

const BY_INTEREST: readonly UploadState[] = [
  'asking',
  'failed',
  'sending',
  'paused',
  'waiting',
  'done',
  'skipped',
  'cancelled',
]

/** What is kept of an upload only while something happens to it. */
export interface UploadDetail {
  sentBytes: number
  uploadId?: string | undefined
  /** What was decided about its name. */
  rule?: ConflictRule | undefined
  /** Failures that were its own, and not the network's. */
  failures: number
  /** It goes by itself: a bundle did not work. */
  isAlone?: boolean | undefined
  /** It is part of a bundle, which goes as a whole. */
  isBundled?: boolean | undefined
  /** Given up while its bundle was on the way. */
  isUnwanted?: boolean | undefined
}

export interface Upload {
  readonly id: number
  readonly entry: UploadEntry
  readonly batch: Batch
}

export interface UploadList {
  readonly length: number
  add(entry: UploadEntry, batch: Batch): number
  get(id: number): Upload
  stateOf(id: number): UploadState
  setState(id: number, state: UploadState, error?: ServiceError): void
  setSize(id: number, size: number): void
  sizeOf(id: number): number
  /** Made when first asked for. */
  detailOf(id: number): UploadDetail
  setSent(id: number, bytes: number): void
  count(state: UploadState): number
  /** Of those that failed: those that could not be read. */
  unreadable(): number
  idsIn(...states: UploadState[]): number[]
  setInstant(id: number): void
  window(first: number, count: number, order?: UploadOrder): UploadRow[]
  row(id: number): UploadRow | undefined
  failures(): readonly UploadRow[]
  /** Bytes of everything but what was given up. */
  totalBytes(): number
  sentBytes(): number
  /** Forgets what is over. */
  clear(): void
  /** Forgets these failures, which others take the place of. */
  remove(failed: ReadonlySet<number>): void
}

export const MAX_KEPT_ERRORS = 1000

const UNKNOWN_SIZE = -1
const FOLDER_SIZE = -2

/**
 * All uploads, in columns: a hundred thousand of them are a path, three numbers and two references each.
 * The entry, and with it the source, goes when an upload is over.
 */
export function createUploadList(): UploadList {
  let ids: number[] = []
  let paths: string[] = []
  /** Negative where there is none. */
  let sizes: number[] = []
  let states: number[] = []
  let entries: (UploadEntry | undefined)[] = []
  let batches: (Batch | undefined)[] = []
  let lastId = 0
  let totalBytes = 0
  let sentBytes = 0
  const counts = UPLOAD_STATES.map(() => 0)
  const details = new Map<number, UploadDetail>()
  const errors = new Map<number, ServiceError>()
  const instant = new Set<number>()
  const unreadable = new Set<number>()

  const stateAt = (index: number) => UPLOAD_STATES[states[index] as number] as UploadState
  const bytesAt = (index: number) => Math.max(0, sizes[index] as number)

  /** Ids grow, so that halving finds them. */
  function indexOf(id: number): number {
    let [low, high] = [0, ids.length - 1]
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = ids[middle] as number
      if (found === id) return middle
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  function requireIndex(id: number): number {
    const index = indexOf(id)
    if (index < 0) throw new RangeError(`there is no upload ${id}`)
    return index
  }

  function rowAt(index: number): UploadRow {
    const id = ids[index] as number
    const state = stateAt(index)
    const size = sizes[index] as number
    return {
      id,
      path: paths[index] as string,
      kind: size === FOLDER_SIZE ? 'folder' : 'file',
      state,
      size: size < 0 ? undefined : size,
      sentBytes: state === 'done' ? bytesAt(index) : (details.get(id)?.sentBytes ?? 0),
      isBundled: details.get(id)?.isBundled === true,
      isInstant: instant.has(id),
      isUnreadable: unreadable.has(id),
      error: errors.get(id),
    }
  }

  /** Whole states are passed over by their counts: a window costs one walk for each state that it shows. */
  function windowByInterest(first: number, count: number): UploadRow[] {
    const rows: UploadRow[] = []
    let skipped = Math.max(0, first)
    for (const state of BY_INTEREST) {
      const number = UPLOAD_STATES.indexOf(state)
      const inState = counts[number] as number
      if (skipped >= inState) {
        skipped -= inState
        continue
      }
      for (let index = 0; index < ids.length && rows.length < count; index++) {
        if (states[index] !== number) continue
        if (skipped > 0) skipped -= 1
        else rows.push(rowAt(index))
      }
      if (rows.length >= count) break
    }
    return rows
  }

  function detailOf(id: number): UploadDetail {
    const detail = details.get(id) ?? { sentBytes: 0, failures: 0 }
    details.set(id, detail)
    return detail
  }

  function setSent(id: number, bytes: number): void {
    const detail = detailOf(id)
    sentBytes += bytes - detail.sentBytes
    detail.sentBytes = bytes
  }

  return {
    get length() {
      return ids.length
    },
    add(entry, batch) {
      lastId += 1
      const isAnyFolder = isFolder(entry) || (!isFile(entry) && entry.isFolder)
      const size = isAnyFolder ? FOLDER_SIZE : (sizeOf(entry) ?? UNKNOWN_SIZE)
      ids.push(lastId)
      paths.push(entry.path)
      sizes.push(size)
      states.push(0)
      entries.push(entry)
      batches.push(batch)
      count(0, 1)
      totalBytes += Math.max(0, size)
      return lastId
    },
    get(id) {
      const index = requireIndex(id)
      const entry = entries[index]
      const batch = batches[index]
      if (!entry || !batch) throw new RangeError(`upload ${id} is over`)
      return { id, entry, batch }
    },
    stateOf: (id) => stateAt(requireIndex(id)),
    setState(id, state, error) {
      const index = requireIndex(id)
      const before = stateAt(index)
      count(states[index] as number, -1)
      states[index] = UPLOAD_STATES.indexOf(state)
      count(states[index], 1)
      errors.delete(id)
      unreadable.delete(id)
      if (isUnreadable(error)) unreadable.add(id)
      if (error && errors.size < MAX_KEPT_ERRORS) errors.set(id, error)
      if (state === 'done') setSent(id, bytesAt(index))
      else if (isGivenUp(state) && !isGivenUp(before)) {
        setSent(id, 0)
        totalBytes -= bytesAt(index)
      } else if (isGivenUp(before) && !isGivenUp(state)) totalBytes += bytesAt(index)
      if (!isOver(state)) return
      entries[index] = undefined
      batches[index] = undefined
      details.delete(id)
    },
    setSize(id, size) {
      const index = requireIndex(id)
      totalBytes += size - bytesAt(index)
      sizes[index] = size
    },
    sizeOf: (id) => bytesAt(requireIndex(id)),
    detailOf,
    setSent,
    count: (state) => counts[UPLOAD_STATES.indexOf(state)] as number,
    unreadable: () => unreadable.size,
    idsIn: (...wanted) => {
      const numbers = wanted.map((state) => UPLOAD_STATES.indexOf(state))
      return ids.filter((_, index) => numbers.includes(states[index] as number))
    },
    setInstant: (id) => void instant.add(id),
    window(first, count, order = 'added') {
      if (order === 'interest') return windowByInterest(first, count)
      const rows: UploadRow[] = []
      const end = Math.min(first + count, ids.length)
      for (let index = Math.max(0, first); index < end; index++) rows.push(rowAt(index))
      return rows
    },
    row(id) {
      const index = indexOf(id)
      return index < 0 ? undefined : rowAt(index)
    },
    failures: () => [...errors.keys()].map((id) => rowAt(requireIndex(id))),
    totalBytes: () => totalBytes,
    sentBytes: () => sentBytes,
    clear() {
      dropWhere((index) => isOver(stateAt(index)))
    },
    remove(failed) {
      dropWhere((index) => failed.has(ids[index] as number))
    },
  }

  function dropWhere(isDropped: (index: number) => boolean): void {
    const kept = ids.map((_, index) => !isDropped(index))
    for (const [index, isKept] of kept.entries()) {
      if (isKept) continue
      const id = ids[index] as number
      for (const known of [instant, unreadable, errors, details]) known.delete(id)
      count(states[index] as number, -1)
      if (stateAt(index) !== 'done') continue
      totalBytes -= bytesAt(index)
      sentBytes -= bytesAt(index)
    }
    const keep = <T>(column: T[]): T[] => column.filter((_, index) => kept[index])
    ;[ids, paths, sizes, states] = [keep(ids), keep(paths), keep(sizes), keep(states)]
    ;[entries, batches] = [keep(entries), keep(batches)]
  }

  function count(state: number, by: 1 | -1): void {
    counts[state] = (counts[state] as number) + by
  }
}

/** Nothing more will happen to it; what failed can be tried again. */
export function isOver(state: UploadState): boolean {
  return state === 'done' || state === 'skipped' || state === 'cancelled'
}

/** Its bytes are no longer among those to be sent. */
function isGivenUp(state: UploadState): boolean {
  return state === 'skipped' || state === 'cancelled' || state === 'failed'
}
