export interface ParsedTable {
  /** The first one names the columns. */
  rows: string[][]
  columnCount: number
  separator: string
}

const SEPARATORS = [',', ';', '\t', '|'] as const

/**
 * Reads comma separated values as they are found in the wild: RFC 4180 with any of the usual separators,
 * `sep=` lines of spreadsheets, and quotes that never end.
 */
export function parseTable(text: string, given?: string): ParsedTable {
  const told = /^sep=(.)(?:\n|$)/.exec(text)
  const separator = told?.[1] ?? given ?? detectSeparator(text)
  const rows = readRows(told ? text.slice(told[0].length) : text, separator)
  return {
    rows,
    columnCount: rows.reduce((most, row) => Math.max(most, row.length), 0),
    separator,
  }
}

/** The one that cuts the first lines into the same number of parts, and into most. */
export function detectSeparator(text: string): string {
  const sample = text.slice(0, 16_384)
  let best: string = SEPARATORS[0]
  let bestScore = 0
  for (const separator of SEPARATORS) {
    const widths = readRows(sample, separator)
      .slice(0, 20)
      .map((row) => row.length)
    const [first = 1] = widths
    const alike = widths.filter((width) => width === first).length / Math.max(1, widths.length)
    const score = first > 1 ? alike * 10 + Math.min(first, 9) / 10 : 0
    if (score > bestScore) {
      best = separator
      bestScore = score
    }
  }
  return best
}

function readRows(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const { field, end } = text[at] === '"' ? readQuoted(text, at) : { field: '', end: at }
    // What stands behind a closing quote belongs to the field: nothing is lost.
    const plainEnd = endOfField(text, end, separator)
    row.push(field + text.slice(end, plainEnd))
    const isSeparator = text[plainEnd] === separator
    at = plainEnd + 1
    if (isSeparator && at < text.length) continue
    // A separator at the very end is followed by an empty field.
    if (isSeparator) row.push('')
    rows.push(row)
    row = []
  }
  return rows.filter((cells) => cells.length > 1 || cells[0] !== '')
}

function readQuoted(text: string, start: number): { field: string; end: number } {
  let field = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return { field: field + text.slice(from), end: text.length }
    field += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { field, end: quote + 1 }
    field += '"'
    from = quote + 2
  }
}

function endOfField(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === separator || text[at] === '\n') return at
  }
  return text.length
}
