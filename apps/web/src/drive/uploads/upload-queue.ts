import type { Uploads } from '@awan/client/drive'
import type { File as DriveFile } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { createTransferRate } from './transfer-rate.ts'

/** What to do with a file whose name is taken. */
export type Resolution = 'rename' | 'replace' | 'skip'

export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; sentBytes: number }
  | { kind: 'conflict' }
  | { kind: 'done'; file: DriveFile }
  | { kind: 'failed'; error: unknown }
  | { kind: 'skipped' }
  | { kind: 'cancelled' }

export interface UploadItem {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly parentId: string
  readonly state: UploadState
}

export interface UploadQueue {
  /** The same array until something changes. */
  items(): readonly UploadItem[]
  bytesPerSecond(): number
  subscribe(listener: () => void): () => void
  add(files: readonly File[], parentId: string): void
  resolve(id: number, resolution: Resolution): void
  /** Decides for every file that waits for a decision. */
  resolveAll(resolution: Resolution): void
  /** Goes on from where the upload was. */
  retry(id: number): void
  /** Stops it and removes what was sent. */
  cancel(id: number): void
  cancelAll(): void
  /** Forgets what is over. */
  clear(): void
}

export interface UploadQueueOptions {
  uploads: Pick<Uploads, 'upload' | 'abort'>
  now: () => number
  /** Told when an item is over or needs a decision. */
  onSettled: (item: UploadItem) => void
}

/** Each upload has several lanes of its own; more than this many files at once would only compete. */
const FILES_AT_ONCE = 3

/** What the queue keeps beside the item that is shown. */
interface Work {
  file: File
  conflict: 'fail' | 'rename' | 'replace'
  uploadId: string | undefined
  abort: AbortController | undefined
}

/** Sends files one after the other, a few at a time, and keeps what happened to each. */
export function createUploadQueue({ uploads, now, onSettled }: UploadQueueOptions): UploadQueue {
  const listeners = new Set<() => void>()
  const work = new Map<number, Work>()
  const rate = createTransferRate(now)
  let items: readonly UploadItem[] = []
  let lastId = 0

  function setState(id: number, state: UploadState): void {
    items = items.map((item) => (item.id === id ? { ...item, state } : item))
    tell()
    const item = items.find((candidate) => candidate.id === id)
    if (item && isSettled(item)) onSettled(item)
  }

  function tell(): void {
    for (const listener of listeners) listener()
  }

  function startWaiting(): void {
    const running = items.filter(({ state }) => state.kind === 'sending').length
    if (running === 0) rate.reset()
    const next = items.filter(({ state }) => state.kind === 'waiting')
    for (const item of next.slice(0, FILES_AT_ONCE - running)) void run(item)
  }

  async function run(item: UploadItem): Promise<void> {
    const job = work.get(item.id)
    if (!job) return
    const abort = new AbortController()
    job.abort = abort
    setState(item.id, { kind: 'sending', sentBytes: 0 })
    try {
      const file = await send(item, job, abort.signal)
      work.delete(item.id)
      setState(item.id, { kind: 'done', file })
    } catch (error) {
      if (abort.signal.aborted) return
      setState(
        item.id,
        isServiceError(error, 'already_exists') ? { kind: 'conflict' } : { kind: 'failed', error },
      )
    } finally {
      startWaiting()
    }
  }

  async function send(item: UploadItem, job: Work, signal: AbortSignal): Promise<DriveFile> {
    let knownBytes: number | undefined
    const attempt = () =>
      uploads.upload(job.file, {
        parent_id: item.parentId,
        name: item.name,
        conflict: job.conflict,
        modified_time: new Date(job.file.lastModified).toISOString(),
        mime_type: job.file.type || undefined,
        uploadId: job.uploadId,
        signal,
        onCreated: ({ id }) => {
          job.uploadId = id
        },
        onProgress: ({ sentBytes }) => {
          // What the server had before this attempt was not sent now.
          rate.add(Math.max(0, sentBytes - (knownBytes ?? sentBytes)))
          knownBytes = sentBytes
          if (!signal.aborted) setState(item.id, { kind: 'sending', sentBytes })
        },
      })
    const resumed = job.uploadId
    try {
      return await attempt()
    } catch (error) {
      // The session that was to be resumed has expired: begin again.
      if (resumed === undefined || !isServiceError(error, 'not_found')) throw error
      job.uploadId = undefined
      return attempt()
    }
  }

  function stop(id: number, state: UploadState): void {
    const job = work.get(id)
    work.delete(id)
    job?.abort?.abort()
    setState(id, state)
    // Best effort: what cannot be removed now expires by itself.
    if (job?.uploadId !== undefined) uploads.abort(job.uploadId).catch(() => undefined)
    startWaiting()
  }

  function resolve(id: number, resolution: Resolution): void {
    if (stateOf(id) !== 'conflict') return
    if (resolution === 'skip') {
      stop(id, { kind: 'skipped' })
      return
    }
    const job = work.get(id)
    if (job) job.conflict = resolution
    setState(id, { kind: 'waiting' })
    startWaiting()
  }

  function cancel(id: number): void {
    const item = items.find((candidate) => candidate.id === id)
    if (item && !isOver(item)) stop(id, { kind: 'cancelled' })
  }

  function stateOf(id: number): UploadState['kind'] | undefined {
    return items.find((item) => item.id === id)?.state.kind
  }

  function idsIn(kind: UploadState['kind']): number[] {
    return items.filter(({ state }) => state.kind === kind).map(({ id }) => id)
  }

  return {
    items: () => items,
    bytesPerSecond: () => rate.bytesPerSecond(),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(files, parentId) {
      const added = files.map((file): UploadItem => {
        lastId += 1
        work.set(lastId, { file, conflict: 'fail', uploadId: undefined, abort: undefined })
        return {
          id: lastId,
          name: file.name,
          size: file.size,
          parentId,
          state: { kind: 'waiting' },
        }
      })
      items = [...items, ...added]
      tell()
      startWaiting()
    },
    resolve,
    resolveAll(resolution) {
      for (const id of idsIn('conflict')) resolve(id, resolution)
    },
    retry(id) {
      if (stateOf(id) !== 'failed') return
      setState(id, { kind: 'waiting' })
      startWaiting()
    },
    cancel,
    cancelAll() {
      // Waiting ones first, so that ending one does not begin another.
      for (const kind of ['waiting', 'conflict', 'failed', 'sending'] as const) {
        for (const id of idsIn(kind)) cancel(id)
      }
    },
    clear() {
      for (const item of items) if (isOver(item)) work.delete(item.id)
      items = items.filter((item) => !isOver(item))
      tell()
    },
  }
}

/** Nothing more will happen to it. */
export function isOver({ state }: UploadItem): boolean {
  return state.kind === 'done' || state.kind === 'skipped' || state.kind === 'cancelled'
}

/** Still to be sent, by itself. */
export function isRunning({ state }: UploadItem): boolean {
  return state.kind === 'waiting' || state.kind === 'sending'
}

function isSettled(item: UploadItem): boolean {
  return !isRunning(item)
}
