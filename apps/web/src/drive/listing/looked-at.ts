import type { RowRange } from './row-range.ts'

/** The rows of a list that somebody looks at; its beginning, until they look elsewhere. */
export class LookedAt {
  #view: RowRange = { first: 0, last: 0 }
  /** What somebody looks at over the list, wherever that is scrolled to. */
  #beside: RowRange | undefined

  look(span: RowRange): void {
    this.#view = fromBeginning(span)
  }

  lookBeside(span: RowRange | undefined): void {
    this.#beside = span && fromBeginning(span)
  }

  spans(): RowRange[] {
    return this.#beside ? [this.#view, this.#beside] : [this.#view]
  }

  last(): number {
    return Math.max(...this.spans().map(({ last }) => last))
  }

  /** Where a list is read in stretches of so many rows: those up to its end that are looked at. */
  stretches(every: number, end: number): Set<number> {
    return new Set(
      this.spans().flatMap(({ first, last }) =>
        stretchesBetween(first, Math.min(last, end), every),
      ),
    )
  }
}

function fromBeginning({ first, last }: RowRange): RowRange {
  return { first: Math.max(0, first), last: Math.max(0, last) }
}

function stretchesBetween(first: number, last: number, every: number): number[] {
  const from = Math.floor(first / every)
  const to = Math.floor(last / every)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
