const SAMPLED_ROWS = 200
const MIN_CHARACTERS = 7
const MAX_CHARACTERS = 42

/** How wide each column is, in characters, by the first rows: all of them would take too long to look at. */
export function columnWidths(rows: readonly (readonly string[])[], columnCount: number): number[] {
  const widths = new Array<number>(columnCount).fill(MIN_CHARACTERS)
  for (const row of rows.slice(0, SAMPLED_ROWS)) {
    for (const [column, field] of row.slice(0, columnCount).entries()) {
      widths[column] = Math.max(widths[column] ?? 0, Math.min(MAX_CHARACTERS, widthOf(field) + 4))
    }
  }
  return widths
}

/** Han and Hangul are twice as wide as Latin letters. */
function widthOf(text: string): number {
  const [line = ''] = text.slice(0, MAX_CHARACTERS).split('\n', 1)
  return [...line].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0)
}

const WIDE = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u
