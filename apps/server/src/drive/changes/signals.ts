import type { Database } from '../../db/database.ts'
import { findSeqs } from './changes.store.ts'

/** Told after the commit that brought a drive, or the grants of a grantee, to this number. */
export type TellSeq = (id: string, seq: number) => void

/**
 * Wakes whoever waits for a drive, or for the grants of a grantee: at once for what this process wrote, by the database's channel for
 * what another did, and by a look at their numbers in case neither came through.
 * While nobody watches it costs nothing.
 */
export interface Signals extends AsyncDisposable {
  tell: TellSeq
  /** Calls back with each number that is higher than those before; returns what ends it. */
  watch(id: string, told: (seq: number) => void): () => void
  /** Looks at the numbers now. */
  look(): Promise<void>
}

export interface SignalsOptions {
  db: Database
  onProblem?: ((problem: unknown) => void) | undefined
  lookEveryMs?: number | undefined
}

const CHANNEL = 'awan_drive_seq'
/** Without a channel the look is all that other processes are seen by. */
const LOOK_EVERY_MS = { sqlite: 1_000, postgres: 15_000 }
const AT_ONCE = 500

export function createSignals({
  db,
  onProblem = () => {},
  lookEveryMs = LOOK_EVERY_MS[db.kind],
}: SignalsOptions): Signals {
  const watched = new Map<string, Watched>()
  const channel = db.openChannel(CHANNEL)
  let isListening = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  function hear(id: string, seq: number): void {
    const known = watched.get(id)
    if (!known || seq <= known.seq) return
    known.seq = seq
    for (const told of [...known.listeners]) told(seq)
  }

  function listen(): void {
    if (isListening) return
    isListening = true
    channel?.listen({
      hear(word) {
        const end = word.lastIndexOf(' ')
        hear(word.slice(0, end), Number(word.slice(end + 1)))
      },
      missed: () => void look(),
    })
  }

  async function lookNow(): Promise<void> {
    const ids = [...watched.keys()]
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE)
      for (const { id, seq } of await db.read((reader) => findSeqs(reader, some))) hear(id, seq)
    }
  }

  /** One at a time. The next look mends what a failed one missed. */
  function look(): Promise<void> {
    looking ??= lookNow()
      .catch(onProblem)
      .finally(() => {
        looking = undefined
      })
    return looking
  }

  return {
    tell(id, seq) {
      hear(id, seq)
      channel?.send(`${id} ${seq}`)
    },

    watch(id, told) {
      listen()
      const known = watched.get(id) ?? { seq: 0, listeners: new Set() }
      known.listeners.add(told)
      watched.set(id, known)
      timer ??= setInterval(() => void look(), lookEveryMs).unref()
      return () => {
        known.listeners.delete(told)
        if (known.listeners.size === 0 && watched.get(id) === known) watched.delete(id)
        if (watched.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },

    look,

    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      watched.clear()
      await looking
      await channel?.[Symbol.asyncDispose]()
    },
  }
}

interface Watched {
  seq: number
  listeners: Set<(seq: number) => void>
}
