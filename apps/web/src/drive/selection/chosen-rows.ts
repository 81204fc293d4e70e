import type { File } from '@awan/protocol/drive'
import type { ListWindow } from '../listing/list-window.ts'
import { inRanges, type RowRange, rowsIn } from '../listing/row-range.ts'

type ReadableList = Pick<ListWindow, 'rowAt' | 'indexOf' | 'isWhole' | 'state' | 'walk'>

/** What only reading tells is read so far. */
const READ_AT_MOST = 10_000

/**
 * Files that are chosen by their ids, and ranges of rows beside them. A range may reach over rows
 * that are not in memory: these are read, and kept here.
 */
export class ChosenRows {
  readonly #list: ReadableList
  /** Chosen beside the ranges. */
  #apart = new Map<string, File>()
  #ranges: readonly RowRange[] = []
  /** Rows of the ranges that the list does not hold. */
  readonly #read = new Map<number, File>()
  #readEnd = 0

  constructor(list: ReadableList) {
    this.#list = list
  }

  get apartCount(): number {
    return this.#apart.size
  }

  get ranges(): readonly RowRange[] {
    return this.#ranges
  }

  has(row: number): boolean {
    if (inRanges(this.#ranges, row)) return true
    const file = this.#list.rowAt(row)
    return file !== undefined && this.#apart.has(file.id)
  }

  /** Whether all of a list is chosen whose length is not known. */
  isAll(): boolean {
    const [range] = this.#ranges
    return range?.first === 0 && !Number.isFinite(range.last)
  }

  add(file: File): void {
    this.#apart.set(file.id, file)
  }

  toggle(file: File): void {
    if (!this.#apart.delete(file.id)) this.#apart.set(file.id, file)
  }

  /** Rows in memory; of the others nobody knows here which file they are. */
  removeRows(range: RowRange): void {
    for (const row of rowsIn([range], Number.POSITIVE_INFINITY)) {
      const file = this.#list.rowAt(row)
      if (file) this.#apart.delete(file.id)
    }
  }

  letGoApart(): void {
    this.#apart.clear()
  }

  chooseRanges(ranges: readonly RowRange[]): void {
    this.#ranges = ranges
    if (ranges.length === 0) this.#forgetRead()
  }

  /** The ranges become files, as far as they are known. */
  settle(): void {
    for (const file of this.#filesInRanges()) this.#apart.set(file.id, file)
    this.#ranges = []
  }

  /** How many are chosen, and all of them; undefined as long as some are missing. */
  reckon(): { count: number; files: File[] | undefined } {
    const chosen = new Map(this.#apart)
    let known = 0
    for (const file of this.#filesInRanges()) {
      known++
      chosen.set(file.id, file)
    }
    const wanted = this.#ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)
    return {
      count: chosen.size + (Number.isFinite(wanted) ? wanted - known : 0),
      files: known >= wanted ? [...chosen.values()] : undefined,
    }
  }

  /** Rows of the list have other numbers now, files other names, and some are gone. */
  follow(files: readonly File[] | undefined): void {
    if (files) {
      this.#apart = new Map(files.map((file) => [file.id, file]))
      this.#ranges = []
    }
    this.#forgetRead()
    const isWhole = this.#list.isWhole()
    for (const id of this.#apart.keys()) {
      const file = this.#list.rowAt(this.#list.indexOf(id))
      if (file) this.#apart.set(id, file)
      else if (isWhole) this.#apart.delete(id)
    }
  }

  firstMissing(): number | undefined {
    for (const row of rowsIn(this.#ranges, Number.POSITIVE_INFINITY)) {
      if (!this.#list.rowAt(row) && !this.#read.has(row)) return row
    }
    return undefined
  }

  /** Reads what is in the ranges from a row on; answers whether there is more of it than is read. */
  async readFrom(row: number, signal: AbortSignal): Promise<{ isCut: boolean }> {
    let next = row
    let isCut = false
    for await (const { at, files, isLast } of this.#list.walk(row, signal)) {
      if (signal.aborted) return { isCut }
      for (const [index, file] of files.entries()) {
        if (inRanges(this.#ranges, at + index)) this.#read.set(at + index, file)
      }
      next = at + files.length
      this.#readEnd = Math.max(this.#readEnd, next)
      if (!inRanges(this.#ranges, next)) return { isCut }
      const isMore = next > READ_AT_MOST || (next === READ_AT_MOST && !isLast)
      if (this.isAll() && isMore) {
        isCut = true
        next = READ_AT_MOST
        break
      }
    }
    // The list ends here, or is read no further, wherever a range was thought to end.
    this.#ranges = this.#ranges
      .map(({ first, last }) => ({ first, last: Math.min(last, next - 1) }))
      .filter(({ first, last }) => first <= last)
    return { isCut }
  }

  *#filesInRanges(): Generator<File> {
    const end = Math.max(this.#list.state().rowCount, this.#readEnd) - 1
    for (const row of rowsIn(this.#ranges, end)) {
      const file = this.#list.rowAt(row) ?? this.#read.get(row)
      if (file) yield file
    }
  }

  #forgetRead(): void {
    this.#read.clear()
    this.#readEnd = 0
  }
}
