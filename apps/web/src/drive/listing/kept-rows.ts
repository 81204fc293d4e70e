import type { File } from '@awan/protocol/drive'
import type { LookedAt } from './looked-at.ts'
import { type ReadRows, type ReadStretch, setRows } from './read-rows.ts'

/** So many rows are kept; beyond that those farthest from the view are let go. */
const KEPT_ROWS = 10_000

/** The rows of a list that are in memory, by their numbers, and where those are read from that are not. */
export class KeptRows {
  /** How many rows a stretch has. */
  readonly every: number
  readonly #tokens: (string | undefined)[]
  #rows: (File | undefined)[]
  /** Of the rows that are there, made when it is asked for. */
  #indexes: Map<string, number> | undefined
  #count: number | undefined
  #folders: number | undefined

  constructor({ rows, tokens, every, count, folders }: ReadRows) {
    this.#rows = rows
    this.#tokens = tokens
    this.every = every
    this.#count = count
    this.#folders = folders
  }

  /** Rows that there are, or that are known so far. */
  get length(): number {
    return this.#rows.length
  }

  /** Whether more rows may follow the known ones. */
  get isOpen(): boolean {
    return this.#count === undefined
  }

  get folders(): number | undefined {
    return this.#folders
  }

  at(row: number): File | undefined {
    return this.#rows[row]
  }

  /** -1 for those that are not there. */
  indexOf(id: string): number {
    this.#indexes ??= this.#indexRows()
    return this.#indexes.get(id) ?? -1
  }

  /** Whether every row is there. */
  isWhole(): boolean {
    if (this.#count === undefined) return false
    this.#indexes ??= this.#indexRows()
    return this.#indexes.size === this.#count
  }

  /** The first row from one on, and then from the beginning, among those that are there. */
  find(from: number, test: (file: File) => boolean): number | undefined {
    const { length } = this.#rows
    for (const [start, end] of [
      [from, length],
      [0, Math.min(from, length)],
    ] as const) {
      for (let row = start; row < end; row++) {
        const file = this.#rows[row]
        if (file !== undefined && test(file)) return row
      }
    }
    return undefined
  }

  between(first: number, last: number): File[] {
    return this.#rows.slice(first, last + 1).filter((file) => file !== undefined)
  }

  /** In the place of the one with its id; answers whether that is there. */
  put(file: File): boolean {
    const index = this.indexOf(file.id)
    if (index === -1) return false
    this.#rows[index] = file
    return true
  }

  /** The numbers behind them move up; answers whether any of them was there. */
  remove(ids: ReadonlySet<string>): boolean {
    // Not a filter: that would leave out the rows that are not there yet.
    const left: (File | undefined)[] = []
    let folders = 0
    for (const file of this.#rows.values()) {
      if (file === undefined || !ids.has(file.id)) left.push(file)
      else if (file.kind === 'folder') folders++
    }
    const gone = this.#rows.length - left.length
    if (gone === 0) return false
    this.#rows = left
    this.#indexes = undefined
    if (this.#count !== undefined) this.#count -= gone
    if (this.#folders !== undefined) this.#folders -= folders
    return true
  }

  tokenOf(stretch: number): string | undefined {
    return this.#tokens[stretch]
  }

  /** The stretch that a row is in, or the last one of which it is known where it begins. */
  stretchOf(row: number): number {
    return this.#toKnown(Math.floor(row / this.every))
  }

  /** Those that are looked at, or are on the way there. */
  stretchesAt(lookedAt: LookedAt): Set<number> {
    const end = this.#count === undefined ? lookedAt.last() : this.#count - 1
    const wanted = lookedAt.stretches(this.every, end)
    return new Set([...wanted].map((stretch) => this.#toKnown(stretch)))
  }

  isThere(stretch: number): boolean {
    return this.#rows[stretch * this.every] !== undefined
  }

  addStretch(stretch: number, { files, next }: ReadStretch): void {
    setRows(this.#rows, stretch * this.every, files)
    this.#indexes = undefined
    if (this.#count !== undefined) this.#rows.length = this.#count
    else if (stretch === this.#tokens.length - 1) {
      if (next === undefined) this.#count = this.#rows.length
      else this.#tokens.push(next)
    }
  }

  letGoFarFrom(lookedAt: LookedAt): void {
    const kept = lookedAt.spans().map(({ first, last }) => {
      const middle = (first + last) / 2
      return {
        from: Math.floor((middle - KEPT_ROWS / 2) / this.every) * this.every,
        to: Math.ceil((middle + KEPT_ROWS / 2) / this.every) * this.every,
      }
    })
    for (let at = 0; at < this.#rows.length; at += this.every) {
      if (kept.some(({ from, to }) => at >= from && at < to)) continue
      if (this.#rows[at] === undefined) continue
      const end = Math.min(at + this.every, this.#rows.length)
      for (let row = at; row < end; row++) this.#rows[row] = undefined
      this.#indexes = undefined
    }
  }

  #toKnown(stretch: number): number {
    return Math.min(stretch, this.#tokens.length - 1)
  }

  #indexRows(): Map<string, number> {
    const indexes = new Map<string, number>()
    // Only the stretches that are there: a list may have a million rows.
    for (let at = 0; at < this.#rows.length; at += this.every) {
      const end = Math.min(at + this.every, this.#rows.length)
      if (this.#rows[at] === undefined && this.#rows[end - 1] === undefined) continue
      for (let row = at; row < end; row++) {
        const file = this.#rows[row]
        if (file !== undefined) indexes.set(file.id, row)
      }
    }
    return indexes
  }
}
