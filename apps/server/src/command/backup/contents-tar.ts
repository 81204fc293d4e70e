import { Readable } from 'node:stream'
import { algorithmOf } from '@awan/protocol'
import { PassingHash } from '../../drive/contents/hash-content.ts'
import type { TarWriter } from '../../kernel/tar/tar-writer.ts'
import type { StoredContent } from './backup.store.ts'
import { toContentPath } from './contents-folder.ts'
import { type ContentsPlace, isUnreadable } from './copy-contents.ts'
import { PRIVATE } from './durable-files.ts'

/** So many bytes are read before it is their turn: a store that answers slowly is asked for several at once. */
const READ_AHEAD_BYTES = 1024 * 1024

/**
 * The contents of a backup in one archive, which is written once from beginning to end: a content
 * that turns out to be damaged is in it already, and is reported as lost.
 */
export class ContentsTar implements ContentsPlace {
  readonly #tar: TarWriter
  readonly #modifiedAtMs: number

  constructor(tar: TarWriter, modifiedAtMs: number) {
    this.#tar = tar
    this.#modifiedAtMs = modifiedAtMs
  }

  /** What is written is not asked for again. */
  async has(): Promise<boolean> {
    return false
  }

  async add(
    { id, size, hash }: StoredContent,
    open: () => Promise<Readable>,
    onBytes: (count: number) => void,
  ): Promise<boolean> {
    const passing = new PassingHash(algorithmOf(hash))
    async function* passed(bytes: Readable): AsyncIterable<Uint8Array> {
      for await (const chunk of bytes) {
        passing.add(chunk)
        onBytes(chunk.length)
        yield chunk
      }
    }
    const entry = {
      path: toContentPath(id),
      sizeBytes: size,
      modifiedAtMs: this.#modifiedAtMs,
      mode: PRIVATE,
    }
    try {
      const early = size <= READ_AHEAD_BYTES ? await (await open()).toArray() : undefined
      const isWhole = await this.#tar.add(entry, async () =>
        passed(early ? Readable.from(early) : await open()),
      )
      return isWhole && passing.digest() === hash
    } catch (error) {
      if (isUnreadable(error)) return false
      throw error
    }
  }
}
