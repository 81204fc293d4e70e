import type { File } from '@awan/protocol/drive'
import type { ListWindow } from '../listing/list-window.ts'

/** Row numbers, both included. */
export interface RowRange {
  first: number
  last: number
}

export interface SelectionState {
  count: number
  /** All of what is chosen; undefined while a part of it is being read. */
  files: readonly File[] | undefined
  /** Why a part of it did not come. */
  error: unknown
  /** The row that the keyboard is at. */
  cursor: number
  /** Taps choose instead of opening. */
  isChoosing: boolean
}

type SelectableList = Pick<
  ListWindow,
  'rowAt' | 'indexOf' | 'isWhole' | 'state' | 'subscribe' | 'walk'
>

/**
 * What is chosen in a list: files by their ids, and a range of rows that follows the pointer or the
 * keys. A range may reach over rows that are not in memory; these are read then, so that whatever is
 * done next is done with all of them. When rows get other numbers the files stay chosen.
 */
export class Selection {
  readonly #list: SelectableList
  readonly #listeners = new Set<() => void>()
  /** Chosen apart from the range. */
  #apart = new Map<string, File>()
  #ranges: readonly RowRange[] = []
  /** Rows of the range that the list does not hold. */
  #read = new Map<number, File>()
  #reading: AbortController | undefined
  #error: unknown = null
  /** Where a range begins. */
  #anchor = { row: 0, id: undefined as string | undefined }
  #cursor = { row: 0, id: undefined as string | undefined }
  #isChoosing = false
  #epoch: number
  #version = -1
  #state: SelectionState = { count: 0, files: [], error: null, cursor: 0, isChoosing: false }

  constructor(list: SelectableList) {
    this.#list = list
    this.#epoch = list.state().epoch
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    const unsubscribe = this.#list.subscribe(this.#follow)
    this.#follow()
    return () => {
      this.#listeners.delete(listener)
      unsubscribe()
    }
  }

  readonly state = (): SelectionState => this.#state

