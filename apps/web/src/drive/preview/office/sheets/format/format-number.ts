import { formatFraction } from './format-fraction.ts'
import type { FormatToken } from './parse-format.ts'

/** Of more than this nothing can be told: a number has no more digits. */
const MAX_DECIMALS = 20

/** Writes a number that is not below zero, after a sign. */
export function createNumberWriter(
  tokens: readonly FormatToken[],
  tag: string,
): (value: number, sign: string) => string {
  if (tokens.some(({ kind }) => kind === 'general' || kind === 'text')) {
    const general = createGeneral(tag)
    return (value, sign) => sign + fill(tokens, ['general', 'text'], general(value))
  }
  const first = tokens.findIndex(isPlaceholder)
  const last = tokens.findLastIndex(isPlaceholder)
  const after = tokens.slice(last + 1)
  const [start, end] = [literals(tokens.slice(0, Math.max(first, 0))), literals(after)]
  // Only words: `"none"`.
  if (first === -1) return (_value, sign) => sign + end
  const commas = after.findIndex(({ kind }) => kind !== 'comma')
  const thousands = commas === -1 ? after.length : commas
  const hundreds = tokens.filter(({ kind }) => kind === 'percent').length
  const scale = 100 ** hundreds / 1000 ** thousands
  const digits = createDigits(tokens.slice(first, last + 1), tag)
  return (value, sign) => sign + start + digits(value * scale) + end
}

/** As a calculator does: up to eleven digits, no groups. */
export function createGeneral(tag: string): (value: number) => string {
  const format = new Intl.NumberFormat(tag, { maximumSignificantDigits: 11, useGrouping: false })
  return (value) => {
    const size = Math.abs(value)
    if (!Number.isFinite(value)) return String(value)
    if (size === 0 || (size < 1e11 && size >= 1e-9)) return format.format(value)
    const [mantissa = '', exponent = ''] = value.toExponential(5).split('e')
    return `${format.format(Number(mantissa))}E${exponent}`
  }
}

function createDigits(tokens: readonly FormatToken[], tag: string): (value: number) => string {
  if (tokens.some(({ kind }) => kind === 'slash')) {
    return (value) => formatFraction(value, tokens, tag)
  }
  const exponentAt = tokens.findIndex(({ kind }) => kind === 'exponent')
  if (exponentAt !== -1) return createExponent(tokens, exponentAt, tag)
  const pointAt = tokens.findIndex(({ kind }) => kind === 'point')
  const whole = pointAt === -1 ? tokens : tokens.slice(0, pointAt)
  const decimals = pointAt === -1 ? [] : tokens.slice(pointAt + 1)
  if (hasInnerWords(whole)) return (value) => pourDigits(value, whole)
  const wholeDigits = digitsOf(whole)
  const format = decimalFormat(wholeDigits, digitsOf(decimals), isGrouped(whole), tag)
  const words = literals(decimals)
  // `#` alone leaves nothing of a zero.
  const leavesZero = decimals.length === 0 && !wholeDigits.includes('0')
  return (value) => {
    return leavesZero && Math.round(value) === 0 ? '' : format.format(value) + words
  }
}

function decimalFormat(whole: string, decimals: string, isGrouped: boolean, tag: string) {
  const maximumFractionDigits = Math.min(decimals.length, MAX_DECIMALS)
  return new Intl.NumberFormat(tag, {
    minimumIntegerDigits: Math.min(Math.max(1, count(whole, '0')), MAX_DECIMALS),
    minimumFractionDigits: Math.min(count(decimals, '0'), maximumFractionDigits),
    maximumFractionDigits,
    useGrouping: isGrouped,
  })
}

/** `1.23E+05`. More than one digit before the point makes steps of so many, as engineers count. */
function createExponent(
  tokens: readonly FormatToken[],
  at: number,
  tag: string,
): (value: number) => string {
  const mantissa = tokens.slice(0, at)
  const point = mantissa.findIndex(({ kind }) => kind === 'point')
  const whole = digitsOf(point === -1 ? mantissa : mantissa.slice(0, point))
  const decimals = digitsOf(point === -1 ? [] : mantissa.slice(point + 1))
  const { isSigned } = tokens[at] as Extract<FormatToken, { kind: 'exponent' }>
  const least = digitsOf(tokens.slice(at + 1)).length
  const format = decimalFormat(whole.slice(-1), decimals, false, tag)
  const step = Math.max(1, whole.length)
  return (value) => {
    const places = value === 0 ? 0 : Math.floor(Math.log10(value))
    const exponent = Math.floor(places / step) * step
    const sign = exponent < 0 ? '-' : isSigned ? '+' : ''
    const digits = String(Math.abs(exponent)).padStart(least, '0')
    return `${format.format(value / 10 ** exponent)}E${sign}${digits}`
  }
}

/** `000-0000`: digits are poured in from the end, around what is written between them. */
function pourDigits(value: number, tokens: readonly FormatToken[]): string {
  let digits = Math.round(value).toFixed(0)
  const poured: string[] = []
  const first = tokens.findIndex(({ kind }) => kind === 'digits')
  for (const [index, token] of [...tokens.entries()].reverse()) {
    if (token.kind === 'literal') poured.push(token.text)
    if (token.kind !== 'digits') continue
    const taken = index === first ? digits : digits.slice(-token.text.length)
    digits = digits.slice(0, Math.max(0, digits.length - token.text.length))
    poured.push(taken.padStart(count(token.text, '0'), '0'))
  }
  return poured.reverse().join('')
}

function hasInnerWords(tokens: readonly FormatToken[]): boolean {
  return tokens.some(({ kind }) => kind === 'literal') && !isGrouped(tokens)
}

function isGrouped(tokens: readonly FormatToken[]): boolean {
  return tokens.some(({ kind }) => kind === 'comma')
}

function isPlaceholder({ kind }: FormatToken): boolean {
  return kind === 'digits'
}

function digitsOf(tokens: readonly FormatToken[]): string {
  return tokens.map((token) => (token.kind === 'digits' ? token.text : '')).join('')
}

function literals(tokens: readonly FormatToken[]): string {
  return tokens
    .map((token) => (token.kind === 'literal' ? token.text : (written[token.kind] ?? '')))
    .join('')
}

/** Between words they are what they are. */
const written: Partial<Record<FormatToken['kind'], string>> = {
  percent: '%',
  point: '.',
  slash: '/',
}

function fill(
  tokens: readonly FormatToken[],
  kinds: readonly FormatToken['kind'][],
  text: string,
): string {
  return tokens.map((token) => (kinds.includes(token.kind) ? text : literals([token]))).join('')
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1
}
