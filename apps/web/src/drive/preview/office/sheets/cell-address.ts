const A = 65
const Z = 90
const ZERO = 48
const NINE = 57

/** `B7` is column 1 and row 6; undefined where it is no address. A large sheet has hundreds of thousands of them. */
export function parseAddress(address: string): { column: number; row: number } | undefined {
  let at = 0
  let column = 0
  let row = 0
  for (; at < 3; at += 1) {
    const code = address.charCodeAt(at)
    if (!(code >= A && code <= Z)) break
    column = column * 26 + code - A + 1
  }
  const isAddress = at > 0 && address.length > at && address.length <= at + 7
  for (; at < address.length; at += 1) {
    const code = address.charCodeAt(at)
    if (!(code >= ZERO && code <= NINE)) return undefined
    row = row * 10 + code - ZERO
  }
  return isAddress ? { column: column - 1, row: row - 1 } : undefined
}

/** `A` to `Z`, then `AA`: how the columns of a spreadsheet are called. */
export function columnName(column: number): string {
  const before = Math.floor(column / 26)
  const letter = String.fromCharCode(65 + (column % 26))
  return before === 0 ? letter : columnName(before - 1) + letter
}
