import type { File } from '@awan/protocol/drive'
import { KeptRows } from './kept-rows.ts'
import type { ListedWhole, ListSource } from './list-source.ts'
import { LookedAt } from './looked-at.ts'
import {
  locateRow,
  PAGE_ROWS,
  type ReadRows,
  readBeginning,
  readStretch,
  readToView,
  type WalkedRows,
  walkRows,
} from './read-rows.ts'
import type { RowRange } from './row-range.ts'

export interface ListState {
  /** Rows that there are, or that are known so far. */
  rowCount: number
  /** Whether more rows may follow the known ones. */
  isOpen: boolean
  isLoading: boolean
  /** Why there is nothing to show. */
  error: unknown
  /** Why a part of it did not come. */
  partError: unknown
  /** Another number whenever a row may have changed. */
  version: number
  /** Another number whenever rows that were there may be others now, or have other numbers. */
  epoch: number
}

/**
 * A list of any length of which only what is looked at is in memory. Rows are asked for by their
 * numbers; a row that is not there yet is undefined.
 *
 * When something has changed it reads again what is in view, and shows the old until the new is
 * there, so that nothing flickers. In between nothing else is read: row numbers of before and after
 * do not mix.
 */
export class ListWindow {
  readonly #source: ListSource
  readonly #listeners = new Set<() => void>()
  readonly #lookedAt = new LookedAt()
  #kept = new KeptRows({
    rows: [],
    tokens: [undefined],
    every: PAGE_ROWS,
    count: undefined,
    folders: undefined,
  })
  #isStarted = false
  #state: ListState = {
    rowCount: 0,
    isOpen: true,
    isLoading: true,
    error: null,
    partError: null,
    version: 0,
    epoch: 0,
  }
  /** The stretches that are on their way. */
  readonly #loading = new Map<number, AbortController>()
  #reading: AbortController | undefined
  #isOutdated = false
  /** Changed while nobody looked. */
  #isStale = false

  constructor(source: ListSource) {
    this.#source = source
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): ListState => this.#state

  get whole(): ListedWhole | undefined {
    return this.#source.whole
  }

  rowAt(index: number): File | undefined {
    return this.#kept.at(index)
  }

  /** Of the rows that are there; -1 for others. */
  indexOf(id: string): number {
    return this.#kept.indexOf(id)
  }

  /** The first row from one on, and then from the beginning, among those that are there. */
  find(from: number, test: (file: File) => boolean): number | undefined {
    return this.#kept.find(from, test)
  }

  /** Whether every row is there. */
  isWhole(): boolean {
    return this.#kept.isWhole()
  }

  /** How many folders stand before the files; undefined where they may be anywhere, or it is not known. */
  folderCount(): number | undefined {
    return this.#kept.folders
  }

  /** What is there of a part of the list. */
  rowsBetween(first: number, last: number): File[] {
    return this.#kept.between(first, last)
  }

  /** The rows that somebody looks at: what is missing of them is read, and they are kept. */
  look(first: number, last: number): void {
    this.#lookedAt.look({ first, last })
    this.#lookedElsewhere()
  }

  /** Rows that are looked at besides those in view, until told otherwise. */
  lookBeside(span: RowRange | undefined): void {
    this.#lookedAt.lookBeside(span)
    if (span) this.#lookedElsewhere()
  }

  /** The row of a file, also of one that is not in memory; undefined where it is not found. */
  async locate(id: string, signal: AbortSignal): Promise<number | undefined> {
    try {
      return await locateRow(this.#source, id, signal)
    } catch (error) {
      if (!signal.aborted) this.#change({ partError: error })
      return undefined
    }
  }

  /**
   * The rows from one on, page by page to the end, those that are not in memory too. They are read
   * for whoever asks and not kept.
   */
  walk(from: number, signal: AbortSignal): AsyncGenerator<WalkedRows> {
    const stretch = this.#kept.stretchOf(from)
    const start = { at: stretch * this.#kept.every, token: this.#kept.tokenOf(stretch) }
    return walkRows(this.#source, from, start, signal)
  }

  /** Somebody will look in a moment: its beginning is asked for. */
  begin(): void {
    if (!this.#isStarted) void this.refresh()
  }

  /** Something has changed: it is read again, now if somebody looks, else when somebody does. */
  outdate(): void {
    if (this.#listeners.size > 0) void this.refresh()
    else this.#isStale = true
  }

  /** Reads again what is in view. Asked while it does, it does it once more. */
  async refresh(): Promise<void> {
    this.#isStarted = true
    this.#isStale = false
    if (this.#reading) {
      this.#isOutdated = true
      return
    }
    const reading = new AbortController()
    this.#reading = reading
    this.#giveUpLoading()
    try {
      do {
        this.#isOutdated = false
        await this.#readAnew(reading.signal).catch((error: unknown) => {
          // Whoever asked meanwhile is not told what came of the time before.
          if (reading.signal.aborted || !this.#isOutdated) throw error
        })
      } while (this.#isOutdated)
    } catch (error) {
      if (reading.signal.aborted) return
      const hasRows = this.#kept.length > 0
      this.#change(hasRows ? { partError: error } : { error, isLoading: false })
    } finally {
      if (this.#reading === reading) this.#reading = undefined
    }
    // What never came is not asked for piece by piece: that is for whoever tries again.
    if (!reading.signal.aborted && this.#state.error === null) this.#fill()
  }

  /** After a failure. */
  retry(): void {
    if (this.#state.error !== null) this.#change({ error: null, isLoading: true })
    if (this.#state.partError !== null) this.#change({ partError: null })
    void this.refresh()
  }

  /** Shows a file as it will be, before the server has said so. */
  put(file: File): void {
    if (this.#kept.put(file)) this.#change({ epoch: this.#state.epoch + 1 })
  }

  /** Takes rows out before the server has said so; the numbers behind them move up. */
  remove(ids: ReadonlySet<string>): void {
    if (!this.#kept.remove(ids)) return
    this.#change({ rowCount: this.#kept.length, epoch: this.#state.epoch + 1 })
  }

  /** Nobody looks any more: what is on its way is given up, what is there stays for the way back. */
  leave(): void {
    if (this.#reading) this.#isStale = true
    this.#reading?.abort()
    this.#reading = undefined
    this.#giveUpLoading()
    if (this.#kept.length === 0) this.#isStarted = false
  }

  #lookedElsewhere(): void {
    if (!this.#isStarted || this.#isStale) void this.refresh()
    else if (!this.#reading) this.#fill()
  }

  async #readAnew(signal: AbortSignal): Promise<void> {
    const beginning = await readBeginning(this.#source, signal)
    const isPart = beginning.count === undefined && beginning.rows.length === PAGE_ROWS
    // To measure a long list takes a moment; whoever opens it sees its beginning meanwhile.
    if (isPart && this.#kept.length === 0) this.#show(beginning)
    this.#show(await readToView(this.#source, beginning, this.#lookedAt, signal))
  }

  #show(read: ReadRows): void {
    this.#kept = new KeptRows(read)
    this.#change({
      rowCount: this.#kept.length,
      isOpen: this.#kept.isOpen,
      isLoading: false,
      error: null,
      partError: null,
      epoch: this.#state.epoch + 1,
    })
  }

  /** Asks for the stretches in view that are missing. */
  #fill(): void {
    const wanted = this.#kept.stretchesAt(this.#lookedAt)
    // Who scrolls fast has passed what is still on its way: what is in view now comes first.
    if (!this.#kept.isOpen) this.#giveUpLoading({ except: wanted })
    for (const stretch of wanted) {
      if (!this.#kept.isThere(stretch) && !this.#loading.has(stretch)) void this.#load(stretch)
    }
    this.#kept.letGoFarFrom(this.#lookedAt)
  }

  async #load(stretch: number): Promise<void> {
    const loading = new AbortController()
    this.#loading.set(stretch, loading)
    try {
      const { every } = this.#kept
      const token = this.#kept.tokenOf(stretch)
      const read = await readStretch(this.#source, token, every, loading.signal)
      if (loading.signal.aborted) return
      this.#kept.addStretch(stretch, read)
      this.#change({
        rowCount: this.#kept.length,
        isOpen: this.#kept.isOpen,
        partError: null,
      })
    } catch (error) {
      if (loading.signal.aborted) return
      this.#change({ partError: error })
      return
    } finally {
      if (this.#loading.get(stretch) === loading) this.#loading.delete(stretch)
    }
    this.#fill()
  }

  #giveUpLoading({ except }: { except?: ReadonlySet<number> } = {}): void {
    for (const [stretch, loading] of this.#loading) {
      if (except?.has(stretch)) continue
      loading.abort()
      this.#loading.delete(stretch)
    }
  }

  #change(change: Partial<Omit<ListState, 'version'>>): void {
    this.#state = { ...this.#state, ...change, version: this.#state.version + 1 }
    for (const listener of this.#listeners) listener()
  }
}
