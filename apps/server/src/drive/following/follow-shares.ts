import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import { toGranteeText } from '../access/grants.ts'
import { granteesOf } from '../access/resolve-tops.ts'
import { findSeqs } from '../changes/changes.ts'
import type { Signals } from '../changes/signals.ts'
import { oneAtATime } from './one-at-a-time.ts'

type Read = <T>(work: (reader: Reader) => Promise<T>) => Promise<T>

/** Tells the present, and whenever a grant of this person, of a group of theirs or of their mail address changes; gives what ends it. */
export async function followShares(
  { people, signals, read }: { people: PeopleDirectory; signals: Signals; read: Read },
  sub: string,
  told: (seq: number) => void,
): Promise<() => void> {
  const heard = new Map<string, number>()
  const watches = new Map<string, () => void>()
  let known: Map<string, number> | undefined
  let isOver = false
  const end = () => {
    isOver = true
    for (const unwatch of watches.values()) unwatch()
  }
  const hear = (id: string, seq: number) => {
    heard.set(id, seq)
    if (!known || isOver || seq <= (known.get(id) ?? 0)) return
    known.set(id, seq)
    told(sumOf(known))
    // What was told may be that the person has joined a group.
    watchNew()
  }
  const watchNew = oneAtATime(() =>
    // Whoever is told looks whether the person may still listen; the next news tries again.
    watchAll().catch(() => undefined),
  )

  /** After the watches are set, so that nothing comes in between. */
  async function watchAll(): Promise<void> {
    const ids = (await read((reader) => granteesOf(reader, people, sub))).map(toGranteeText)
    const more = ids.filter((id) => !watches.has(id))
    if (isOver || (known && more.length === 0)) return
    for (const id of more)
      watches.set(
        id,
        signals.watch(id, (seq) => hear(id, seq)),
      )
    const seqs = await read((reader) => findSeqs(reader, more))
    known = new Map([...(known ?? []), ...seqs.map(({ id, seq }) => [id, seq] as const)])
    if (isOver) return
    told(sumOf(known))
    for (const [id, seq] of [...heard]) hear(id, seq)
  }

  try {
    await watchAll()
  } catch (error) {
    end()
    throw error
  }
  return end
}

/** One number for all of them, which only rises. */
function sumOf(seqs: ReadonlyMap<string, number>): number {
  return [...seqs.values()].reduce((sum, seq) => sum + seq, 0)
}
