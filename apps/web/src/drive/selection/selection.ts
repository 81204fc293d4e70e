import type { File } from '@awan/protocol/drive'
import type { ListedWhole } from '../listing/list-source.ts'
import type { ListWindow } from '../listing/list-window.ts'
import { type RowRange, rowsIn, withoutRange } from '../listing/row-range.ts'
import { ChosenRows } from './chosen-rows.ts'
import { ChosenWhole } from './chosen-whole.ts'
import { findAgain, markRow, type RowMark } from './row-mark.ts'
import type { WholePlace } from './whole-place.ts'

export interface SelectionState {
  count: number
  /** All of what is chosen; undefined while a part of it is being read. */
  files: readonly File[] | undefined
  /** In the place of files, where all of a place is chosen and that is very much. */
  whole: WholePlace | undefined
  /** There is more than what is chosen: all of it would take too long to read. */
  isCut: boolean
  /** Why a part of it did not come. */
  error: unknown
  /** The row that the keyboard is at. */
  cursor: number
  /** Taps choose instead of opening. */
  isChoosing: boolean
  /** Another object whenever other rows are chosen. */
  rows: object
}

type SelectableList = Pick<
  ListWindow,
  'rowAt' | 'indexOf' | 'isWhole' | 'state' | 'subscribe' | 'walk' | 'whole'
>

/** Where all of a place is chosen and it has more rows, they are not read. */
const READ_UP_TO = 1000

/**
 * What is chosen in a list: files by their ids, and ranges of rows that follow the pointer or the
 * keys. A range may reach over rows that are not in memory; these are read then, so that whatever is
 * done next is done with all of them. When rows get other numbers, the files stay chosen. All of a
 * place that holds much is chosen as such, but for some that were taken out.
 */
