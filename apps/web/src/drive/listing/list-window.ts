import type { File, InsidePlace } from '@awan/protocol/drive'

export interface ListPage {
  files: File[]
  next_page_token?: string | undefined
}

/** How long a list is, and where its stretches begin. */
export interface ListMeasure {
  count?: number | undefined
  /** How many folders stand before the files, where they all do. */
  folders?: number | undefined
  every: number
  page_tokens?: string[] | undefined
}

/** Where the rows of a list come from. */
export interface ListSource {
  /** Absent where only reading it tells what all of it is. */
  whole?: ListedWhole
  page(
    query: { page_token: string | undefined; page_size: number },
    options: { signal: AbortSignal },
  ): Promise<ListPage>
  /** Absent where a list can only be walked from its beginning. */
  measure?(query: { page_size: number }, options: { signal: AbortSignal }): Promise<ListMeasure>
  /** The row of a file, without reading those before it; undefined where that is not known. */
  position?(id: string, options: { signal: AbortSignal }): Promise<number | undefined>
}

/** Rows of a walk, and whether the list ends with them. */
export interface WalkedRows {
  at: number
  files: File[]
  isLast: boolean
}

/** Rows of a list, both ends included. */
export interface RowSpan {
  first: number
  last: number
}

/** All that a list shows, in the words of a call that is about all of it, and how many that are. */
export interface ListedWhole {
  inside: InsidePlace
  count(options: { signal: AbortSignal }): Promise<number>
}

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

