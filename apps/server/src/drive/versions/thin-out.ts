import type { VersionRow } from '../../db/tables.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS
/** Of the last day every version stays. */
export const ALL_KEPT_MS = DAY_MS
/** Then one of each day for so long, and one of each week after that. */
export const DAILY_KEPT_MS = 30 * DAY_MS

/**
 * Which versions of a file are one too many. Fed with all of them, the newest first, a page at a
 * time: of each day, and later of each week, the last one stays. A day's last one is also its week's
 * if any is, so that what stays today leaves enough for tomorrow.
 */
export class ThinOut {
  readonly #now: number
  #span: string | undefined

  constructor(now: number) {
    this.#now = now
  }

  findSpare(newestFirst: readonly VersionRow[]): VersionRow[] {
    return newestFirst.filter((version) => {
      const span = this.#spanOf(version.created_at)
      const isLastOfSpan = span === undefined || span !== this.#span
      this.#span = span
      return !isLastOfSpan && version.name === null
    })
  }

  /** Days and weeks of UTC; undefined where every version stays. */
  #spanOf(at: number): string | undefined {
    const age = this.#now - at
    if (age < ALL_KEPT_MS) return undefined
    if (age < DAILY_KEPT_MS) return `day ${Math.floor(at / DAY_MS)}`
    return `week ${Math.floor(at / WEEK_MS)}`
  }
}
