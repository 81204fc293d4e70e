import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ServiceError } from '@awan/protocol/errors'
import { readTarIndex, type TarPlace } from '../../kernel/tar/tar-index.ts'

/** The files of a backup, by their paths within it. */
export interface BackupFiles {
  /** For people: where this is. */
  describe(path: string): string
  has(path: string): Promise<boolean>
  read(path: string): Readable
}

/** The files of a backup: a folder, or the same in one tar. */
export async function openBackupFiles(backup: string): Promise<BackupFiles> {
  const isFile = (await stat(backup).catch(() => undefined))?.isFile() === true
  return isFile ? TarFiles.open(backup) : new FolderFiles(backup)
}

export class FolderFiles implements BackupFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  describe(path: string): string {
    return join(this.#folder, path)
  }

  async has(path: string): Promise<boolean> {
    return (await stat(this.describe(path)).catch(unlessAbsent)) !== undefined
  }

  read(path: string): Readable {
    return createReadStream(this.describe(path), { highWaterMark: PIECE_BYTES })
  }
}

/** Nothing is unpacked: each file is read inside the archive. */
class TarFiles implements BackupFiles {
  readonly #path: string
  readonly #places: ReadonlyMap<string, TarPlace>

  private constructor(path: string, places: ReadonlyMap<string, TarPlace>) {
    this.#path = path
    this.#places = places
  }

  static async open(path: string): Promise<TarFiles> {
    await using archive = await open(path)
    return new TarFiles(path, await readTarIndex(archive))
  }

  describe(path: string): string {
    return `${path} in ${this.#path}`
  }

  async has(path: string): Promise<boolean> {
    return this.#places.has(path)
  }

  read(path: string): Readable {
    const place = this.#places.get(path)
    if (!place) {
      throw new ServiceError('data_loss', { description: `${this.describe(path)} is missing` })
    }
    const { start, sizeBytes } = place
    // The end is the last byte, so that none at all cannot be asked for.
    if (sizeBytes === 0) return Readable.from([])
    const range = { start, end: start + sizeBytes - 1 }
    return createReadStream(this.#path, { ...range, highWaterMark: PIECE_BYTES })
  }
}

const PIECE_BYTES = 1024 * 1024

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
