import { constants, mkdir, open, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ServiceError } from '@awan/protocol/errors'
import { errorCode } from './disk-errors.ts'

/** Makes the root folder, durably, and resolves to its real path. */
export async function openRoot(path: string): Promise<string> {
  const wanted = resolve(path)
  const first = await mkdir(wanted, { recursive: true, mode: 0o700 })
  if (first !== undefined) {
    const firstMade = resolve(first)
    for (let made = wanted; ; made = dirname(made)) {
      await syncFolder(dirname(made))
      if (made === firstMade) break
    }
  }
  return realpath(wanted)
}

/** A name in a folder is there, or gone, for good only when the folder has been synced. */
export async function syncFolder(path: string): Promise<void> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants
  await using folder = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  await folder.sync()
}

/**
 * The folders between the root and the blobs. Each is looked at once in the life of the process: it
 * must be a real folder at that very place, so that no link can lead a path out of the root.
 */
export class Shards {
  readonly #root: string
  readonly #known = new Set<string>()
  readonly #making = new Map<string, Promise<string>>()

  constructor(root: string) {
    this.#root = root
  }

  /** Undefined when there is no such folder, and so nothing in it. */
  async find(shard: string): Promise<string | undefined> {
    const path = join(this.#root, shard)
    if (this.#known.has(shard)) return path
    try {
      await this.#checkIsReal(path)
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    }
    this.#known.add(shard)
    return path
  }

  make(shard: string): Promise<string> {
    let making = this.#making.get(shard)
    if (making === undefined) {
      making = this.#make(shard)
      this.#making.set(shard, making)
      making.catch(() => this.#making.delete(shard))
    }
    return making
  }

  async #make(shard: string): Promise<string> {
    const path = join(this.#root, shard)
    try {
      await mkdir(path, { mode: 0o700 })
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    await this.#checkIsReal(path)
    // Also for a folder that was there: a crash may have come before it was synced.
    await syncFolder(this.#root)
    this.#known.add(shard)
    return path
  }

  async #checkIsReal(path: string): Promise<void> {
    if ((await realpath(path)) === path) return
    throw new ServiceError('unavailable', {
      description: 'a symbolic link is in the place of a folder of the blob store; remove it',
      cause: new Error(`${path} is not a folder of its own`),
    })
  }
}
