import type { ConflictRule } from '@awan/protocol/drive'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { Access } from '../access/access.ts'
import type { DriveTransaction } from '../access/drives.ts'
import type { OpenNode } from '../access/open-node.ts'
import { ARRIVING_BYTES, ByteBudget, type ByteBudgetOptions } from '../byte-budget.ts'
import { askForProof, proofChore } from './ask-proof.ts'
import type { BlockRanges } from './block-ranges.ts'
import { type CommitOptions, commitUpload, type SealedUpload, sealUpload } from './commit-upload.ts'
import { createUpload, type NewUpload } from './create-upload.ts'
import { abortUpload, endByKey, endWholes, uploadChores } from './end-upload.ts'
import { growUpload } from './grow-upload.ts'
import { HashThreads } from './hash-threads.ts'
import { type InstantUpload, requireUpload, type UploadParts } from './open-upload.ts'
import type { Challenge } from './proof-ranges.ts'
import type { SentBlocks } from './put-plan.ts'
import { receiveBlocks } from './receive-blocks.ts'
import { PROVING_BYTES, takeProof } from './take-proof.ts'
import { Turns } from './turns.ts'
import { UploadRoom } from './upload-room.ts'
import type { Upload } from './uploads.store.ts'

export type { Upload } from './uploads.store.ts'

/**
 * A durable upload over blocks: create, send blocks in any order, commit. All that it is lies in the
 * database and the blob store, so that it goes on after a restart and in another process.
 */
export interface Uploads extends AsyncDisposable {
  /** With a key, a repeated call gives the upload that the first one began. */
  create(access: Access, upload: NewUpload, key?: string): Promise<Upload>
  /** What to prove about an upload that was just begun, where another drive may have its content. */
  askForProof(access: Access, upload: Upload, hasHashes: boolean): Promise<Challenge | undefined>
  /** A proof that does not fit leaves the upload as it was. */
  prove(access: Access, id: string, proof: string): Promise<Upload>
  get(access: Access, id: string): Promise<Upload>
  /** For content whose end nobody knows; by whole units, but for the last. */
  grow(access: Access, id: string, sizeBytes: number): Promise<Upload>
  receive(access: Access, id: string, sent: SentBlocks): Promise<BlockRanges>
  commit(
    access: Access,
    id: string,
    conflict: ConflictRule,
    options?: CommitOptions,
  ): Promise<OpenNode>
  /** What a commit does before its transaction, for whoever commits in one of their own with `commitSealed`. */
  seal(access: Access, id: string): Promise<SealedUpload | OpenNode>
  abort(access: Access, id: string): Promise<void>
  /** Gives up what was begun with this key by whoever has the access, in a transaction. */
  endByKey(access: Access, key: string, transaction: DriveTransaction): Promise<void>
  /** Gives up what is being made of some uploads, which are free again then. */
  endWholes(access: Access, ids: readonly string[]): Promise<void>
  readonly chores: Chore[]
}

export type UploadsOptions = Omit<
  UploadParts,
  'turns' | 'hashThreads' | 'proving' | 'arriving' | 'instantUpload' | 'room'
> & {
  instantUpload?: InstantUpload | undefined
  /** How long a sender of blocks may be silent before another one may send the same blocks. */
  stallMs?: number
  arriving?: ByteBudgetOptions | undefined
  /** How many of a drive may be open; by one link, a tenth of it. */
  maxOpenUploads?: number | undefined
}

export function createUploads({
  stallMs = 5_000,
  instantUpload = 'own',
  arriving = ARRIVING_BYTES,
  maxOpenUploads,
  ...options
}: UploadsOptions): Uploads {
  const hashThreads = new HashThreads()
  const parts: UploadParts = {
    ...options,
    instantUpload,
    turns: new Turns(stallMs),
    hashThreads,
    arriving: new ByteBudget(arriving),
    room: new UploadRoom({ ...options, maxOpenUploads }),
    proving: new ByteBudget({ maxBytes: 4 * PROVING_BYTES, maxBytesEach: PROVING_BYTES }),
  }
  return {
    create: (access, upload, key) => createUpload(parts, access, upload, key),
    async get(access, id) {
      return parts.drives.read(access, (reader, drive) =>
        requireUpload(reader, drive, id, parts.clock.now()),
      )
    },
    askForProof: (access, upload, hasHashes) => askForProof(parts, access, upload, hasHashes),
    prove: (access, id, proof) => takeProof(parts, access, id, proof),
    grow: (access, id, sizeBytes) => growUpload(parts, access, id, sizeBytes),
    receive: (access, id, sent) => receiveBlocks(parts, access, id, sent),
    commit: (access, id, conflict, options) => commitUpload(parts, access, id, conflict, options),
    seal: (access, id) => sealUpload(parts, access, id),
    abort: (access, id) => abortUpload(parts, access, id),
    endByKey: (access, key, transaction) => endByKey(parts, transaction, access, key),
    endWholes: (access, ids) => endWholes(parts, access, ids),
    chores: [...uploadChores(parts), proofChore(parts)],
    [Symbol.asyncDispose]: () => hashThreads[Symbol.asyncDispose](),
  }
}
