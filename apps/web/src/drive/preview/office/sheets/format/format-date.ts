import { type DateSystem, toDate } from '../serial-date.ts'
import type { FormatToken } from './parse-format.ts'

type DateToken = Extract<FormatToken, { kind: 'date' }>

/**
 * Writes dates with the parts that a format names, in the order and with the words of the reader's language.
 * Undefined where no calendar has them.
 */
export function createDateWriter(
  tokens: readonly FormatToken[],
  tag: string,
  system: DateSystem,
): (serial: number) => string | undefined {
  const dates = withMinutes(tokens)
  if (tokens.some(({ kind }) => kind === 'elapsed')) return (serial) => formatElapsed(serial, dates)
  const fraction = fractionDigits(tokens)
  const clock = tokens.some(({ kind }) => kind === 'halfDay')
    ? { hour12: true }
    : ({ hourCycle: 'h23' } as const)
  const format = new Intl.DateTimeFormat(tag, {
    ...optionsOf(dates),
    ...(fraction === undefined ? {} : { fractionalSecondDigits: fraction }),
    ...(hasClock(dates) ? clock : {}),
    timeZone: 'UTC',
  })
  // What is not shown is rounded, and not cut off.
  const step = fraction === undefined ? 1000 : 1
  return (serial) => {
    const time = toDate(serial, system)?.getTime()
    return time === undefined ? undefined : format.format(Math.round(time / step) * step)
  }
}

type Dated = FormatToken | { kind: 'minutes'; length: number }

/** `m` is a month, but minutes after hours and before seconds. */
function withMinutes(tokens: readonly FormatToken[]): Dated[] {
  const isClock = (token: FormatToken | undefined, letter: 'h' | 's') =>
    (token?.kind === 'date' || token?.kind === 'elapsed') && token.letter === letter
  const timed = tokens.filter(({ kind }) => kind === 'date' || kind === 'elapsed')
  return tokens.map((token) => {
    if (token.kind !== 'date' || token.letter !== 'm' || token.length > 2) return token
    const at = timed.indexOf(token)
    return isClock(timed[at - 1], 'h') || isClock(timed[at + 1], 's')
      ? { kind: 'minutes', length: token.length }
      : token
  })
}

function hasClock(tokens: readonly Dated[]): boolean {
  return tokens.some((token) => token.kind === 'date' && token.letter === 'h')
}

function optionsOf(tokens: readonly Dated[]): Intl.DateTimeFormatOptions {
  const options: Intl.DateTimeFormatOptions = {}
  for (const token of tokens) {
    if (token.kind === 'minutes') options.minute = '2-digit'
    else if (token.kind === 'date') Object.assign(options, optionOf(token))
  }
  return options
}

function optionOf({ letter, length }: DateToken): Intl.DateTimeFormatOptions {
  const digits = length === 1 ? 'numeric' : '2-digit'
  switch (letter) {
    case 'y':
      return { year: length <= 2 ? '2-digit' : 'numeric' }
    case 'm':
      if (length <= 2) return { month: digits }
      return { month: length === 3 ? 'short' : length === 5 ? 'narrow' : 'long' }
    case 'd':
      if (length <= 2) return { day: digits }
      return { weekday: length === 3 ? 'short' : 'long' }
    case 'h':
      return { hour: digits }
    case 's':
      return { second: '2-digit' }
  }
}

/** `ss.00` */
function fractionDigits(tokens: readonly FormatToken[]): 1 | 2 | 3 | undefined {
  const at = tokens.findIndex(({ kind }) => kind === 'point')
  const digits = at === -1 ? undefined : tokens[at + 1]
  if (digits?.kind !== 'digits') return undefined
  return Math.min(digits.text.length, 3) as 1 | 2 | 3
}

/** `[h]:mm:ss`: hours that go on counting after a day. */
function formatElapsed(serial: number, tokens: readonly Dated[]): string {
  const all = Math.round(Math.abs(serial) * 86_400)
  const wholes = { h: Math.floor(all / 3600), m: Math.floor(all / 60), s: all }
  const text = tokens
    .map((token) => {
      if (token.kind === 'literal') return token.text
      if (token.kind === 'elapsed') return pad(wholes[token.letter], token.length)
      if (token.kind === 'minutes') return pad(wholes.m % 60, 2)
      if (token.kind === 'date' && token.letter === 's') return pad(all % 60, 2)
      return ''
    })
    .join('')
  return serial < 0 ? `-${text}` : text
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0')
}
