import { expect } from 'vitest'
import { contentHash } from '../../src/drive/testing.ts'
import { type Chance, pick } from '../testing/chance.ts'
import { type DriveCalls, isNobody, onlyOnce } from '../testing/drive-calls.ts'
import { findLostBlocks, type Uploading } from '../testing/uploading.ts'
import { NEW, operations } from './operations.ts'
import { describeTree, type OwnTree, readTree } from './own-tree.ts'

/** So many nodes are enough: a larger tree is reduced, and one of folders alone by way of the trash. */
const MAX_NODES = 40
const REDUCING = ['trash', 'deleteForGood']

export interface WriterParts {
  calls: DriveCalls
  chance: Chance
  /** With which all of its names begin. */
  mark: string
  /** With whom it shares. */
  friendSub: string
}

/**
 * Somebody who changes the drive without a pause, in a folder of its own. It knows what its tree must
 * be, but for the one operation whose answer it has not got.
 */
export class Writer {
  /** How often each operation was answered with yes. */
  readonly counts: Record<string, number> = {}
  readonly #calls: DriveCalls
  readonly #chance: Chance
  readonly #mark: string
  readonly #topId: string
  readonly #friendSub: string
  readonly #uploads: Uploading[] = []
  /** Files whose bytes were read since they changed, with their hashes. */
  readonly #seen = new Map<string, string>()
  #tree: OwnTree = new Map()
  #doing: { name: string; after: OwnTree } | undefined
  #names = 0

  private constructor(parts: WriterParts, topId: string) {
    this.#calls = parts.calls
    this.#chance = parts.chance
    this.#mark = parts.mark
    this.#friendSub = parts.friendSub
    this.#topId = topId
  }

  static async create(parts: WriterParts): Promise<Writer> {
    const body = { kind: 'folder', name: parts.mark }
    const { id } = await parts.calls.json('POST /drive/v1/files', body, onlyOnce())
    return new Writer(parts, id)
  }

  get done(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  /** Until the server is killed and nobody answers any more. A refusal is thrown. */
  async work(isKilled: () => boolean): Promise<void> {
    try {
      for (;;) await this.#doSomething()
    } catch (error) {
      if (!isNobody(error) || !isKilled()) throw error
    }
  }

  /** The server that was started again has all of it: what was answered, and the last wholly or not. */
  async settle(): Promise<void> {
    const found = await readTree(this.#calls, this.#topId, this.#mark)
    const lines = describeTree(found)
    const [before, after] = [this.#tree, this.#doing?.after ?? this.#tree].map(describeTree)
    const isDone = String(lines) === String(after)
    if (!isDone) expect(lines, `${this.#mark} after ${this.#doing?.name}`).toEqual(before)
    this.#tree = found
    this.#doing = undefined
    await this.#settleUploads(isDone)
  }

  async #settleUploads(isDone: boolean): Promise<void> {
    for (const uploading of [...this.#uploads]) {
      if (uploading.isCommitting && isDone) {
        this.#uploads.splice(this.#uploads.indexOf(uploading), 1)
        continue
      }
      uploading.isCommitting = false
      expect(await findLostBlocks(this.#calls, uploading), 'blocks that were kept').toEqual([])
    }
  }

  /** Time has passed: what was begun and not ended is gone. */
  forgetUploads(): void {
    this.#uploads.length = 0
  }

  /** Reads the bytes of files, of those only that changed unless told. */
  async checkContents({ all }: { all: boolean } = { all: false }): Promise<number> {
    let count = 0
    for (const { id, kind, hash = '' } of this.#tree.values()) {
      if (kind === 'folder' || (!all && this.#seen.get(id) === hash)) continue
      expect(contentHash(await this.#calls.content(id)), `the content of ${id}`).toBe(hash)
      this.#seen.set(id, hash)
      count++
    }
    return count
  }

  async #doSomething(): Promise<void> {
    const isFull = this.#tree.size > MAX_NODES
    const names = isFull ? REDUCING : Object.keys(operations)
    const name = pick(this.#chance, names) ?? ''
    const plan = operations[name]?.({
      calls: this.#calls,
      chance: this.#chance,
      tree: this.#tree,
      topId: this.#topId,
      topName: this.#mark,
      newName: () => `${this.#mark}-${this.#names++}`,
      uploads: this.#uploads,
      friendSub: this.#friendSub,
    })
    if (!plan) return
    this.#doing = { name, after: plan.after }
    const learned = await plan.run()
    if (learned === 'look') {
      const found = await readTree(this.#calls, this.#topId, this.#mark)
      expect(describeTree(found), name).toEqual(describeTree(plan.after))
      this.#tree = found
    } else {
      this.#tree = learned === undefined ? plan.after : withId(plan.after, learned)
    }
    this.#doing = undefined
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }
}

function withId(tree: OwnTree, id: string): OwnTree {
  const node = tree.get(NEW)
  if (!node) return tree
  const next = new Map(tree)
  next.delete(NEW)
  return next.set(id, { ...node, id })
}
