import type { Readable } from 'node:stream'
import { isServiceError } from '@awan/protocol/errors'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import { inParallel } from '../../kernel/in-parallel.ts'
import { hasContent, listContents, type StoredContent } from './backup.store.ts'
import type { BackupFiles } from './backup-files.ts'
import { readStoredContents } from './rows-folder.ts'

/** Where the contents of a backup go. */
export interface ContentsPlace {
  /** Whether it is there already; `verifies` reads it to see whether it still is as it was. */
  has(content: StoredContent, verifies: boolean): Promise<boolean>
  /** False when the bytes are not those that the hash tells of: they do not belong to the backup then. */
  add(
    content: StoredContent,
    open: () => Promise<Readable>,
    onBytes: (count: number) => void,
  ): Promise<boolean>
}

export interface CopiedContents {
  contents: { count: number; bytes: number }
  ids: Set<string>
  lost: string[]
}

/** S3 answers slowly and many at once; a disk does not mind. */
const AT_A_TIME = 8

/** What one run copies from the store. */
export class ContentsRun {
  readonly #parts: { db: Database; blobs: BlobStore }
  readonly #place: ContentsPlace
  readonly #options: { verifies: boolean; onBytes: (copied: number) => void }
  /** Those that were looked at in this run, by whether they are in the backup now. */
  readonly #isThere = new Map<string, boolean>()
  copied = { count: 0, bytes: 0 }

  constructor(
    parts: { db: Database; blobs: BlobStore },
    place: ContentsPlace,
    options: { verifies: boolean; onBytes: (copied: number) => void },
  ) {
    this.#parts = parts
    this.#place = place
    this.#options = options
  }

  /** All that are there at some time or other while this runs. */
  async copyLive(): Promise<void> {
    await inParallel(liveContents(this.#parts.db), AT_A_TIME, async (content) => {
      this.#isThere.set(content.id, await this.#bring(content))
    })
  }

  /** Those of the rows; `gone` when one of them was removed for good since they were read. */
  async copyOf(files: BackupFiles, rows: string): Promise<CopiedContents | 'gone'> {
    const kept: CopiedContents = { contents: { count: 0, bytes: 0 }, ids: new Set(), lost: [] }
    let isGone = false
    await inParallel(readStoredContents(files, rows), AT_A_TIME, async (content) => {
      const isThere = this.#isThere.get(content.id) || (await this.#bring(content))
      this.#isThere.set(content.id, isThere)
      if (isThere) {
        kept.ids.add(content.id)
        kept.contents.count++
        kept.contents.bytes += content.size
      } else if (await this.#parts.db.read((reader) => hasContent(reader, content.id))) {
        kept.lost.push(content.id)
      } else {
        isGone = true
      }
    })
    return isGone ? 'gone' : kept
  }

  async #bring(content: StoredContent): Promise<boolean> {
    const { verifies, onBytes } = this.#options
    if (await this.#place.has(content, verifies)) return true
    try {
      const open = () => this.#parts.blobs.read(content.id)
      const isWhole = await this.#place.add(content, open, (count) => {
        this.copied.bytes += count
        onBytes(this.copied.bytes)
      })
      if (isWhole) this.copied.count++
      return isWhole
    } catch (error) {
      if (isServiceError(error, 'not_found')) return false
      throw error
    }
  }
}

/** A disk that has lost some of its blocks says so; the rest of it can still be saved. */
export function isUnreadable(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EIO'
}

async function* liveContents(db: Database): AsyncIterable<StoredContent> {
  let after = ''
  for (;;) {
    const page = await db.readLong((reader) => listContents(reader, after, PAGE))
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

const PAGE = 1000
