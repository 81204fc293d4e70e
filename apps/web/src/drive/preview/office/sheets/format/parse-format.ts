/** One of the up to four parts of a number format: for numbers above zero, below it, zero, and text. */
export interface FormatSection {
  tokens: FormatToken[]
  condition: { operator: string; value: number } | undefined
  isDate: boolean
}

export type FormatToken =
  /** Written as it is. */
  | { kind: 'literal'; text: string }
  /** Digits, `0`, `#` or `?`. */
  | { kind: 'digits'; text: string }
  | { kind: 'point' }
  | { kind: 'comma' }
  | { kind: 'percent' }
  | { kind: 'slash' }
  /** `E+` or `E-`. */
  | { kind: 'exponent'; isSigned: boolean }
  /** `General`: as a calculator shows it. */
  | { kind: 'general' }
  /** `@` */
  | { kind: 'text' }
  /** `yyyy`, `mm`, `ss`, ... */
  | { kind: 'date'; letter: 'y' | 'm' | 'd' | 'h' | 's'; length: number }
  /** `[h]`: all hours, not only those of the last day. */
  | { kind: 'elapsed'; letter: 'h' | 'm' | 's'; length: number }
  /** `AM/PM` */
  | { kind: 'halfDay' }

/** Longer ones are made to take time. */
const MAX_LENGTH = 1000

const TOKEN =
  /"([^"]*)"|\\(.)|_.|\*.|\[([^\]]*)\]|(General)|(AM\/PM|A\/P|上午\/下午)|(E[+-])|([0#?]+)|([yb]+|e+|g+|m+|d+|h+|s+|aaaa?)|([.,%/@])|([\s\S])/giu

/** `#,##0.00;[Red]-#,##0.00`, the language that all spreadsheets share. */
export function parseFormat(code: string): FormatSection[] {
  return splitSections(code.slice(0, MAX_LENGTH)).map(parseSection)
}

function splitSections(code: string): string[] {
  const sections = ['']
  for (const [part] of code.matchAll(/"[^"]*"|\\[\s\S]|\[[^\]]*\]|[\s\S]/g)) {
    if (part === ';') sections.push('')
    else sections[sections.length - 1] += part
  }
  return sections
}

function parseSection(code: string): FormatSection {
  const tokens: FormatToken[] = []
  let condition: FormatSection['condition']
  for (const match of code.matchAll(TOKEN)) {
    const [whole, quoted, escaped, bracket, general, halfDay, exponent, digits, date, sign] = match
    const literal = quoted ?? escaped
    if (literal !== undefined) addLiteral(tokens, literal)
    else if (bracket !== undefined) condition = readBracket(bracket, tokens) ?? condition
    else if (general !== undefined) tokens.push({ kind: 'general' })
    else if (halfDay !== undefined) tokens.push({ kind: 'halfDay' })
    else if (exponent !== undefined) {
      tokens.push({ kind: 'exponent', isSigned: exponent.endsWith('+') })
    } else if (digits !== undefined) tokens.push({ kind: 'digits', text: digits })
    else if (date !== undefined) tokens.push(toDateToken(date))
    else if (sign !== undefined) tokens.push(signs[sign] ?? { kind: 'literal', text: sign })
    else if (whole.startsWith('_')) addLiteral(tokens, ' ')
    else if (!whole.startsWith('*')) addLiteral(tokens, whole)
  }
  return {
    tokens,
    condition,
    isDate: tokens.some(({ kind }) => ['date', 'elapsed', 'halfDay'].includes(kind)),
  }
}

const signs: Readonly<Record<string, FormatToken>> = {
  '.': { kind: 'point' },
  ',': { kind: 'comma' },
  '%': { kind: 'percent' },
  '/': { kind: 'slash' },
  '@': { kind: 'text' },
}

/** `[$€-407]`, `[h]`, `[>=100]`; colours and calendars are passed over. */
function readBracket(inside: string, tokens: FormatToken[]): FormatSection['condition'] {
  const currency = /^\$([^-]*)/.exec(inside)?.[1]
  if (currency !== undefined) addLiteral(tokens, currency)
  const elapsed = /^(h+|m+|s+)$/i.exec(inside)?.[1]?.toLowerCase()
  if (elapsed !== undefined) {
    const letter = elapsed[0] as 'h' | 'm' | 's'
    tokens.push({ kind: 'elapsed', letter, length: elapsed.length })
  }
  const condition = /^(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)$/.exec(inside)
  return condition ? { operator: condition[1] ?? '', value: Number(condition[2]) } : undefined
}

/** Years of other calendars and their eras are shown as years; `aaa` is a day of the week. */
function toDateToken(letters: string): FormatToken {
  const length = letters.length
  const letter = letters[0]?.toLowerCase()
  if (letter === 'a') return { kind: 'date', letter: 'd', length: length === 3 ? 3 : 4 }
  if (letter === 'b' || letter === 'e') return { kind: 'date', letter: 'y', length: 4 }
  if (letter === 'g') return { kind: 'literal', text: '' }
  return { kind: 'date', letter: letter as 'y' | 'm' | 'd' | 'h' | 's', length }
}

function addLiteral(tokens: FormatToken[], text: string): void {
  const last = tokens.at(-1)
  if (last?.kind === 'literal') last.text += text
  else tokens.push({ kind: 'literal', text })
}
