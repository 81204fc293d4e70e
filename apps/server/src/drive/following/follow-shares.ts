import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import { toGranteeText } from '../access/grants.ts'
import { granteesOf } from '../access/resolve-tops.ts'
import { findSeqs } from '../changes/changes.ts'
import type { Signals } from '../changes/signals.ts'

type Read = <T>(work: (reader: Reader) => Promise<T>) => Promise<T>

/** Tells the present, and whenever a grant of this person, of a group of theirs or of their mail address changes; gives what ends it. */
export async function followShares(
  { people, signals, read }: { people: PeopleDirectory; signals: Signals; read: Read },
  sub: string,
  told: (seq: number) => void,
): Promise<() => void> {
  const ids = (await read((reader) => granteesOf(reader, people, sub))).map(toGranteeText)
  const heard = new Map<string, number>()
  let known: Map<string, number> | undefined
  const hear = (id: string, seq: number) => {
    heard.set(id, seq)
    if (!known || seq <= (known.get(id) ?? 0)) return
    known.set(id, seq)
    told(sumOf(known))
  }
  const ends = ids.map((id) => signals.watch(id, (seq) => hear(id, seq)))
  try {
    // After the watches are set, so that nothing comes in between.
    const seqs = await read((reader) => findSeqs(reader, ids))
    known = new Map(seqs.map(({ id, seq }) => [id, seq]))
    told(sumOf(known))
    for (const [id, seq] of [...heard]) hear(id, seq)
  } catch (error) {
    for (const end of ends) end()
    throw error
  }
  return () => {
    for (const end of ends) end()
  }
}

/** One number for all of them, which only rises. */
function sumOf(seqs: ReadonlyMap<string, number>): number {
  return [...seqs.values()].reduce((sum, seq) => sum + seq, 0)
}
