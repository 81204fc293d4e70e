/** One level of a numbered or bulleted list. */
export interface ListLevel {
  format: NumberFormat
  /** `%1.%2)`: where the numbers of the levels are written. Of a bullet the bullet itself. */
  text: string
  start: number
  /** Numbers of other levels are written as digits in this one. */
  isDecimal?: boolean
}

export type NumberFormat =
  | 'none'
  | 'bullet'
  | 'decimal'
  | 'decimalZero'
  | 'lowerLetter'
  | 'upperLetter'
  | 'lowerRoman'
  | 'upperRoman'
  | 'circled'
  | 'chinese'
  | 'korean'

/** Counts the items of one list: an item begins the levels below it again. */
export class ListCounter {
  readonly #counts: (number | undefined)[] = []

  /** The marker of the next item. */
  next(levels: readonly (ListLevel | undefined)[], depth: number): string {
    const level = levels[depth]
    const count = this.#counts[depth]
    this.#counts[depth] = count === undefined ? (level?.start ?? 1) : count + 1
    this.#counts.length = depth + 1
    if (!level || level.format === 'none') return ''
    if (level.format === 'bullet') return toBullet(level.text)
    return level.text.replaceAll(/%(\d)/g, (_whole, digit: string) => {
      const at = Number(digit) - 1
      const other = levels[at]
      // A level that had no item yet counts as begun.
      const number = this.#counts[at] ?? other?.start ?? 1
      return toNumeral(number, level.isDecimal ? 'decimal' : (other?.format ?? 'decimal'))
    })
  }

  restart(depth: number, at: number): void {
    this.#counts[depth] = at - 1
    this.#counts.length = depth + 1
  }
}

/** Fonts of symbols have their bullets where no letters are. */
const bullets = new Map([
  ['\uf0b7', '•'],
  ['●', '•'],
  ['\uf0a7', '▪'],
  ['\uf06f', '○'],
  ['o', '○'],
  ['\uf0d8', '➢'],
  ['\uf0fc', '✓'],
  ['\uf076', '❖'],
  ['\uf02d', '–'],
])

function toBullet(text: string): string {
  const known = bullets.get(text)
  if (known !== undefined) return known
  return text === '' || /[\ue000-\uf8ff]/.test(text) ? '•' : text
}

const DIGITS = '〇一二三四五六七八九'
const KOREAN = '가나다라마바사아자차카타파하'

export function toNumeral(number: number, format: NumberFormat): string {
  switch (format) {
    case 'decimalZero':
      return String(number).padStart(2, '0')
    case 'lowerLetter':
      return toLetters(number, 'a')
    case 'upperLetter':
      return toLetters(number, 'A')
    case 'lowerRoman':
      return toRoman(number).toLowerCase()
    case 'upperRoman':
      return toRoman(number)
    case 'circled':
      return number >= 1 && number <= 20 ? String.fromCodePoint(0x245f + number) : String(number)
    case 'chinese':
      return toChinese(number)
    case 'korean':
      return KOREAN[(number - 1) % KOREAN.length] ?? String(number)
    default:
      return String(number)
  }
}

/** `z` is followed by `aa`, and that by `bb`. */
function toLetters(number: number, first: 'a' | 'A'): string {
  if (number < 1 || number > 2600) return String(number)
  const letter = String.fromCharCode(first.charCodeAt(0) + ((number - 1) % 26))
  return letter.repeat(Math.ceil(number / 26))
}

const ROMAN: readonly [string, number][] = [
  ...([
    ['M', 1000],
    ['CM', 900],
    ['D', 500],
    ['CD', 400],
  ] as [string, number][]),
  ...([
    ['C', 100],
    ['XC', 90],
    ['L', 50],
    ['XL', 40],
  ] as [string, number][]),
  ...([
    ['X', 10],
    ['IX', 9],
    ['V', 5],
    ['IV', 4],
    ['I', 1],
  ] as [string, number][]),
]

function toRoman(number: number): string {
  if (number < 1 || number > 3999) return String(number)
  let left = number
  let text = ''
  for (const [letters, value] of ROMAN) {
    while (left >= value) {
      text += letters
      left -= value
    }
  }
  return text
}

function toChinese(number: number): string {
  if (number < 1 || number > 99) return String(number)
  const tens = Math.floor(number / 10)
  const ones = number % 10
  return `${tens > 1 ? DIGITS[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? DIGITS[ones] : ''}`
}
