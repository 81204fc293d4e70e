import type { BinaryBody } from '../request/call.ts'

/**
 * Bytes that can be read in any order; `end` is not included. A browser's File or Blob fits as it is;
 * in Node there is `fileSource(path)`.
 */
export interface UploadSource {
  readonly size: number
  slice(start: number, end: number): BinaryBody | Promise<BinaryBody>
  /** Told when the server has a piece: its memory may be used for another one. */
  release?(bytes: Uint8Array<ArrayBuffer>): void
}