export const PAGE_ROWS = 200
/** The longest page that is answered. */
const WALK_ROWS = 1000
/** So far a file is looked for where only walking finds it. */
const SEARCHED_ROWS = 10_000
/** So many rows are kept; beyond that those farthest from the view are let go. */
const KEPT_ROWS = 10_000

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
  #rows: (File | undefined)[] = []
  /** Of the rows that are there, made when it is asked for. */
  #indexes: Map<string, number> | undefined
  #tokens: (string | undefined)[] = [undefined]
  #every = PAGE_ROWS
  /** Undefined while only walking on can tell. */
  #count: number | undefined
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
  #folders: number | undefined
  #view: RowSpan = { first: 0, last: PAGE_ROWS - 1 }
  /** What somebody looks at over the list, wherever that is scrolled to. */
  #beside: RowSpan | undefined
  #loading = new Map<number, AbortController>()
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
    return this.#rows[index]
  }

  /** Of the rows that are there; -1 for others. */
  indexOf(id: string): number {
    this.#indexes ??= this.#indexRows()
    return this.#indexes.get(id) ?? -1
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

  /** Whether every row is there. */
  isWhole(): boolean {
    if (this.#count === undefined) return false
    this.#indexes ??= this.#indexRows()
    return this.#indexes.size === this.#count
  }

  /** How many folders stand before the files; undefined where they may be anywhere, or it is not known. */
  folderCount(): number | undefined {
    return this.#folders
  }

  /** What is there of a part of the list. */
  rowsBetween(first: number, last: number): File[] {
    return this.#rows.slice(first, last + 1).filter((file) => file !== undefined)
  }

  /** The rows that somebody looks at: what is missing of them is read, and they are kept. */
  look(first: number, last: number): void {
    this.#view = toSpan(first, last)
    this.#lookedElsewhere()
  }

  /** Rows that are looked at besides those in view, until told otherwise. */
  lookBeside(span: RowSpan | undefined): void {
    this.#beside = span && toSpan(span.first, span.last)
    if (span) this.#lookedElsewhere()
  }

  /** The row of a file, also of one that is not in memory; undefined where it is not found. */
  async locate(id: string, signal: AbortSignal): Promise<number | undefined> {
    try {
      const row = await this.#source.position?.(id, { signal })
      if (row !== undefined || this.#source.position) return row
      for await (const { at, files } of this.walk(0, signal)) {
        const found = files.findIndex((file) => file.id === id)
        if (found !== -1) return at + found
        if (at + files.length >= SEARCHED_ROWS) return undefined
      }
    } catch (error) {
      if (!signal.aborted) this.#change({ partError: error })
    }
    return undefined
  }

  #lookedElsewhere(): void {
    if (!this.#isStarted || this.#isStale) void this.refresh()
    else if (!this.#reading) this.#fill()
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
    for (const loading of this.#loading.values()) loading.abort()
    this.#loading.clear()
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
      const hasRows = this.#rows.length > 0
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
    const index = this.indexOf(file.id)
    if (index === -1) return
    this.#rows[index] = file
    this.#change({ epoch: this.#state.epoch + 1 })
  }

  /** Takes rows out before the server has said so; the numbers behind them move up. */
  remove(ids: ReadonlySet<string>): void {
    // Not a filter: that would leave out the rows that are not there yet.
    const left: (File | undefined)[] = []
    let folders = 0
    for (const file of this.#rows.values()) {
      if (file === undefined || !ids.has(file.id)) left.push(file)
      else if (file.kind === 'folder') folders++
    }
    const gone = this.#rows.length - left.length
    if (gone === 0) return
    this.#rows = left
    if (this.#count !== undefined) this.#count -= gone
    if (this.#folders !== undefined) this.#folders -= folders
    this.#change({ rowCount: this.#count ?? left.length, epoch: this.#state.epoch + 1 })
  }

  /**
   * The rows from one on, page by page to the end, those that are not in memory too. They are read
   * for whoever asks and not kept.
   */
  async *walk(from: number, signal: AbortSignal): AsyncGenerator<WalkedRows> {
    const stretch = Math.min(Math.floor(from / this.#every), this.#tokens.length - 1)
    let at = stretch * this.#every
    let token = this.#tokens[stretch]
    do {
      const page = await this.#source.page({ page_token: token, page_size: WALK_ROWS }, { signal })
      const end = at + page.files.length
      if (end > from) {
        const first = Math.max(at, from)
        const isLast = page.next_page_token === undefined
        yield { at: first, files: page.files.slice(first - at), isLast }
      }
      at = end
      token = page.next_page_token
    } while (token !== undefined)
  }

  /** Nobody looks any more: what is on its way is given up, what is there stays for the way back. */
  leave(): void {
    if (this.#reading) this.#isStale = true
    this.#reading?.abort()
    this.#reading = undefined
    for (const loading of this.#loading.values()) loading.abort()
    this.#loading.clear()
    if (this.#rows.length === 0) this.#isStarted = false
  }

  async #readAnew(signal: AbortSignal): Promise<void> {
    const beginning = await this.#source.page(
      { page_token: undefined, page_size: PAGE_ROWS },
      { signal },
    )
    const rows: (File | undefined)[] = [...beginning.files]
    const next = beginning.next_page_token
    // To measure a long list takes a moment; whoever opens it sees its beginning meanwhile.
    if (next !== undefined && this.#rows.length === 0 && rows.length === PAGE_ROWS) {
      this.#show({ rows: [...rows], tokens: [undefined, next], count: undefined })
    }
    // Asked after the rows, which would wait for it in the server; a short list needs no measure.
    const measure =
      next === undefined
        ? undefined
        : await this.#source.measure?.({ page_size: PAGE_ROWS }, { signal })
    this.#folders = measure?.folders
    if (next === undefined) this.#show({ rows, tokens: [undefined], count: rows.length })
    else if (measure?.page_tokens && measure.count !== undefined) {
      await this.#readMeasured(rows, measure.page_tokens, measure, signal)
    } else await this.#walkToView(rows, next, signal)
  }

  async #readMeasured(
    rows: (File | undefined)[],
    pageTokens: readonly string[],
    { every, count = 0 }: ListMeasure,
    signal: AbortSignal,
  ): Promise<void> {
    const tokens = [undefined, ...pageTokens]
    for (const stretch of this.#stretchesLookedAt(every, count - 1)) {
      if (rows[stretch * every + every - 1] !== undefined) continue
      const { files } = await this.#readStretch(tokens[stretch], every, signal)
      put(rows, stretch * every, files)
    }
    rows.length = count
    this.#show({ rows, tokens, every, count })
  }

  async #walkToView(rows: (File | undefined)[], next: string, signal: AbortSignal): Promise<void> {
    const tokens: (string | undefined)[] = [undefined]
    let token: string | undefined = next
    // A page may be short while there is a next one: the first stretch is filled like all others.
    if (rows.length < PAGE_ROWS) {
      const read = await this.#readStretch(token, PAGE_ROWS - rows.length, signal)
      rows.push(...read.files)
      token = read.next
    }
    while (token !== undefined && rows.length <= this.#lastLookedAt()) {
      tokens.push(token)
      const read = await this.#readStretch(token, PAGE_ROWS, signal)
      rows.push(...read.files)
      token = read.next
    }
    if (token !== undefined) tokens.push(token)
    this.#show({ rows, tokens, count: token === undefined ? rows.length : undefined })
  }

  #show({
    rows,
    tokens,
    every = PAGE_ROWS,
    count,
  }: {
    rows: (File | undefined)[]
    tokens: (string | undefined)[]
    every?: number
    count: number | undefined
  }): void {
    this.#rows = rows
    this.#tokens = tokens
    this.#every = every
    this.#count = count
    this.#change({
      rowCount: rows.length,
      isOpen: count === undefined,
      isLoading: false,
      error: null,
      partError: null,
      epoch: this.#state.epoch + 1,
    })
  }

  /** Asks for the stretches in view that are missing. */
  #fill(): void {
    const end = this.#count === undefined ? this.#lastLookedAt() : this.#count - 1
    this.#giveUpPassed(end)
    for (const stretch of this.#stretchesLookedAt(this.#every, end)) {
      const known = Math.min(stretch, this.#tokens.length - 1)
      const isThere = this.#rows[known * this.#every] !== undefined
      if (!isThere && !this.#loading.has(known)) void this.#load(known)
    }
    this.#forgetFarRows()
  }

  /** Who scrolls fast has passed what is still on its way: what is in view now comes first. */
  #giveUpPassed(end: number): void {
    if (this.#count === undefined) return
    const wanted = this.#stretchesLookedAt(this.#every, end)
    for (const [stretch, loading] of this.#loading) {
      if (wanted.has(stretch)) continue
      loading.abort()
      this.#loading.delete(stretch)
    }
  }

  async #load(stretch: number): Promise<void> {
    const loading = new AbortController()
    this.#loading.set(stretch, loading)
    try {
      const token = this.#tokens[stretch]
      const read = await this.#readStretch(token, this.#every, loading.signal)
      if (loading.signal.aborted) return
      put(this.#rows, stretch * this.#every, read.files)
      if (this.#count === undefined && stretch === this.#tokens.length - 1) {
        if (read.next === undefined) this.#count = this.#rows.length
        else this.#tokens.push(read.next)
      } else if (this.#count !== undefined) this.#rows.length = this.#count
      this.#change({
        rowCount: this.#rows.length,
        isOpen: this.#count === undefined,
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

  /** A stretch is longer than a page may be where the list is very long. */
  async #readStretch(token: string | undefined, every: number, signal: AbortSignal) {
    const files: File[] = []
    let next = token
    do {
      const page_size = Math.min(every - files.length, 1000)
      const page = await this.#source.page({ page_token: next, page_size }, { signal })
      files.push(...page.files)
      next = page.next_page_token
    } while (next !== undefined && files.length < every)
    return { files, next }
  }

  #spans(): RowSpan[] {
    return this.#beside ? [this.#view, this.#beside] : [this.#view]
  }

  #lastLookedAt(): number {
    return Math.max(...this.#spans().map(({ last }) => last))
  }

  #stretchesLookedAt(every: number, end: number): Set<number> {
    return new Set(
      this.#spans().flatMap(({ first, last }) =>
        stretchesBetween(first, Math.min(last, end), every),
      ),
    )
  }

  #forgetFarRows(): void {
    const kept = this.#spans().map(({ first, last }) => {
      const middle = (first + last) / 2
      return {
        from: Math.floor((middle - KEPT_ROWS / 2) / this.#every) * this.#every,
        to: Math.ceil((middle + KEPT_ROWS / 2) / this.#every) * this.#every,
      }
    })
    for (let at = 0; at < this.#rows.length; at += this.#every) {
      if (kept.some(({ from, to }) => at >= from && at < to)) continue
      if (this.#rows[at] === undefined) continue
      const end = Math.min(at + this.#every, this.#rows.length)
      for (let row = at; row < end; row++) this.#rows[row] = undefined
      this.#indexes = undefined
    }
  }

  #indexRows(): Map<string, number> {
    const indexes = new Map<string, number>()
    // Only the stretches that are there: a list may have a million rows.
    for (let at = 0; at < this.#rows.length; at += this.#every) {
      const end = Math.min(at + this.#every, this.#rows.length)
      if (this.#rows[at] === undefined && this.#rows[end - 1] === undefined) continue
      for (let row = at; row < end; row++) {
        const file = this.#rows[row]
        if (file !== undefined) indexes.set(file.id, row)
      }
    }
    return indexes
  }

  #change(change: Partial<Omit<ListState, 'version'>>): void {
    this.#indexes = undefined
    this.#state = { ...this.#state, ...change, version: this.#state.version + 1 }
    for (const listener of this.#listeners) listener()
  }
}

function put(rows: (File | undefined)[], at: number, files: readonly File[]): void {
  for (const [index, file] of files.entries()) rows[at + index] = file
}

function toSpan(first: number, last: number): RowSpan {
  return { first: Math.max(0, first), last: Math.max(0, last) }
}

function stretchesBetween(first: number, last: number, every: number): number[] {
  const from = Math.floor(first / every)
  const to = Math.floor(last / every)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
