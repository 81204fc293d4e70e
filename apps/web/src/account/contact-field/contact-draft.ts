import { type Country, countries, findCountry } from '@awan/protocol/countries'

/** Which ways to name an account a field takes. */
export type ContactKind = 'email' | 'phone' | 'username'

/** What a person has typed so far, kept by the flow so that nothing of it is lost. */
export interface ContactDraft {
  text: string
  /** Two letters; the country of a number that is typed without one. Empty: this is no number. */
  country: string
}

export type ContactFields =
  | { email: string; phone_number?: never; username?: never }
  | { phone_number: string; email?: never; username?: never }
  | { username: string; email?: never; phone_number?: never }

/**
 * How the wire wants it: a phone number is `+62 81234567890`, with the country code apart. A zero that
 * people dial at home stays; the server knows which countries drop it.
 */
export function toContactFields(draft: ContactDraft): ContactFields {
  const text = clean(draft.text)
  if (isPhoneLike(draft)) return { phone_number: toPhoneNumber(text, draft) }
  return text.includes('@') ? { email: text } : { username: text }
}

/** The same as one text, which `client.signIn` routes by itself. */
export function toContactText(draft: ContactDraft): string {
  const { email, phone_number, username } = toContactFields(draft)
  return email ?? phone_number ?? username ?? ''
}

/** Only what is certainly wrong; the server and the code decide about the rest. */
export function contactProblem(
  draft: ContactDraft,
  kinds: readonly ContactKind[],
): 'missing' | 'wrong' | undefined {
  const { email, phone_number, username } = toContactFields(draft)
  if (clean(draft.text) === '') return 'missing'
  if (email !== undefined) {
    return kinds.includes('email') && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : 'wrong'
  }
  if (phone_number !== undefined) {
    // E.164 has at most 15 digits; nobody has fewer than 6 with the country's own.
    const isNumber = /^\+\d{1,3} \d{4,14}$/.test(phone_number)
    return kinds.includes('phone') && isNumber ? undefined : 'wrong'
  }
  return kinds.includes('username') && username !== undefined ? undefined : 'wrong'
}

/** Whether to offer the choice of a country: digits as people write numbers, or a plus. */
export function isPhoneLike({ text, country }: ContactDraft): boolean {
  const typed = clean(text)
  if (typed.startsWith('+')) return !/[@\p{L}]/u.test(typed)
  return country !== '' && looksLikeNumber(typed)
}

/** From three digits on: fewer may still become a name such as `42nd.street`. */
function looksLikeNumber(text: string): boolean {
  const typed = clean(text)
  return /^\+?[\d\s().\-/]*$/.test(typed) && (typed.match(/\d/g)?.length ?? 0) >= 3
}

/** The country that a number belongs to: of its own code if it has one, else the chosen one. */
export function countryOf(draft: ContactDraft): Country | undefined {
  const typed = clean(draft.text)
  const chosen = findCountry(draft.country)
  if (!typed.startsWith('+')) return chosen
  const digits = digitsOf(typed)
  if (chosen && chosen.callingCode !== '' && digits.startsWith(chosen.callingCode)) return chosen
  const code = [3, 2, 1]
    .map((length) => digits.slice(0, length))
    .find((code) => isCallingCode(code))
  const sharing = countries().filter(({ callingCode }) => callingCode === code)
  return sharing.find(({ alpha2 }) => planOwners.has(alpha2)) ?? sharing[0]
}

/** Chooses a country; a code that was typed before the number gives way to the new one. */
export function withCountry(draft: ContactDraft, country: string): ContactDraft {
  const typed = clean(draft.text)
  if (!typed.startsWith('+')) return { ...draft, country }
  const code = countryOf(draft)?.callingCode ?? ''
  return { text: digitsOf(typed).slice(code.length), country }
}

/** Somebody who said that digits were no number begins anew with the next text. */
export function withText(draft: ContactDraft, text: string): ContactDraft {
  const isSaid = draft.country === '' && looksLikeNumber(text)
  return { text, country: isSaid ? '' : draft.country || homeCountry(navigator.languages) }
}

export function emptyContact(): ContactDraft {
  return { text: '', country: homeCountry(navigator.languages) }
}

/** Where the browser seems to be at home, for a number without a country code. */
export function homeCountry(languages: readonly string[]): string {
  for (const region of [...languages.map(regionOf), ...languages.map(likelyRegionOf)]) {
    if (region !== undefined && findCountry(region)?.callingCode) return region
  }
  return 'US'
}

/** The one that is meant when a code is shared and nothing else is known. */
const planOwners = new Set(['US', 'GB', 'RU', 'IT', 'NO', 'AU', 'FI', 'MA', 'RE', 'GP', 'CW'])

function isCallingCode(code: string): boolean {
  return code !== '' && countries().some(({ callingCode }) => callingCode === code)
}

function toPhoneNumber(typed: string, draft: ContactDraft): string {
  const code = countryOf(draft)?.callingCode ?? ''
  const digits = digitsOf(typed)
  if (!typed.startsWith('+')) return `+${code} ${digits}`
  return code === '' ? `+${digits}` : `+${code} ${digits.slice(code.length)}`
}

/** Full-width letters and digits come from some keyboards. */
function clean(text: string): string {
  return text.normalize('NFKC').trim()
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region
  } catch {
    return undefined
  }
}

function likelyRegionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region
  } catch {
    return undefined
  }
}
