import type { Database } from '../../db/database.ts'
import { findSeqs } from './changes.store.ts'

/** Told after the commit that brought a drive to this number. */
export type TellSeq = (driveId: string, seq: number) => void

/**
 * Wakes whoever waits for a drive: at once for what this process wrote, by the database's channel for
 * what another did, and by a look at the numbers of the watched drives in case neither came through.
 * While nobody watches it costs nothing.
 */
export interface Signals extends AsyncDisposable {
  tell: TellSeq
  /** Calls back with each number that is higher than those before; returns what ends it. */
  watch(driveId: string, told: (seq: number) => void): () => void
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

  function hear(driveId: string, seq: number): void {
    const drive = watched.get(driveId)
    if (!drive || seq <= drive.seq) return
    drive.seq = seq
    for (const told of [...drive.listeners]) told(seq)
  }

  function listen(): void {
    if (isListening) return
    isListening = true
    channel?.listen({
      hear(word) {
        const [driveId = '', seq = ''] = word.split(' ')
        hear(driveId, Number(seq))
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
    tell(driveId, seq) {
      hear(driveId, seq)
      channel?.send(`${driveId} ${seq}`)
    },

    watch(driveId, told) {
      listen()
      const drive = watched.get(driveId) ?? { seq: 0, listeners: new Set() }
      drive.listeners.add(told)
      watched.set(driveId, drive)
      timer ??= setInterval(() => void look(), lookEveryMs).unref()
      return () => {
        drive.listeners.delete(told)
        if (drive.listeners.size === 0 && watched.get(driveId) === drive) watched.delete(driveId)
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
