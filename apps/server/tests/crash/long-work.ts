import { expect } from 'vitest'
import { type Chance, pick } from '../testing/chance.ts'
import { type DriveCalls, isNobody, onlyOnce } from '../testing/drive-calls.ts'
import { describeTree, readTree } from './own-tree.ts'

/** A copy of the large folder, in a folder of its own. */
interface Copy {
  folderId: string
  state: 'empty' | 'whole' | 'gone'
}

interface Pending {
  call: `POST /${string}`
  body: object
  key: Record<string, string>
  onYes(answer: { id: string }): void
}

/** More would only take longer to bring to their end. */
const MAX_COPIES = 12

/**
 * Somebody who copies and deletes a folder that takes several steps, and does not wait for the end: at
 * every kill some of it is under way. A call whose answer was lost is repeated with its key.
 */
export class LongWork {
  readonly #calls: DriveCalls
  readonly #chance: Chance
  readonly #sourceId: string
  readonly #copies: Copy[] = []
  #pending: Pending | undefined
  done = 0

  private constructor(calls: DriveCalls, chance: Chance, sourceId: string) {
    this.#calls = calls
    this.#chance = chance
    this.#sourceId = sourceId
  }

  static async create(calls: DriveCalls, chance: Chance): Promise<LongWork> {
    const folder = async (name: string, parent_id: string): Promise<string> =>
      (await calls.json('POST /drive/v1/files', { kind: 'folder', name, parent_id })).id
    const copy = async (id: string, parent_id: string) => {
      const { phase } = await calls.json('POST /drive/v1/files:batchCopy', { ids: [id], parent_id })
      expect(phase).toBe('complete')
    }
    const source = await folder('source', 'root')
    const leaf = await folder('leaf', source)
    const upload = await calls.json('POST /drive/v1/uploads', {
      name: 'empty',
      parent_id: leaf,
      size: 0,
    })
    const file = await calls.json(`POST /drive/v1/uploads/${upload.id}/commit`, {})
    // 16 files in a folder, and the folder 24 times: about 400 nodes, more than a step copies.
    for (let i = 0; i < 15; i++) await copy(file.id, leaf)
    for (let i = 0; i < 23; i++) await copy(leaf, source)
    return new LongWork(calls, chance, source)
  }

  async work(isKilled: () => boolean): Promise<void> {
    try {
      while (this.#copies.length < MAX_COPIES) await this.#doSomething()
    } catch (error) {
      if (!isNobody(error) || !isKilled()) throw error
    }
  }

  /** What was asked for and not answered is asked for again, and done once. */
  async settle(): Promise<void> {
    if (this.#pending) await this.#send(this.#pending)
  }

  /** When all tasks have ended. */
  async check(): Promise<void> {
    const wanted = describeTree(await readTree(this.#calls, this.#sourceId, 'nothing'))
    expect(wanted.length).toBeGreaterThan(400)
    const { tasks } = await this.#calls.json('GET /drive/v1/tasks?state=open')
    expect(tasks).toEqual([])
    const { files } = await this.#calls.json('GET /drive/v1/files?kind=folder&page_size=1000')
    const there = new Set<string>(files.map(({ id }: { id: string }) => id))
    for (const { folderId, state } of this.#copies) {
      expect(there.has(folderId), `${folderId} is ${state}`).toBe(state !== 'gone')
      if (state !== 'whole') continue
      const [copy] = (await this.#calls.json(`GET /drive/v1/files?parent_id=${folderId}`)).files
      expect(describeTree(await readTree(this.#calls, copy?.id, 'nothing'))).toEqual(wanted)
    }
    // The source, one folder for each copy that is there, and nothing that a repeated call has made.
    expect(there.size).toBe(1 + this.#copies.filter(({ state }) => state !== 'gone').length)
  }

  async #doSomething(): Promise<void> {
    const old = pick(
      this.#chance,
      this.#copies.filter(({ state }) => state === 'whole'),
    )
    if (old && this.#chance() < 0.5) {
      await this.#ask('POST /drive/v1/files:batchDelete', { ids: [old.folderId] }, () => {
        old.state = 'gone'
      })
      return
    }
    const empty = this.#copies.find(({ state }) => state === 'empty')
    if (!empty) {
      const body = { kind: 'folder', name: `copy ${this.#copies.length}` }
      return this.#ask('POST /drive/v1/files', body, ({ id }) => {
        this.#copies.push({ folderId: id, state: 'empty' })
      })
    }
    const body = { ids: [this.#sourceId], parent_id: empty.folderId }
    await this.#ask('POST /drive/v1/files:batchCopy', body, () => {
      empty.state = 'whole'
    })
  }

  async #ask(call: Pending['call'], body: object, onYes: Pending['onYes']): Promise<void> {
    this.#pending = { call, body, key: onlyOnce(), onYes }
    await this.#send(this.#pending)
  }

  async #send({ call, body, key, onYes }: Pending): Promise<void> {
    onYes(await this.#calls.json(call, body, key))
    this.#pending = undefined
    this.done++
  }
}
