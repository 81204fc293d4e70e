/** How rows lie in lines; a list has one in each. */
export interface ListShape {
  rowCount: number
  columns: number
  linesPerPage: number
}

/** Which row a key leads to, or undefined when the key does not lead anywhere. */
export function rowAfterKey(
  key: string,
  row: number,
  { rowCount, columns, linesPerPage }: ListShape,
): number | undefined {
  if (rowCount === 0) return undefined
  const last = rowCount - 1
  switch (key) {
    case 'ArrowDown':
      return below(row, columns)
    case 'ArrowUp':
      return above(row, columns)
    case 'ArrowRight':
      return columns === 1 ? undefined : Math.min(row + 1, last)
    case 'ArrowLeft':
      return columns === 1 ? undefined : Math.max(row - 1, 0)
    case 'PageDown':
      return below(row, linesPerPage * columns)
    case 'PageUp':
      return above(row, linesPerPage * columns)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }

  function below(from: number, step: number): number {
    if (from + step <= last) return from + step
    // The last line may be short: its end is below whatever has nothing right below it.
    const isLastLine = Math.floor(from / columns) === Math.floor(last / columns)
    return isLastLine ? (step > columns ? last : from) : last
  }
  function above(from: number, step: number): number {
    if (from - step >= 0) return from - step
    return step > columns ? from % columns : from
  }
}

const FORGET_AFTER_MS = 800

/** What was typed in one go; the same letter again means the next name that begins with it. */
export function createTypeahead(now: () => number) {
  let typed = ''
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    isTyping: () => typed !== '' && now() - lastMs <= FORGET_AFTER_MS,
    /** Whether a name is looked for, and whether from the next row on or from this one. */
    type(character: string): { begins: (name: string) => boolean; fromNext: boolean } {
      if (now() - lastMs > FORGET_AFTER_MS) typed = ''
      lastMs = now()
      const isRepeat = typed !== '' && [...typed].every((letter) => letter === character)
      typed += character
      const wanted = fold(isRepeat ? character : typed)
      return {
        begins: (name) => fold(name).startsWith(wanted),
        // A longer beginning may still fit where we are; a single letter means the next one.
        fromNext: typed.length === 1 || isRepeat,
      }
    },
  }
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()
}
