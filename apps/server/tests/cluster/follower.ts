import { setTimeout as wait } from 'node:timers/promises'
import type { DriveClient } from '@awan/client/drive'
import type { History } from './history.ts'
import { endingOf, insist } from './people.ts'

interface Seen {
  name: string
  parent_id: string | null
  isTrashed: boolean
}

/** Asked in vain, it waits a moment. */
const PAUSE_MS = 300
const WAIT_SECONDS = 5

/** A device that knows of a drive only what the change log has told it. */
export class Follower {
  readonly #drive: DriveClient
  readonly #history: History
  readonly #name: string
  readonly #nodes = new Map<string, Seen>()
  #cursor = ''
  pages = 0

  constructor(drive: DriveClient, history: History, name: string) {
    this.#drive = drive
    this.#history = history
    this.#name = name
  }

  /** From an empty drive on. */
  async prepare(): Promise<void> {
    this.#cursor = (await this.#drive.changes.list()).cursor
  }

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        await this.#read(WAIT_SECONDS)
      } catch (error) {
        const ending = endingOf(error)
        this.#history.add({ who: this.#name, what: 'changes', ending, error: String(error) })
        if (ending === 'no') throw error
        await wait(PAUSE_MS)
      }
    }
  }

  /** To the end of the log, and what differs from the tree of the server. */
  async check(): Promise<string[]> {
    while (await insist(() => this.#read(0)));
    const known = new Set(this.#nodes.keys())
    const { root, seen } = await this.#readTree()
    const wrong: string[] = []
    for (const [id, { name, parent_id }] of this.#nodes) {
      // What lay below something that was deleted is told of by that alone.
      const isLost = parent_id !== root && !known.has(parent_id ?? '')
      if (isLost || seen.has(id)) continue
      wrong.push(`${this.#name} has ${name} (${id}), which is not there`)
    }
    for (const [id, found] of seen) {
      const own = JSON.stringify(this.#nodes.get(id))
      if (own !== JSON.stringify(found)) {
        wrong.push(`${this.#name} has ${own} for ${id}, which is ${JSON.stringify(found)}`)
      }
    }
    return wrong
  }

  async #read(waitSeconds: number): Promise<boolean> {
    const page = await this.#drive.changes.list({ cursor: this.#cursor, wait: waitSeconds })
    for (const change of page.changes) {
      if ('file' in change && change.file) this.#nodes.set(change.id, toSeen(change.file))
      else this.#nodes.delete(change.id)
    }
    this.#cursor = page.cursor
    this.pages++
    return page.has_more
  }

  async #readTree(): Promise<{ root: string; seen: Map<string, Seen> }> {
    const { id: root } = await insist(() => this.#drive.files.get('root'))
    const seen = new Map<string, Seen>()
    const waiting = [root]
    const trash = await readAll((page_token) =>
      insist(() => this.#drive.lists.trash({ page_token })),
    )
    for (const file of trash) {
      seen.set(file.id, toSeen(file))
      if (file.kind === 'folder') waiting.push(file.id)
    }
    for (let parent_id = waiting.pop(); parent_id; parent_id = waiting.pop()) {
      const query = { parent_id, page_size: 1000 }
      for (const file of await readAll((page_token) =>
        insist(() => this.#drive.files.list({ ...query, page_token })),
      )) {
        seen.set(file.id, toSeen(file))
        if (file.kind === 'folder') waiting.push(file.id)
      }
    }
    return { root, seen }
  }
}

type Listed = Awaited<ReturnType<DriveClient['files']['list']>>['files'][number]

function toSeen({ name, parent_id, trashed_time }: Listed): Seen {
  return { name, parent_id: parent_id ?? null, isTrashed: trashed_time !== undefined }
}

export async function readAll(
  read: (
    token: string | undefined,
  ) => Promise<{ files: Listed[]; next_page_token?: string | undefined }>,
): Promise<Listed[]> {
  const all: Listed[] = []
  let token: string | undefined
  do {
    const page = await read(token)
    all.push(...page.files)
    token = page.next_page_token
  } while (token !== undefined)
  return all
}
