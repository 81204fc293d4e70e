import type { ServiceError } from '@awan/protocol/errors'
import { type AdditionProgress, type Batch, toAdditions } from './batch.ts'
import type { OutageState } from './outage.ts'
import type { TransferRate } from './transfer-rate.ts'
import type { UploadList } from './upload-list.ts'

/** What keeps all uploads from going on until somebody acts. */
export type Halt =
  | { readonly kind: 'paused' }
  | { readonly kind: 'quota' | 'signed-out'; readonly error: ServiceError }

/** Everything together, as a screen shows it in one line. */
export interface UploadSummary {
  readonly files: {
    readonly total: number
    readonly done: number
    /** Of those that are done: what the drive had already, and was not sent. */
    readonly instant: number
    readonly failed: number
    /** Of those that failed: what could not be read. */
    readonly unreadable: number
    readonly skipped: number
    readonly cancelled: number
    /** Their names are taken, and nobody has answered yet. */
    readonly asking: number
  }
  readonly bytes: { readonly total: number; readonly done: number }
  /** More are still being found: the totals grow. */
  readonly isCounting: boolean
  /** Something is being sent, or will be without further action. */
  readonly isActive: boolean
  readonly bytesPerSecond: number
  /** Absent while it is unknown. */
  readonly remainingMs: number | undefined
  /** Why nothing is sent for now. */
  readonly halt: Halt | OutageState | undefined
  /** Of what was added under a name; what is over goes with `clear()`. */
  readonly additions: readonly AdditionProgress[]
}

export interface SummaryParts {
  list: UploadList
  rate: TransferRate
  instant: number
  isCounting: boolean
  isActive: boolean
  halt: Halt | OutageState | undefined
  batches: readonly Batch[]
}

export function toSummary(parts: SummaryParts): UploadSummary {
  const { list, rate, instant, isCounting, isActive, halt, batches } = parts
  const bytes = { total: list.totalBytes(), done: list.sentBytes() }
  const bytesPerSecond = halt ? 0 : Math.round(rate.bytesPerSecond())
  const restBytes = bytes.total - bytes.done
  return {
    files: {
      total: list.length,
      done: list.count('done'),
      instant,
      failed: list.count('failed'),
      unreadable: list.unreadable(),
      skipped: list.count('skipped'),
      cancelled: list.count('cancelled'),
      asking: list.count('asking'),
    },
    bytes,
    isCounting,
    isActive,
    bytesPerSecond,
    remainingMs:
      isActive && !isCounting && bytesPerSecond > 0
        ? Math.round((restBytes / bytesPerSecond) * 1000)
        : undefined,
    halt,
    additions: toAdditions(batches),
  }
}
