import type { File } from '@awan/protocol/drive'

/** The files beside the one that is shown, in the list that it was opened from. */
export interface Neighbours {
  previous?: File | undefined
  next?: File | undefined
  /** For a slideshow. */
  nextPicture?: File | undefined
  /** The file was in the list and is not any more; these were beside it. */
  hasLeft?: boolean
  /** From one; together with how many there are. */
  position?: number | undefined
  count?: number | undefined
}
