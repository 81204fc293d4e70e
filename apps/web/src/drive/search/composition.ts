/**
 * Whether the text that an input method is at work on can be looked for. Hangul is what it will be while
 * it is being built, and its last syllable stays open until the next one begins; letters of pinyin or
 * zhuyin stand for a word that is not chosen yet.
 */
export function isSearchable(composed: string): boolean {
  return /^[\p{Script=Hangul}\s]*$/u.test(composed)
}