  has(row: number): boolean {
    if (inRanges(this.#ranges, row)) return true
    const file = this.#list.rowAt(row)
    return file !== undefined && this.#apart.has(file.id)
  }

  /** This row and no other. */
  only(row: number): void {
    this.#apart.clear()
    this.#startAt(row)
    this.#setRanges([{ first: row, last: row }])
  }

  /** In or out, and the others stay. */
  toggle(row: number): void {
    this.#settle()
    const file = this.#list.rowAt(row)
    if (file === undefined) return
    if (!this.#apart.delete(file.id)) this.#apart.set(file.id, file)
    this.#startAt(row)
    this.#isChoosing &&= this.#apart.size > 0
    this.#tell()
  }

  /** All from where the choice began to this row; with `keep` beside what was chosen before. */
  extendTo(row: number, { keep = false } = {}): void {
    if (!keep) this.#apart.clear()
    this.#cursor = this.#mark(row)
    const anchor = this.#anchor.row
    this.#setRanges([{ first: Math.min(anchor, row), last: Math.max(anchor, row) }])
  }

  /** What a rubber band touches, beside what was chosen before it. */
  cover(ranges: readonly RowRange[]): void {
    this.#setRanges(ranges)
  }

  /** A new band or range begins: what is chosen until now stays, or is let go. */
  begin({ keep }: { keep: boolean }): void {
    if (keep) this.#settle()
    else this.#apart.clear()
    this.#setRanges([])
  }

  all(): void {
    this.#apart.clear()
    const { rowCount, isOpen } = this.#list.state()
    this.#setRanges([{ first: 0, last: isOpen ? Number.POSITIVE_INFINITY : rowCount - 1 }])
  }

  clear(): void {
    this.#apart.clear()
    this.#isChoosing = false
    this.#setRanges([])
  }

  /** The keyboard moves on without choosing. */
  moveTo(row: number): void {
    this.#cursor = this.#mark(row)
    this.#tell()
  }

  /** A finger was held on a row: from now on taps choose. */
  beginChoosing(row: number): void {
    if (!this.#isChoosing) this.#apart.clear()
    this.#setRanges([])
    this.#isChoosing = true
    const file = this.#list.rowAt(row)
    if (file) this.#apart.set(file.id, file)
    this.#startAt(row)
    this.#tell()
  }

  /** After a failure. */
  retry(): void {
    this.#error = null
    this.#tell()
  }

  #startAt(row: number): void {
    this.#anchor = this.#mark(row)
    this.#cursor = this.#anchor
  }

  #mark(row: number) {
    return { row, id: this.#list.rowAt(row)?.id }
  }

  #setRanges(ranges: readonly RowRange[]): void {
    this.#ranges = ranges
    this.#error = null
    if (ranges.length === 0) this.#read.clear()
    this.#tell()
  }

  /** The range becomes files, as far as they are known. */
  #settle(): void {
    for (const [, file] of this.#rangeFiles()) this.#apart.set(file.id, file)
    this.#ranges = []
    this.#read.clear()
  }

  *#rangeFiles(): Generator<[row: number, file: File]> {
    const { rowCount } = this.#list.state()
    for (const { first, last } of this.#ranges) {
      const end = Number.isFinite(last) ? last : Math.max(rowCount - 1, ...this.#read.keys())
      for (let row = Math.max(0, first); row <= end; row++) {
        const file = this.#list.rowAt(row) ?? this.#read.get(row)
        if (file) yield [row, file]
      }
    }
  }

  /** The list has changed: rows may have other numbers, files other names, and some may be gone. */
  readonly #follow = (): void => {
    const { epoch, version } = this.#list.state()
    if (version === this.#version) return
    this.#version = version
    if (epoch !== this.#epoch) {
      this.#epoch = epoch
      const { files } = this.#state
      if (files && this.#ranges.length > 0) {
        this.#apart = new Map(files.map((file) => [file.id, file]))
        this.#ranges = []
        this.#read.clear()
      }
      this.#anchor = this.#found(this.#anchor)
      this.#cursor = this.#found(this.#cursor)
    }
    const isWhole = this.#list.isWhole()
    for (const id of this.#apart.keys()) {
      const row = this.#list.indexOf(id)
      const file = this.#list.rowAt(row)
      if (file) this.#apart.set(id, file)
      else if (isWhole) this.#apart.delete(id)
    }
    this.#tell()
  }

  #found(mark: { row: number; id: string | undefined }) {
    const last = Math.max(0, this.#list.state().rowCount - 1)
    if (mark.id === undefined) return this.#mark(Math.min(mark.row, last))
    const row = this.#list.indexOf(mark.id)
    return row === -1 ? this.#mark(Math.min(mark.row, last)) : { row, id: mark.id }
  }

  #tell(): void {
    const chosen = new Map(this.#apart)
    let known = 0
    for (const [, file] of this.#rangeFiles()) {
      known++
      chosen.set(file.id, file)
    }
    const wanted = this.#ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)
    const isComplete = known >= wanted
    this.#state = {
      count: chosen.size + (Number.isFinite(wanted) ? wanted - known : 0),
      files: isComplete ? [...chosen.values()] : undefined,
      error: this.#error,
      cursor: this.#cursor.row,
      isChoosing: this.#isChoosing,
    }
    if (isComplete) this.#reading?.abort()
    else if (this.#error === null) void this.#readMissing()
    for (const listener of this.#listeners) listener()
  }

  async #readMissing(): Promise<void> {
    if (this.#reading && !this.#reading.signal.aborted) return
    const reading = new AbortController()
    this.#reading = reading
    try {
      for (;;) {
        const missing = this.#firstMissing()
        if (missing === undefined) break
        await this.#readFrom(missing, reading.signal)
        if (reading.signal.aborted) return
      }
    } catch (error) {
      if (reading.signal.aborted) return
      this.#error = error
    } finally {
      if (this.#reading === reading) this.#reading = undefined
    }
    this.#tell()
  }

  async #readFrom(row: number, signal: AbortSignal): Promise<void> {
    for await (const { at, files } of this.#list.walk(row, signal)) {
      if (signal.aborted) return
      for (const [index, file] of files.entries()) {
        if (inRanges(this.#ranges, at + index)) this.#read.set(at + index, file)
      }
      const next = at + files.length
      if (!inRanges(this.#ranges, next)) return
    }
    // The list ends here, wherever the range was thought to end.
    const end = Math.max(this.#list.state().rowCount - 1, ...this.#read.keys())
    this.#ranges = this.#ranges.map(({ first, last }) => ({ first, last: Math.min(last, end) }))
  }

  #firstMissing(): number | undefined {
    for (const { first, last } of this.#ranges) {
      for (let row = Math.max(0, first); row <= last; row++) {
        if (!this.#list.rowAt(row) && !this.#read.has(row)) return row
      }
    }
    return undefined
  }
}

function inRanges(ranges: readonly RowRange[], row: number): boolean {
  return ranges.some(({ first, last }) => row >= first && row <= last)
}
