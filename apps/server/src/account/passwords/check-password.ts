import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import { commonWords, keyboardRuns } from './common-passwords.ts'

const MIN_LENGTH = 8
/** So many signs around a word do not make it hard to guess. */
const MAX_TRIMMINGS = 4

export type PasswordFlaw =
  | 'password_too_short'
  | 'password_too_common'
  | 'password_like_account'
  | 'password_breached'

/**
 * Throws `invalid_argument` with the flaw as its reason. Length and commonness decide; there are no
 * rules on which characters to use (NIST SP 800-63B, ASVS 5).
 */
export function checkNewPassword(password: string, aboutPerson: readonly string[]): void {
  const flaw = findFlaw(password, aboutPerson)
  if (flaw !== undefined) throw weakPassword(flaw)
}

export function weakPassword(flaw: PasswordFlaw): ServiceError {
  return new ServiceError('invalid_argument', {
    description: descriptions[flaw],
    details: [
      { '@type': ERROR_INFO, reason: flaw, domain: 'passwords', metadata: { field: 'password' } },
    ],
  })
}

export function findFlaw(
  password: string,
  aboutPerson: readonly string[],
): PasswordFlaw | undefined {
  const text = password.normalize('NFKC').toLowerCase()
  if ([...text].length < MIN_LENGTH) return 'password_too_short'
  if (aboutPerson.some((about) => isAbout(text, about))) return 'password_like_account'
  if (isRepetition(text) || isRun(text) || isNumber(text) || isCommonWord(text)) {
    return 'password_too_common'
  }
  return undefined
}

const descriptions: Record<PasswordFlaw, string> = {
  password_too_short: `the password needs at least ${MIN_LENGTH} characters`,
  password_too_common: 'the password is too common; choose another one',
  password_like_account: 'the password is too similar to the name or a contact of the account',
  password_breached: 'the password appeared in a data breach; choose another one',
}

function isCommonWord(text: string): boolean {
  return spellings(text).some((spelling) => {
    const core = spelling.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    return text.length - core.length <= MAX_TRIMMINGS && commonWords.has(core)
  })
}

/** `p4$$w0rd` is still `password`; trailing digits stay as they are, for they are trimmings. */
function spellings(text: string): string[] {
  const inner = text.replace(/[\d!?.*#$@_-]{1,4}$/u, '')
  return [text, ...[text, inner].flatMap((t) => ['l', 'i'].map((one) => undress(t, one)))]
}

function undress(text: string, one: string): string {
  return text.replace(/[@4301!$57]/g, (sign) => plainLetters[sign] ?? one)
}

const plainLetters: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** `aaaaaaaa`, `12121212`, `abcabcabc`: one short piece over and over. */
function isRepetition(text: string): boolean {
  return /^(.{1,4}?)\1+.{0,3}$/su.test(text) && new Set(text).size <= 4
}

/** Dates, phone numbers, any number that short: breached lists hold nearly all of them. */
function isNumber(text: string): boolean {
  return /^[\d\s./+-]{1,12}$/.test(text)
}

/** `12345678`, `87654321`, `qwertyuiop1`: a walk along the keys, with at most a few signs more. */
function isRun(text: string): boolean {
  const runs = keyboardRuns.flatMap((run) => [run, [...run].reverse().join('')])
  for (let length = text.length; length >= Math.max(4, text.length - MAX_TRIMMINGS); length--) {
    for (let start = 0; start + length <= text.length; start++) {
      const piece = text.slice(start, start + length)
      if (runs.some((run) => run.includes(piece))) return true
    }
  }
  return false
}

function isAbout(text: string, about: string): boolean {
  const known = about.normalize('NFKC').toLowerCase().trim()
  const names = [known, known.split('@')[0] ?? '', ...known.split(/[\s@._+-]+/)]
  return names.some(
    (name) => name.length >= 4 && text.includes(name) && text.length - name.length <= MAX_TRIMMINGS,
  )
}
