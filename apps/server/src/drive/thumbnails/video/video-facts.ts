/** What the header of a video says. What it does not say, or what makes no sense, is absent. */
export interface VideoFacts {
  /** In pixels, as it is shown: turned as the header says. */
  width?: number
  height?: number
  durationMs?: number
  /** When it was recorded, in milliseconds. */
  takenAt?: number
}
