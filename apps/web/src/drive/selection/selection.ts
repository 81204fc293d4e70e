import type { File } from '@awan/protocol/drive'
import type { ListWindow } from '../listing/list-window.ts'
import { inRanges, type RowRange, rowsIn } from './row-range.ts'
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
/** What only reading tells is read so far. */
const READ_AT_MOST = 10_000

interface Mark {
  row: number
  /** Unknown where the row was not there yet. */
  id: string | undefined
}

/**
 * What is chosen in a list: files by their ids, and ranges of rows that follow the pointer or the
 * keys. A range may reach over rows that are not in memory; these are read then, so that whatever is
 * done next is done with all of them. When rows get other numbers, the files stay chosen. All of a
 * place that holds much is chosen as such, but for some that were taken out.
 */
export class Selection {
  readonly #list: SelectableList
  readonly #listeners = new Set<() => void>()
  /** Chosen beside the ranges. */
  #apart = new Map<string, File>()
  #ranges: readonly RowRange[] = []
  /** Rows of the ranges that the list does not hold. */
  #read = new Map<number, File>()
  #readEnd = 0
  #reading: AbortController | undefined
  /** All is chosen but these; undefined where it is not all of a place that holds much. */
  #except: Map<string, File> | undefined
  /** How many that place shows, where the list does not tell. */
  #total = 0
  /** Where a range begins. */
  #anchor: Mark = { row: 0, id: undefined }
  #cursor: Mark = { row: 0, id: undefined }
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
    if (this.#except) return file === undefined || !this.#except.has(file.id)
    return file !== undefined && this.#apart.has(file.id)
  }

  /** This row and no other. */
  only(row: number): void {
    this.#apart.clear()
    this.#startAt(row)
    this.#choose([{ first: row, last: row }])
  }