export class Selection {
  readonly #list: SelectableList
  readonly #listeners = new Set<() => void>()
  readonly #rows: ChosenRows
  /** In the place of rows. */
  #whole: ChosenWhole | undefined
  #reading: AbortController | undefined
  /** Where a range begins. */
  #anchor: RowMark = { row: 0, id: undefined }
  #cursor: RowMark = { row: 0, id: undefined }
  #epoch: number
  #state: SelectionState = {
    count: 0,
    files: [],
    whole: undefined,
    isCut: false,
    error: null,
    cursor: 0,
    isChoosing: false,
    rows: {},
  }

  constructor(list: SelectableList) {
    this.#list = list
    this.#rows = new ChosenRows(list)
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
    return this.#whole ? this.#whole.has(this.#list.rowAt(row)) : this.#rows.has(row)
  }

  /** This row and no other. */
  only(row: number): void {
    this.#rows.letGoApart()
    this.#startAt(row)
    this.#choose([{ first: row, last: row }])
  }

  /** In or out, and the others stay. */
  toggle(row: number): void {
    const file = this.#list.rowAt(row)
    if (file === undefined) return
    if (this.#whole) {
      this.#whole.toggle(file)
      this.#startAt(row)
      this.#tellWhole({})
      return
    }
    this.#rows.settle()
    this.#rows.toggle(file)
    this.#startAt(row)
    this.#choose([], { isChoosing: this.#state.isChoosing && this.#rows.apartCount > 0 })
  }

  hasAll({ first, last }: RowRange): boolean {
    if (!this.#whole && this.#state.count <= last - first) return false
    for (const row of rowsIn([{ first, last }], last)) if (!this.has(row)) return false
    return true
  }

  /** All of these rows in, or out where all of them are in; the others stay. Not where all of a place is chosen. */
  toggleAll(range: RowRange): void {
    if (this.#whole) return
    const { ranges } = this.#rows
    const others = withoutRange(ranges, range)
    const isIn = this.hasAll(range)
    if (isIn) this.#rows.removeRows(range)
    this.#startAt(range.first)
    const isChoosing = this.#state.isChoosing && !(isIn && this.#rows.apartCount === 0)
    this.#choose(isIn ? others : [...others, range], { isChoosing })
  }

  /** All from where the choice began to this row; with `keep` beside what was chosen apart from it. */
  extendTo(row: number, { keep = false } = {}): void {
    if (!keep) this.#rows.letGoApart()
    this.#cursor = markRow(this.#list, row)
    const anchor = this.#anchor.row
    this.#choose([{ first: Math.min(anchor, row), last: Math.max(anchor, row) }])
  }

  /** A rubber band begins: what is chosen until now stays beside it, or is let go. */
  beginBand({ keep }: { keep: boolean }): void {
    if (keep && this.#whole) return
    if (keep) this.#rows.settle()
    else this.#rows.letGoApart()
    this.#choose([])
  }

  /** What the rubber band touches now. */
  band(ranges: readonly RowRange[]): void {
    if (!this.#whole) this.#choose(ranges)
  }

  all(): void {
    this.#rows.letGoApart()
    const { rowCount, isOpen } = this.#list.state()
    const isLong = !isOpen && rowCount > READ_UP_TO
    if (this.#list.whole && isLong) this.#chooseWhole(this.#list.whole, rowCount)
    else this.#choose([{ first: 0, last: isOpen ? Number.POSITIVE_INFINITY : rowCount - 1 }])
  }

  clear(): void {
    this.#rows.letGoApart()
    this.#choose([], { isChoosing: false })
  }

  /** The keyboard moves on without choosing. */
  moveTo(row: number): void {
    this.#cursor = markRow(this.#list, row)
    this.#tell({ cursor: row })
  }

  /** A finger was held on a row: from now on taps choose. */
  beginChoosing(row: number): void {
    if (this.#whole) {
      this.#tellWhole({ isChoosing: true })
      return
    }
    if (this.#state.isChoosing) this.#rows.settle()
    else this.#rows.letGoApart()
    const file = this.#list.rowAt(row)
    if (file) this.#rows.add(file)
    this.#startAt(row)
    this.#choose([], { isChoosing: true })
  }

  /** Reads what did not come once more. */
  retry(): void {
    this.#choose(this.#rows.ranges)
  }

  #startAt(row: number): void {
    this.#anchor = markRow(this.#list, row)
    this.#cursor = this.#anchor
  }

  #choose(ranges: readonly RowRange[], change: Partial<SelectionState> = {}): void {
    this.#whole = undefined
    if (ranges.length === 0) this.#reading?.abort()
    this.#rows.chooseRanges(ranges)
    this.#reckon({ error: null, isCut: false, ...change })
  }

  #chooseWhole(listed: ListedWhole, total: number): void {
    this.#reading?.abort()
    this.#rows.letGoApart()
    this.#rows.chooseRanges([])
    this.#whole = new ChosenWhole(this.#list, listed, total)
    this.#tellWhole({ error: null, isCut: false })
  }

  #tellWhole(change: Partial<SelectionState>): void {
    const chosen = this.#whole
    if (!chosen) return
    const whole = chosen.toPlace(() => {
      if (this.#whole === chosen) this.clear()
    })
    const cursor = this.#cursor.row
    this.#tell({ count: whole.count, files: undefined, whole, cursor, rows: {}, ...change })
  }

  #reckon(change: Partial<SelectionState>): void {
    const { count, files } = this.#rows.reckon()
    this.#tell({ count, files, whole: undefined, cursor: this.#cursor.row, rows: {}, ...change })
    if (files) this.#reading?.abort()
    else if (this.#state.error === null) void this.#readMissing()
  }

  #tell(change: Partial<SelectionState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Rows of the list may have other numbers now, files other names, and some may be gone. */
  readonly #follow = (): void => {
    const { epoch } = this.#list.state()
    if (epoch === this.#epoch) return
    this.#epoch = epoch
    if (this.#whole) {
      this.#cursor = findAgain(this.#list, this.#cursor)
      this.#tellWhole({})
      void this.#countAgain(this.#whole)
      return
    }
    this.#reading?.abort()
    this.#rows.follow(this.#state.files)
    this.#anchor = findAgain(this.#list, this.#anchor)
    this.#cursor = findAgain(this.#list, this.#cursor)
    this.#reckon({})
  }

  async #countAgain(whole: ChosenWhole): Promise<void> {
    if (!this.#list.state().isOpen) return
    await whole.countAgain()
    if (this.#whole === whole) this.#tellWhole({})
  }

  async #readMissing(): Promise<void> {
    if (this.#reading) return
    const reading = new AbortController()
    this.#reading = reading
    try {
      if (await this.#isMuch(reading.signal)) return
      const rows = this.#rows
      for (let row = rows.firstMissing(); row !== undefined; row = rows.firstMissing()) {
        const { isCut } = await rows.readFrom(row, reading.signal)
        if (reading.signal.aborted) break
        if (isCut) this.#tell({ isCut })
      }
    } catch (error) {
      if (!reading.signal.aborted) this.#tell({ error })
    } finally {
      this.#reading = undefined
    }
    // Either all is there now, or something else was chosen meanwhile.
    if (this.#state.error === null && !this.#whole) this.#reckon({})
  }

  /** Where all is chosen, the server tells how much that is; much of it is not read. */
  async #isMuch(signal: AbortSignal): Promise<boolean> {
    const { whole } = this.#list
    if (!whole || !this.#rows.isAll()) return false
    const count = await whole.count({ signal })
    if (signal.aborted || !this.#rows.isAll() || count <= READ_UP_TO) return false
    this.#chooseWhole(whole, count)
    return true
  }
}
