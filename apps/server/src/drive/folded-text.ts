/** A text as it is compared, and where each piece of it stands in the text as it was written. */
export interface FoldedText {
  text: string
  /** For each UTF-16 unit of `text`: where its character begins and ends in the original. */
  from: number[]
  to: number[]
}

/**
 * What people do not tell apart when they look for something is made one: case, accents, width and
 * ligatures. Whatever is neither letter, digit nor symbol becomes one space, and so does the step
 * between a letter and a digit, so that "IMG20240131.jpg" consists of three words.
 */
export function fold(given: string): string {
  let text = ''
  foldEach(given.normalize('NFC'), (piece) => {
    text += piece
  })
  return text
}

/** Of a text in NFC, as all names are. */
export function foldWithPlaces(given: string): FoldedText {
  const folded: FoldedText = { text: '', from: [], to: [] }
  foldEach(given, (piece, from, to) => {
    folded.text += piece
    for (let unit = 0; unit < piece.length; unit++) {
      folded.from.push(from)
      folded.to.push(to)
    }
  })
  return folded
}

function foldEach(given: string, take: (piece: string, from: number, to: number) => void): void {
  let at = 0
  let isFirst = true
  /** Undefined after whatever stands between words. */
  let isDigit: boolean | undefined
  for (const character of given) {
    const next = at + character.length
    const piece = foldCharacter(character)
    if (piece === ' ') isDigit = undefined
    else if (piece !== '') {
      const isNext = isDigitFirst(piece)
      if (!isFirst && isDigit !== isNext) take(' ', at, at)
      take(piece, at, next)
      isDigit = isNext
      isFirst = false
    }
    at = next
  }
}

function isDigitFirst(piece: string): boolean {
  const code = piece.charCodeAt(0)
  return code < 0x80 ? code < 0x3a : DIGIT.test(piece)
}

const known = new Map<string, string>()
/** A text that holds every character there is shall not fill the memory. */
const MAX_KNOWN = 20_000

function foldCharacter(character: string): string {
  const found = known.get(character)
  if (found !== undefined) return found
  const folded = foldAnew(character)
  if (known.size < MAX_KNOWN) known.set(character, folded)
  return folded
}

/** Nothing for what only changes the look of the one before, a space for what stands between words. */
function foldAnew(character: string): string {
  if (LOOKS.test(character)) return ''
  const plain = character
    .normalize('NFKD')
    .replace(ACCENTS, '')
    // Up and down again: ß is SS to some and the Turkish ı an I to all.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/[^\p{L}\p{N}\p{M}\p{So}\p{Sc}\p{Sm}]+/gu, '')
    .normalize('NFC')
  const spelt = SPELT[plain] ?? plain
  return spelt === '' || ASCII_SYMBOL.test(spelt) ? ' ' : spelt
}

const DIGIT = /^\p{Nd}/u
/** Accents of Latin, Greek and Cyrillic; the marks of other scripts are part of their words. */
const ACCENTS = /[\u0300-\u036f]/g
/** Accents that stand alone, joiners, and the choice between a picture and a sign. */
const LOOKS = /^(?:[\u0300-\u036f]|[\u00ad\u200b-\u200d\u2060]|[\ufe00-\ufe0f])$/
const ASCII_SYMBOL = /^[\x20-\x2f\x3a-\x60\x7b-\x7f]+$/
/** Letters of their own, which people without them on the keyboard write so. */
const SPELT: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
}
