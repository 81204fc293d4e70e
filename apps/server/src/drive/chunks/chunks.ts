import { ROOT_ID } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import type { ChunkFolderRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { Access } from '../access/access.ts'
import { receiveAll } from '../paths/put-large-file.ts'
import { type Part, readParts, sealParts } from '../uploads/read-parts.ts'
import type { Uploads } from '../uploads/uploads.ts'
import {
  type Chunk,
  type ChunkFolderKey,
  countChunkFolders,
  countChunks,
  deleteChunk,
  deleteChunkFolder,
  deleteExpiredChunkFolders,
  findChunkFolder,
  insertChunk,
  insertChunkFolder,
  listChunks,
  renewChunkFolder,
} from './chunks.store.ts'
import { parsePieceName, requireGapless } from './piece-name.ts'

export type { Chunk, ChunkFolderKey } from './chunks.store.ts'

/** A drive as the person comes into it, wherever the pieces are. */
export type OpenAccess = (driveId: string) => Access

/** All pieces of a file, in one. */
export interface WholeFile {
  bytes: AsyncIterable<Uint8Array>
  sizeBytes: number
  driveId: string
  madeOf: { ids: readonly string[]; promisedBytes: number }
}

/**
 * Files that come in pieces, in any order, each an upload of its own: durable when it is answered, counted by the quota, and gone
 * after some time if nobody puts them together.
 */
export interface Chunks {
  /** False where there is one of this name. */
  create(key: ChunkFolderKey, target: { driveId: string; parentId: string }): Promise<boolean>
  list(key: ChunkFolderKey): Promise<Chunk[]>
  put(
    key: ChunkFolderKey,
    piece: { name: string; sizeBytes: number; bytes: AsyncIterable<Uint8Array> },
    open: OpenAccess,
  ): Promise<{ isNew: boolean }>
  /** The bytes of all of them, once it is sure that none is missing. */
  join(key: ChunkFolderKey, totalBytes: number, open: OpenAccess): Promise<WholeFile>
  removePiece(key: ChunkFolderKey, name: string, open: OpenAccess): Promise<void>
  remove(key: ChunkFolderKey, open: OpenAccess): Promise<void>
  readonly chores: Chore[]
}

export interface ChunksOptions {
  db: Database
  blobs: BlobStore
  clock: Clock
  uploads: Pick<Uploads, 'create' | 'receive' | 'abort' | 'endWholes'>
  uploadTtlMs: number
}

/** Far more than clients need, which send a few files at a time. */
const MAX_FOLDERS = 1_000
const MAX_PIECES = 10_000

export function createChunks(options: ChunksOptions): Chunks {
  const { db, blobs, clock, uploads, uploadTtlMs } = options

  async function requireFolder(key: ChunkFolderKey): Promise<ChunkFolderRow> {
    const folder = await db.read((reader) => findChunkFolder(reader, key, clock.now()))
    if (!folder) throw unknownFolder()
    return folder
  }

  return {
    async create(key, { driveId, parentId }) {
      const now = clock.now()
      return db.write(async (writer) => {
        if ((await countChunkFolders(writer, key.person_sub)) >= MAX_FOLDERS) throw tooMany()
        const target = { drive_id: driveId, parent_id: parentId }
        const row = { ...key, ...target, expires_at: now + uploadTtlMs }
        return insertChunkFolder(writer, row)
      })
    },

    async list(key) {
      await requireFolder(key)
      return db.read((reader) => listChunks(reader, key))
    },

    async put(key, { name, sizeBytes, bytes }, open) {
      const { position } = parsePieceName(name)
      const { drive_id, parent_id } = await requireFolder(key)
      if ((await db.read((reader) => countChunks(reader, key))) >= MAX_PIECES) throw tooMany()
      const access = open(drive_id)
      const upload = await uploads.create(access, {
        parentId: parent_id === '' ? ROOT_ID : parent_id,
        name: 'piece',
        sizeBytes,
        blockHashes: undefined,
        mimeType: undefined,
        modifiedAt: undefined,
        isPart: true,
      })
      try {
        await receiveAll(uploads, access, upload, { bytes })
        const before = await db.write(async (writer) => {
          const now = clock.now()
          if (!(await renewChunkFolder(writer, key, now + uploadTtlMs))) throw unknownFolder()
          const replaced = await deleteChunk(writer, key, position)
          const { person_sub, name: folder } = key
          const where = { person_sub, folder, position, name }
          const what = { drive_id, upload_id: upload.id, size: sizeBytes, stored_at: now }
          await insertChunk(writer, { ...where, ...what })
          return replaced
        })
        if (before) await uploads.abort(access, before.upload_id)
        return { isNew: before === undefined }
      } catch (error) {
        await uploads.abort(access, upload.id)
        throw error
      }
    },

    async join(key, totalBytes, open) {
      const { drive_id } = await requireFolder(key)
      const pieces = await db.read((reader) => listChunks(reader, key))
      requireGapless(pieces, totalBytes)
      const ids = pieces.map(({ upload_id }) => upload_id)
      // A call that was interrupted, or that its sender has given up, is not in the way of this one.
      await uploads.endWholes(open(drive_id), ids)
      const parts: Part[] = pieces.filter(({ size }) => size > 0)
      await sealParts(options, parts)
      return {
        bytes: readParts(blobs, parts, 0, totalBytes),
        sizeBytes: totalBytes,
        driveId: drive_id,
        madeOf: { ids, promisedBytes: pieces.reduce((sum, { reserved }) => sum + reserved, 0) },
      }
    },

    async removePiece(key, name, open) {
      const { position } = parsePieceName(name)
      await requireFolder(key)
      const removed = await db.write((writer) => deleteChunk(writer, key, position))
      if (!removed) throw unknownFolder()
      await uploads.abort(open(removed.drive_id), removed.upload_id)
    },

    async remove(key, open) {
      const { drive_id } = await requireFolder(key)
      const pieces = await db.read((reader) => listChunks(reader, key))
      const ids = pieces.map(({ upload_id }) => upload_id)
      await uploads.endWholes(open(drive_id), ids)
      await db.write((writer) => deleteChunkFolder(writer, key))
      // What a kill leaves here ends as every upload that nobody goes on with.
      for (const id of ids) await uploads.abort(open(drive_id), id)
    },

    chores: [
      {
        name: 'expire folders of pieces',
        everyMs: 600_000,
        run: () => db.write((writer) => deleteExpiredChunkFolders(writer, clock.now())),
      },
    ],
  }
}

function unknownFolder(): ServiceError {
  return new ServiceError('not_found', { description: 'there is no such folder or piece' })
}

function tooMany(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: `at most ${MAX_FOLDERS} files can be sent in pieces at a time, and at most ${MAX_PIECES} pieces for each: put them together, or remove some`,
  })
}
