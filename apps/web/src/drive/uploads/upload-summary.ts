import { isOver, isRunning, type UploadItem } from './upload-queue.ts'

export interface UploadSummary {
  running: number
  done: number
  conflicts: number
  failed: number
  sentBytes: number
  totalBytes: number
  /** Undefined while the rate is not known. */
  secondsLeft: number | undefined
}

/** All uploads of the tray together; what was cancelled or skipped no longer counts. */
export function summarize(items: readonly UploadItem[], bytesPerSecond: number): UploadSummary {
  const counted = items.filter(
    ({ state }) => state.kind !== 'cancelled' && state.kind !== 'skipped',
  )
  const totalBytes = counted.reduce((sum, { size }) => sum + size, 0)
  const sentBytes = counted.reduce((sum, item) => sum + sentOf(item), 0)
  const count = (kind: UploadItem['state']['kind']) =>
    items.filter(({ state }) => state.kind === kind).length
  return {
    running: items.filter(isRunning).length,
    done: count('done'),
    conflicts: count('conflict'),
    failed: count('failed'),
    sentBytes,
    totalBytes,
    secondsLeft: bytesPerSecond > 0 ? (totalBytes - sentBytes) / bytesPerSecond : undefined,
  }
}

/** What needs a person comes first, then what moves, then what waits, then what is over. */
export function inOrderOfInterest(items: readonly UploadItem[]): UploadItem[] {
  return items.toSorted((a, b) => interest(a) - interest(b) || a.id - b.id)
}

function interest(item: UploadItem): number {
  if (isOver(item)) return 3
  if (item.state.kind === 'waiting') return 2
  return item.state.kind === 'sending' ? 1 : 0
}

function sentOf({ state, size }: UploadItem): number {
  if (state.kind === 'sending') return state.sentBytes
  // A taken name is found out at the end, when everything has been sent.
  return state.kind === 'done' || state.kind === 'conflict' ? size : 0
}
