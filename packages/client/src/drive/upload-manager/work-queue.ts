import type { ConflictRule } from '@awan/protocol/drive'
import { LARGEST_REQUEST_BYTES, type Pace } from '../pace.ts'
import { type Batch, ruleOf } from './batch.ts'
import type { BundleSupport } from './bundle-support.ts'
import { createIndexQueue } from './index-queue.ts'
import { isFolder, sizeOf } from './upload-entry.ts'
import type { UploadList } from './upload-list.ts'

/** A larger file is worth three calls of its own, and the question whether the drive has it already. */
export const MAX_BUNDLED_BYTES = 1024 * 1024
export const MAX_BUNDLE_ENTRIES = 4000
/** What a file costs beside its bytes, in bytes that take as long. */
export const ENTRY_COST_BYTES = 8 * 1024
/** One is read and packed while the other is sent. */
const BUNDLES_AT_ONCE = 2
/** Each has lanes of its own: more would only compete. */
const LARGE_FILES_AT_ONCE = 2

export interface FileWork {
  readonly kind: 'file'
  readonly id: number
}

/** Small files that go together, to the same folder and by the same rule. */
export interface BundleWork {
  readonly kind: 'bundle'
  ids: number[]
  readonly batch: Batch
  readonly rule: ConflictRule
  readonly key: string
  /** Kept from the first attempt on: what is repeated is the same to the byte. */
  body?: Uint8Array<ArrayBuffer> | undefined
  /** Those that were its own, and not the network's. */
  failures: number
  /** An answer was lost: in other bundles its files would perhaps be there twice. */
  mayHaveArrived?: boolean | undefined
}

export type Work = FileWork | BundleWork

export interface WorkQueue {
  put(id: number): void
  /** To be tried again, before all others. */
  putFirst(id: number): void
  putBundle(bundle: BundleWork): void
  /** What is next beside what runs already. */
  take(running: Iterable<Work>): Work | undefined
  /** Takes all bundles that wait to be repeated. */
  takeBundles(): BundleWork[]
  readonly isEmpty: boolean
}

export interface WorkQueueOptions {
  list: UploadList
  pace: Pace
  bundleSupport: BundleSupport
  /** Whether more may come at once: then a bundle that is not full waits for it. */
  mayFill: () => boolean
  createKey: () => string
}

export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { list, pace, bundleSupport, mayFill, createKey } = options
  const small = createIndexQueue()
  const single = createIndexQueue()
  const bundles: BundleWork[] = []

  function isSmall(id: number): boolean {
    const { entry } = list.get(id)
    if (!bundleSupport.isThere() || list.detailOf(id).isAlone) return false
    return isFolder(entry) || (sizeOf(entry) ?? Number.POSITIVE_INFINITY) <= MAX_BUNDLED_BYTES
  }

  /** What was paused or cancelled meanwhile is passed over. */
  function dropOthers(queue: typeof small): number | undefined {
    for (;;) {
      const id = queue.first()
      if (id === undefined || list.row(id)?.state === 'waiting') return id
      queue.shift()
    }
  }

  function takeSmall(): BundleWork | FileWork | undefined {
    const first = dropOthers(small)
    if (first === undefined) return undefined
    if (!isSmall(first)) {
      return takeFile(small, first)
    }
    if (mayFill() && small.length < MAX_BUNDLE_ENTRIES && !isFull()) return undefined
    const { batch } = list.get(first)
    const rule = list.detailOf(first).rule ?? ruleOf(batch)
    const maxBytes = Math.min(pace.requestBytes(), bundleSupport.maxBytes())
    const ids: number[] = []
    let bytes = 0
    for (let id = dropOthers(small); id !== undefined; id = dropOthers(small)) {
      const upload = list.get(id)
      const cost = list.sizeOf(id) + ENTRY_COST_BYTES
      const isOther = upload.batch !== batch || (list.detailOf(id).rule ?? ruleOf(batch)) !== rule
      const isTooMuch = ids.length >= MAX_BUNDLE_ENTRIES || bytes + cost > maxBytes
      if (ids.length > 0 && (isOther || isTooMuch || !isSmall(id))) break
      ids.push(id)
      bytes += cost
      small.shift()
      list.setState(id, 'sending')
    }
    return { kind: 'bundle', ids, batch, rule, key: createKey(), failures: 0 }
  }

  /** Sizes are not added up again for each that comes: the least that they can be says enough. */
  function isFull(): boolean {
    return small.length * ENTRY_COST_BYTES >= pace.requestBytes()
  }

  function takeSingle(isLargeFull: boolean): FileWork | undefined {
    const id = dropOthers(single)
    if (id === undefined || (isLargeFull && isLarge(list, id))) return undefined
    return takeFile(single, id)
  }

  /** What was paused and resumed meanwhile stands there twice: its state says that it is taken. */
  function takeFile(queue: typeof small, id: number): FileWork {
    queue.shift()
    list.setState(id, 'sending')
    return { kind: 'file', id }
  }

  return {
    put: (id) => (isSmall(id) ? small : single).push(id),
    putFirst: (id) => (isSmall(id) ? small : single).unshift(id),
    putBundle: (bundle) => void bundles.push(bundle),
    take(running) {
      const works = [...running]
      const bundling = works.filter(({ kind }) => kind === 'bundle').length
      const large = works.filter((work) => work.kind === 'file' && isLarge(list, work.id)).length
      const mayBundle = bundling < BUNDLES_AT_ONCE
      const isLargeFull = large >= LARGE_FILES_AT_ONCE
      if (mayBundle) {
        const again = bundles.shift()
        if (again) return again
      }
      // In the order in which they came, as far as there is room for both kinds.
      const isSmallFirst = (small.first() ?? Infinity) < (single.first() ?? Infinity)
      if (mayBundle && (isSmallFirst || bundling === 0)) {
        return takeSmall() ?? takeSingle(isLargeFull)
      }
      return takeSingle(isLargeFull) ?? (mayBundle ? takeSmall() : undefined)
    },
    takeBundles: () => bundles.splice(0),
    get isEmpty() {
      return (
        bundles.length === 0 && dropOthers(small) === undefined && dropOthers(single) === undefined
      )
    },
  }
}

function isLarge(list: UploadList, id: number): boolean {
  return list.sizeOf(id) > LARGEST_REQUEST_BYTES
}
