import type { Preconditions } from './preconditions.ts'

/** A file as it comes in one request. */
export interface SentFile extends Preconditions {
  bytes: AsyncIterable<Uint8Array>
  /** How many bytes will come, where the sender says it. */
  sizeBytes: number | undefined
  mimeType: string | undefined
  modifiedAt: number | undefined
  /** Told of bytes that are stored: their memory is the sender's again. */
  giveBack?: (bytes: Uint8Array) => void
}
