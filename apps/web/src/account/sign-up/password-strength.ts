/** 0 is too short to be taken; 4 is strong. */
export type Strength = 0 | 1 | 2 | 3 | 4

export const MIN_PASSWORD_LENGTH = 8

/**
 * A hint, not a gate: about how many guesses a password costs, counting only what an attacker could
 * not foresee. Repeats, runs like 4567 or qwer, and the person's own name or address count little.
 */
export function passwordStrength(password: string, ownWords: readonly string[] = []): Strength {
  const characters = [...password]
  if (characters.length < MIN_PASSWORD_LENGTH) return 0
  const bits = unforeseen(withoutOwnWords(password, ownWords)) * Math.log2(poolSize(password))
  if (isCommon(password) || bits < 32) return 1
  if (bits < 50) return 2
  return bits < 70 ? 3 : 4
}

const keyboardRows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
]
const common = /^(p[a@]ss(w[o0]rd|phrase)?|welcome|letmein|admin|qwerty|iloveyou|dragon|monkey)/i

function isCommon(password: string): boolean {
  return common.test(password) && password.length < 14
}

function withoutOwnWords(password: string, ownWords: readonly string[]): string {
  let rest = password.toLowerCase()
  for (const words of ownWords) {
    for (const word of words.toLowerCase().split(/[\s@._-]+/)) {
      // A word of one or two letters is in every password.
      if (word.length > 2) rest = rest.replaceAll(word, '')
    }
  }
  return rest
}

/** How many characters do not simply follow from the one before. */
function unforeseen(password: string): number {
  const seen = new Set<string>()
  let count = 0
  let before = ''
  for (const character of password) {
    const foreseen = character === before || follows(before, character)
    count += foreseen ? 0.2 : seen.has(character) ? 0.7 : 1
    seen.add(character)
    before = character
  }
  return count
}

function follows(before: string, character: string): boolean {
  if (before === '') return false
  return keyboardRows.some(
    (row) => row.includes(before + character) || row.includes(character + before),
  )
}

function poolSize(password: string): number {
  let size = 0
  if (/\p{Ll}/u.test(password)) size += 26
  if (/\p{Lu}/u.test(password)) size += 26
  if (/\d/.test(password)) size += 10
  if (/[^\p{L}\d]/u.test(password)) size += 30
  // Han, Hangul, kana: few people's guesses reach there, but common words do.
  if (/\p{Lo}/u.test(password)) size += 500
  return Math.max(size, 2)
}
