import { setImmediate as nextTurn } from 'node:timers/promises'
import { fold } from '../folded-text.ts'
import { isSpaceless } from '../nodes/search-name.ts'
import { byteLength, type DecodedText } from './decode-text.ts'

export interface TextTerm {
  term: string
  /** The byte at which it stands first. */
  at: number
}

/** A text is found by so many different words, those that come first in it. */
export const MAX_TEXT_TERMS = 5_000
const MAX_TERM_LENGTH = 32
/** So much is gone through before others have their turn. */
const SLICE = 64 * 1024

/** The words of a text, each once, in the order in which they stand there. */
export async function termsOfText({ text, encoding }: DecodedText): Promise<TextTerm[]> {
  const seen = new Set<string>()
  const terms = new Map<string, number>()
  let at = 0
  let counted = 0
  let nextStop = SLICE
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (index > nextStop) {
      nextStop = index + SLICE
      await nextTurn()
    }
    if (seen.has(word)) continue
    seen.add(word)
    at += byteLength(text.slice(counted, index), encoding)
    counted = index
    for (const term of termsOfWord(word)) {
      if (!terms.has(term)) terms.set(term, at)
    }
    if (terms.size >= MAX_TEXT_TERMS) break
  }
  return [...terms].slice(0, MAX_TEXT_TERMS).map(([term, place]) => ({ term, at: place }))
}

/** What somebody typed, as words of a text. */
export function textWordsOf(typed: string): string[] {
  return typed.normalize('NFC').match(WORDS) ?? []
}

/** What a text must have that somebody looks for: each of these, or a word that begins so. */
export function termsToFind(words: readonly string[]): string[] {
  const whole = words.map(foldWhole).filter((word) => word !== '')
  return [...new Set(whole.flatMap((word) => (isSpaceless(word) ? pairsOf(word) : [cut(word)])))]
}

function termsOfWord(word: string): string[] {
  const whole = foldWhole(word)
  if (whole === '') return []
  return isSpaceless(whole) ? [...pairsOf(whole), ...[...whole].slice(-1)] : [cut(whole)]
}

/** Letters and digits side by side are one word here: texts are full of numbers of things. */
function foldWhole(word: string): string {
  return fold(word).replaceAll(' ', '')
}

/** Where words have no spaces between them, any two characters side by side are looked for. */
function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, before) => `${characters[before]}${character}`)
}

function cut(word: string): string {
  return [...word].slice(0, MAX_TERM_LENGTH).join('')
}

/** A run of one kind of script, with the marks in it. */
const RUN =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]'
const WORDS = new RegExp(`${RUN}+|(?:(?!${RUN})[\\p{L}\\p{N}\\p{M}])+`, 'gu')
