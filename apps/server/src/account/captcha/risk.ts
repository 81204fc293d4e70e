import type { Caller } from '../../http/route.ts'

export interface RiskyCall {
  /** The normalised contact in the call, or what else the call is about, or an empty text. */
  contact: string
  caller: Caller
}

/** How much work a guarded call must bring: 0 is none, each unit some ten thousand hashes. */
export interface Risk {
  /** Where it is not about a contact: what a payload is about, or the `meta` with which a captcha is asked for. */
  subjectOf?(payload: unknown): string
  /** Looks only. */
  assess(call: RiskyCall): Promise<number>
  /** Counts this very attempt first, so that calls made at the same moment cannot hide in each other. */
  attempt(call: RiskyCall): Promise<number>
  /** The attempt that was counted brought no good captcha and went no further: it is taken back. */
  withdraw?(call: RiskyCall): Promise<void>
}
