import type { File } from '@awan/protocol/drive'

/** The files beside the one that is shown, in the list that it was opened from. */
export interface Neighbours {
  previous?: File | undefined
  next?: File | undefined
  /** From one; together with how many there are. */
  position?: number | undefined
  count?: number | undefined
}
