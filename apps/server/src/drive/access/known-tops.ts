import type { DriveRow } from '../../db/tables.ts'
import { type Grantee, toGranteeText } from './grants.store.ts'
import type { Top } from './reach.ts'

/** Of all drives and callers together; whoever is found by counts as much. */
const MAX_SIZE = 100_000

interface Known {
  seq: number
  /** When the first of the grants ends, or soon. */
  until: number
  tops: readonly Top[]
  /** By whom it is found: themselves and their groups. */
  grantees: number
}

/** Whose tops, in which state of a drive. */
export interface Asked {
  drive: Pick<DriveRow, 'id' | 'seq' | 'owner_sub'>
  grantees: readonly Grantee[]
}

/**
 * What members reach in drives that stay as they are: to find it out again at each of their calls, grant by grant, is most of what
 * such a call costs. It follows from the grants of the drive and from its tree alone, and nothing changes those without raising
 * `seq`, which every call reads in the moment of the database that it sees. So whatever process changed them, nobody
 * reaches anything by what was kept.
 */
export class KnownTops {
  readonly #byKey = new Map<string, Known>()
  #size = 0

  find({ drive, grantees }: Asked, now: number): readonly Top[] | undefined {
    const key = toKey(drive, grantees)
    const known = this.#byKey.get(key)
    if (!known) return undefined
    this.#forget(key, known)
    if (known.seq !== drive.seq || known.until <= now) return undefined
    this.#remember(key, known)
    return known.tops
  }

  /** Read in the same moment as the drive. */
  keep({ drive, grantees }: Asked, { tops, until }: Pick<Known, 'tops' | 'until'>): void {
    const known = { seq: drive.seq, until, tops, grantees: grantees.length }
    if (sizeOf(known) > MAX_SIZE) return
    const key = toKey(drive, grantees)
    const before = this.#byKey.get(key)
    if (before) this.#forget(key, before)
    this.#remember(key, known)
    // Whoever has not called for longest.
    for (const [oldest, least] of this.#byKey) {
      if (this.#size <= MAX_SIZE) break
      this.#forget(oldest, least)
    }
  }

  #remember(key: string, known: Known): void {
    this.#byKey.set(key, known)
    this.#size += sizeOf(known)
  }

  #forget(key: string, known: Known): void {
    this.#byKey.delete(key)
    this.#size -= sizeOf(known)
  }
}

function sizeOf({ tops, grantees }: Known): number {
  return tops.length + grantees
}

/** What is granted by the owner is worth something else under another one. */
function toKey({ id, owner_sub }: Asked['drive'], grantees: readonly Grantee[]): string {
  return JSON.stringify([id, owner_sub, ...grantees.map(toGranteeText)])
}
