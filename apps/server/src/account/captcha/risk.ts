import type { Caller } from '../../http/route.ts'

export interface RiskyCall {
  /** The normalised contact in the call, or an empty text. */
  contact: string
  caller: Caller
}

/** How much work a guarded call must bring: 0 is none, each unit some ten thousand hashes. */
export interface Risk {
  /** Looks only. */
  assess(call: RiskyCall): Promise<number>
  /** Counts this very attempt first, so that calls made at the same moment cannot hide in each other. */
  attempt(call: RiskyCall): Promise<number>
  /** The attempt that was counted brought no good captcha and went no further: it is taken back. */
  withdraw?(call: RiskyCall): Promise<void>
}
