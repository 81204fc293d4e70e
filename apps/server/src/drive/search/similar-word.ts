import { isSpaceless } from '../nodes/search-name.ts'

/** How far a typed word is from the beginnings of another one: one row of the table of edits. */
export interface EditRow {
  /** For each length of the typed word, how many edits its beginning is away. */
  readonly edits: readonly number[]
  readonly before: EditRow | undefined
  readonly letter: string | undefined
}

/** So many typos are forgiven in a word; in short words, and in scripts without spaces, none. */
export function editsAllowed(word: string): 0 | 1 | 2 {
  const { length } = [...word]
  if (length < 4 || isSpaceless(word) || !/^[\p{L}\p{M}]+$/u.test(word)) return 0
  return length < 8 ? 1 : 2
}

/**
 * A word as somebody may have meant it: a letter too many, too few, or another one, or two of them the wrong way round. It
 * is also similar to a word that goes on behind it, if the last letter is right.
 */
export class SimilarWord {
  readonly letters: readonly string[]
  readonly maxEdits: number

  constructor(word: string, maxEdits: number = editsAllowed(word)) {
    this.letters = [...word]
    this.maxEdits = maxEdits
  }

  get first(): EditRow {
    return {
      edits: [0, ...this.letters.map((_, at) => at + 1)],
      before: undefined,
      letter: undefined,
    }
  }

  next(row: EditRow, letter: string): EditRow {
    const { letters } = this
    const edits = [(row.edits[0] ?? 0) + 1]
    for (let at = 1; at <= letters.length; at++) {
      const isSame = letters[at - 1] === letter
      let least = Math.min(
        (row.edits[at - 1] ?? 0) + (isSame ? 0 : 1),
        (row.edits[at] ?? 0) + 1,
        (edits[at - 1] ?? 0) + 1,
      )
      const isSwapped =
        at > 1 && row.before && letters[at - 2] === letter && letters[at - 1] === row.letter
      if (isSwapped) least = Math.min(least, (row.before?.edits[at - 2] ?? 0) + 1)
      edits.push(least)
    }
    return { edits, before: row, letter }
  }

  /** Whether a word that begins so can still be similar. */
  isAlive({ edits }: EditRow): boolean {
    return edits.some((count) => count <= this.maxEdits)
  }

  isWhole({ edits }: EditRow): boolean {
    return (edits.at(-1) ?? 0) <= this.maxEdits
  }

  /** Whether any word that goes on from here is similar. */
  isBeginning(row: EditRow): boolean {
    return row.letter === this.letters.at(-1) && this.isWhole(row)
  }

  matches(word: string): boolean {
    let row = this.first
    for (const letter of word) {
      row = this.next(row, letter)
      if (this.isBeginning(row)) return true
      if (!this.isAlive(row)) return false
    }
    return this.isWhole(row)
  }
}
