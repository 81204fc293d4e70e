import { ServiceError } from '@awan/protocol/errors'
import {
  isFile,
  isFolder,
  type Reread,
  toUnreadable,
  type UploadEntries,
  type UploadEntry,
} from '../upload-entry.ts'

/** An entry on its way to the worker. What looks for it again stays with the page, under a number. */
export type EntryMessage = UploadEntry & { again?: number | undefined }

/** So many are found again before the worker hears of them. */
const AT_ONE_GO = 64

/** The page's side: what entries become on their way, and how they are looked for again. */
export interface EntrySender {
  toMessage(entry: UploadEntry): Promise<EntryMessage>
  /** Some more of what is found now at a path; none when that was all. `turn` is another one each time. */
  lookAgain(turn: number, again: number, path: string): Promise<EntryMessage[]>
}

export function createEntrySender(): EntrySender {
  const numbers = new Map<Reread, number>()
  const rereads: Reread[] = []
  const turns = new Map<number, AsyncIterator<UploadEntry>>()

  /** Files of one folder share theirs: there are few. */
  function numberOf(retry: Reread | undefined): number | undefined {
    if (!retry) return undefined
    const known = numbers.get(retry)
    if (known !== undefined) return known
    numbers.set(retry, rereads.length)
    return rereads.push(retry) - 1
  }

  async function toMessage(entry: UploadEntry): Promise<EntryMessage> {
    if (isFolder(entry)) return entry
    const { retry, ...rest } = entry
    const again = numberOf(retry)
    if (!isFile(rest)) return { ...rest, again }
    const { path, modified_time, mime_type } = rest
    let { source } = rest
    try {
      if (typeof source === 'function') source = await source()
    } catch (cause) {
      return { ...toUnreadable(path, cause), again: again ?? numberOf(() => [entry]) }
    }
    // A File is a handle: only it can go to a worker.
    if (source instanceof Blob) return { path, source, modified_time, mime_type, again }
    throw new ServiceError('invalid_argument', {
      description: `${path}: only a File or a Blob can be sent by a worker`,
    })
  }

  return {
    toMessage,
    async lookAgain(turn, again, path) {
      const found = turns.get(turn) ?? each(rereads[again]?.(path) ?? [])
      turns.set(turn, found)
      const messages: EntryMessage[] = []
      while (messages.length < AT_ONE_GO) {
        const next = await found.next()
        if (next.done) break
        messages.push(await toMessage(next.value))
      }
      if (messages.length === 0) turns.delete(turn)
      return messages
    },
  }
}

/** The worker's side: entries as they were, and looking again asks the page. */
export function createEntryReceiver(
  ask: (turn: number, again: number, path: string) => Promise<EntryMessage[]>,
): (message: EntryMessage) => UploadEntry {
  const rereads = new Map<number, Reread>()
  let turns = 0

  function rereadOf(again: number): Reread {
    const known = rereads.get(again)
    if (known) return known
    const reread: Reread = async function* (path) {
      turns += 1
      const turn = turns
      for (;;) {
        const messages = await ask(turn, again, path)
        if (messages.length === 0) return
        yield* messages.map(toEntry)
      }
    }
    rereads.set(again, reread)
    return reread
  }

  function toEntry({ again, ...entry }: EntryMessage): UploadEntry {
    return again === undefined ? entry : { ...entry, retry: rereadOf(again) }
  }
  return toEntry
}

async function* each(entries: UploadEntries): AsyncGenerator<UploadEntry> {
  yield* entries
}
