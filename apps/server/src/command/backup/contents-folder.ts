import { createReadStream } from 'node:fs'
import { mkdir, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { algorithmOf } from '@awan/protocol'
import { blobPath, toBlobId } from '../../blobs/blob-rules.ts'
import { hashContent, PassingHash } from '../../drive/contents/hash-content.ts'
import type { StoredContent } from './backup.store.ts'
import { type ContentsPlace, isUnreadable } from './copy-contents.ts'
import { fillDurably, syncFolder } from './durable-files.ts'

const CONTENTS = 'contents'

/** The path of a content within a backup. */
export function toContentPath(id: string): string {
  return `${CONTENTS}/${blobPath(id).path}`
}

/** The contents of a backup: one file each, under its id, whole or not there. */
export class ContentsFolder implements ContentsPlace {
  readonly #path: string
  readonly #made = new Set<string>()

  constructor(backup: string) {
    this.#path = join(backup, CONTENTS)
  }

  #pathOf(id: string): string {
    return join(this.#path, blobPath(id).path)
  }

  /** A file that is there was whole when it got its name; `verifies` reads it to see whether it still is. */
  async has({ id, size, hash }: StoredContent, verifies: boolean): Promise<boolean> {
    const found = await stat(this.#pathOf(id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (found?.size !== size) return false
    return (
      !verifies ||
      (await hashContent(createReadStream(this.#pathOf(id)), algorithmOf(hash))).hash === hash
    )
  }

  /** False, and nothing is kept, when the bytes are not those that the hash tells of. */
  async add(
    { id, size, hash }: StoredContent,
    open: () => Promise<Readable>,
    onBytes: (count: number) => void,
  ): Promise<boolean> {
    const bytes = await open()
    await this.#makeFolder(blobPath(id).shard)
    try {
      await fillDurably(this.#pathOf(id), async (file) => {
        const passing = new PassingHash(algorithmOf(hash))
        for await (const chunk of bytes) {
          passing.add(chunk)
          await file.writeFile(chunk)
          onBytes(chunk.length)
        }
        if (passing.sizeBytes !== size || passing.digest() !== hash) throw new OtherBytes()
      })
      return true
    } catch (error) {
      if (error instanceof OtherBytes || isUnreadable(error)) return false
      throw error
    }
  }

  /** Makes the names durable of all that was added. */
  async sync(): Promise<void> {
    for (const shard of this.#made) await syncFolder(join(this.#path, shard))
    if (this.#made.size > 0) await syncFolder(this.#path)
  }

  /** Removes what is not among these, and what was never finished. */
  async keepOnly(ids: ReadonlySet<string>): Promise<number> {
    let removed = 0
    for await (const shard of await openFolder(this.#path)) {
      for await (const entry of await openFolder(join(this.#path, shard.name))) {
        const id = toBlobId(`${shard.name}/${entry.name}`)
        if (id !== undefined && ids.has(id)) continue
        await rm(join(this.#path, shard.name, entry.name))
        removed++
      }
    }
    return removed
  }

  async #makeFolder(shard: string): Promise<void> {
    if (this.#made.has(shard)) return
    await mkdir(join(this.#path, shard), { recursive: true, mode: 0o700 })
    this.#made.add(shard)
  }
}

class OtherBytes extends Error {}

async function openFolder(path: string) {
  return opendir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