  /** In or out, and the others stay. */
  toggle(row: number): void {
    const file = this.#list.rowAt(row)
    if (file === undefined) return
    if (this.#except) {
      if (!this.#except.delete(file.id)) this.#except.set(file.id, file)
      this.#startAt(row)
      this.#tellWhole({})
      return
    }
    this.#settle()
    if (!this.#apart.delete(file.id)) this.#apart.set(file.id, file)
    this.#startAt(row)
    this.#choose([], { isChoosing: this.#state.isChoosing && this.#apart.size > 0 })
  }

  /** All from where the choice began to this row; with `keep` beside what was chosen apart from it. */
  extendTo(row: number, { keep = false } = {}): void {
    if (!keep) this.#apart.clear()
    this.#cursor = this.#mark(row)
    const anchor = this.#anchor.row
    this.#choose([{ first: Math.min(anchor, row), last: Math.max(anchor, row) }])
  }

  /** A rubber band begins: what is chosen until now stays beside it, or is let go. */
  beginBand({ keep }: { keep: boolean }): void {
    if (keep && this.#except) return
    if (keep) this.#settle()
    else this.#apart.clear()
    this.#choose([])
  }

  /** What the rubber band touches now. */
  band(ranges: readonly RowRange[]): void {
    if (!this.#except) this.#choose(ranges)
  }

  all(): void {
    this.#apart.clear()
    const { rowCount, isOpen } = this.#list.state()
    const isLong = !isOpen && rowCount > READ_UP_TO
    if (this.#list.whole && isLong) this.#chooseWhole(rowCount)
    else this.#choose([{ first: 0, last: isOpen ? Number.POSITIVE_INFINITY : rowCount - 1 }])
  }

  clear(): void {
    this.#apart.clear()
    this.#choose([], { isChoosing: false })
  }

  /** The keyboard moves on without choosing. */
  moveTo(row: number): void {
    this.#cursor = this.#mark(row)
    this.#tell({ cursor: row })
  }

  /** A finger was held on a row: from now on taps choose. */
  beginChoosing(row: number): void {
    if (this.#except) {
      this.#tellWhole({ isChoosing: true })
      return
    }
    if (this.#state.isChoosing) this.#settle()
    else this.#apart.clear()
    const file = this.#list.rowAt(row)
    if (file) this.#apart.set(file.id, file)
    this.#startAt(row)
    this.#choose([], { isChoosing: true })
  }

  /** Reads what did not come once more. */
  retry(): void {
    this.#choose(this.#ranges)
  }

  #startAt(row: number): void {
    this.#anchor = this.#mark(row)
    this.#cursor = this.#anchor
  }

  #mark(row: number): Mark {
    return { row, id: this.#list.rowAt(row)?.id }
  }

  /** The ranges become files, as far as they are known. */
  #settle(): void {
    for (const file of this.#filesInRanges()) this.#apart.set(file.id, file)
    this.#ranges = []
  }

  *#filesInRanges(): Generator<File> {
    const end = Math.max(this.#list.state().rowCount, this.#readEnd) - 1
    for (const row of rowsIn(this.#ranges, end)) {
      const file = this.#list.rowAt(row) ?? this.#read.get(row)
      if (file) yield file
    }
  }

  #choose(ranges: readonly RowRange[], change: Partial<SelectionState> = {}): void {
    this.#except = undefined
    this.#ranges = ranges
    if (ranges.length === 0) this.#forgetRead()
    this.#reckon({ error: null, isCut: false, ...change })
  }

  #chooseWhole(total: number): void {
    this.#total = total
    this.#apart.clear()
    this.#ranges = []
    this.#forgetRead()
    this.#except = new Map()
    this.#tellWhole({ error: null, isCut: false })
  }

  #tellWhole(change: Partial<SelectionState>): void {
    const { whole: listed } = this.#list
    const { rowCount, isOpen } = this.#list.state()
    const except = this.#except
    if (!listed || !except) return
    const count = Math.max(0, (isOpen ? this.#total : rowCount) - except.size)
    const whole: WholePlace = {
      inside: listed.inside,
      exceptIds: [...except.keys()],
      count,
      letGo: () => {
        if (this.#except === except) this.clear()
      },
    }
    const cursor = this.#cursor.row
    this.#tell({ count, files: undefined, whole, cursor, rows: {}, ...change })
  }

  #reckon(change: Partial<SelectionState>): void {
    const chosen = new Map(this.#apart)
    let known = 0
    for (const file of this.#filesInRanges()) {
      known++
      chosen.set(file.id, file)
    }
    const wanted = this.#ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)
    const isComplete = known >= wanted
    this.#tell({
      count: chosen.size + (Number.isFinite(wanted) ? wanted - known : 0),
      files: isComplete ? [...chosen.values()] : undefined,
      whole: undefined,
      cursor: this.#cursor.row,
      rows: {},
      ...change,
    })
    if (isComplete) this.#reading?.abort()
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
    const { files } = this.#state
    if (this.#except) {
      this.#cursor = this.#findAgain(this.#cursor)
      this.#tellWhole({})
      void this.#countAgain()
      return
    }
    if (files) {
      this.#apart = new Map(files.map((file) => [file.id, file]))
      this.#ranges = []
    }
    this.#forgetRead()
    this.#anchor = this.#findAgain(this.#anchor)
    this.#cursor = this.#findAgain(this.#cursor)
    const isWhole = this.#list.isWhole()
    for (const id of this.#apart.keys()) {
      const file = this.#list.rowAt(this.#list.indexOf(id))
      if (file) this.#apart.set(id, file)
      else if (isWhole) this.#apart.delete(id)
    }
    this.#reckon({})
  }

  #findAgain({ row, id }: Mark): Mark {
    const found = id === undefined ? -1 : this.#list.indexOf(id)
    if (found !== -1) return { row: found, id }
    return this.#mark(Math.max(0, Math.min(row, this.#list.state().rowCount - 1)))
  }

  async #readMissing(): Promise<void> {
    if (this.#reading) return
    const reading = new AbortController()
    this.#reading = reading
    try {
      if (await this.#isMuch(reading.signal)) return
      for (let row = this.#firstMissing(); row !== undefined; row = this.#firstMissing()) {
        await this.#readFrom(row, reading.signal)
        if (reading.signal.aborted) break
      }
    } catch (error) {
      if (!reading.signal.aborted) this.#tell({ error })
    } finally {
      this.#reading = undefined
    }
    // Either all is there now, or something else was chosen meanwhile.
    if (this.#state.error === null && !this.#except) this.#reckon({})
  }

  async #readFrom(row: number, signal: AbortSignal): Promise<void> {
    let next = row
    for await (const { at, files, isLast } of this.#list.walk(row, signal)) {
      if (signal.aborted) return
      for (const [index, file] of files.entries()) {
        if (inRanges(this.#ranges, at + index)) this.#read.set(at + index, file)
      }
      next = at + files.length
      this.#readEnd = Math.max(this.#readEnd, next)
      if (!inRanges(this.#ranges, next)) return
      const isMore = next > READ_AT_MOST || (next === READ_AT_MOST && !isLast)
      if (this.#isAll() && isMore) {
        this.#tell({ isCut: true })
        next = READ_AT_MOST
        break
      }
    }
    // The list ends here, or is read no further, wherever a range was thought to end.
    this.#ranges = this.#ranges
      .map(({ first, last }) => ({ first, last: Math.min(last, next - 1) }))
      .filter(({ first, last }) => first <= last)
  }

  /** Of a list whose length is not known. */
  #isAll(): boolean {
    const [range] = this.#ranges
    return range?.first === 0 && !Number.isFinite(range.last)
  }

  /** Where all is chosen, the server tells how much that is; much of it is not read. */
  async #isMuch(signal: AbortSignal): Promise<boolean> {
    const { whole } = this.#list
    if (!whole || !this.#isAll()) return false
    const count = await whole.count({ signal })
    if (signal.aborted || !this.#isAll() || count <= READ_UP_TO) return false
    this.#chooseWhole(count)
    return true
  }

  async #countAgain(): Promise<void> {
    const { whole } = this.#list
    const except = this.#except
    if (!whole || !this.#list.state().isOpen) return
    // Without an answer the number of before is as good as any.
    const total = await whole
      .count({ signal: new AbortController().signal })
      .catch(() => this.#total)
    if (this.#except !== except) return
    this.#total = total
    this.#tellWhole({})
  }

  #firstMissing(): number | undefined {
    for (const row of rowsIn(this.#ranges, Number.POSITIVE_INFINITY)) {
      if (!this.#list.rowAt(row) && !this.#read.has(row)) return row
    }
    return undefined
  }

  #forgetRead(): void {
    this.#reading?.abort()
    this.#read.clear()
    this.#readEnd = 0
  }
}
