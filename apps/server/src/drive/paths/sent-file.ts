import type { DriveTransaction } from '../access/drives.ts'
import type { OpenNode } from '../access/open-node.ts'
import type { Checksum } from '../contents/checksum.ts'
import type { Preconditions } from './preconditions.ts'

/** Where a path begins, and what belongs to the same change. */
export interface PutAt {
  /** The caller's top folder unless told. */
  folderId?: string | undefined
  /** No place in a folder: the file whose content this is to be, by its id. */
  onto?: string | undefined
  /** Held against all bytes before there is a file of them, and kept with them. */
  checksum?: Checksum | undefined
  /** Uploads whose bytes these are, with the room that they were promised. */
  madeOf?: { ids: readonly string[]; promisedBytes: number } | undefined
  /** Done in the transaction that makes the file. */
  also?: ((transaction: DriveTransaction, node: OpenNode) => Promise<void>) | undefined
}

/** A file as it comes in one request. */
export interface SentFile extends Preconditions, PutAt {
  bytes: AsyncIterable<Uint8Array>
  /** The same where all of so many have come already; whoever gets them leaves `bytes` alone. */
  takeArrived?: ((sizeBytes: number) => Uint8Array | undefined) | undefined
  /** How many bytes will come, where the sender says it. */
  sizeBytes: number | undefined
  mimeType: string | undefined
  modifiedAt: number | undefined
  /** It goes on with what the same person has just saved: both are one version. */
  continuesWriting?: boolean | undefined
  /** Told of bytes that are stored: their memory is the sender's again. */
  giveBack?: (bytes: Uint8Array) => void
}
