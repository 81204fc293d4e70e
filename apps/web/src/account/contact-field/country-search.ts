import type { Locale } from '@awan/protocol'
import { countries, countryName } from '@awan/protocol/countries'

export interface ListedCountry {
  alpha2: string
  callingCode: string
  /** In the person's language. */
  name: string
  englishName: string
}

/** Every country with telephones, in the order of the person's language. */
export function listCountries(locale: Locale, tag: string): ListedCountry[] {
  const order = new Intl.Collator(tag).compare
  return countries()
    .filter(({ callingCode }) => callingCode !== '')
    .map(({ alpha2, callingCode, englishName }) => ({
      alpha2,
      callingCode,
      englishName,
      name: countryName(alpha2, locale),
    }))
    .sort((a, b) => order(a.name, b.name))
}

/** By name in the person's language or in English, by code of letters, by calling code; best first. */
export function searchCountries(
  list: readonly ListedCountry[],
  query: string,
): readonly ListedCountry[] {
  const wanted = fold(query)
  if (wanted === '') return list
  return list
    .map((country) => ({ country, rank: rankOf(country, wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .map(({ country }) => country)
}

const NO_MATCH = 5

function rankOf({ alpha2, callingCode, name, englishName }: ListedCountry, wanted: string): number {
  const code = wanted.replace(/^(\+|00)/, '')
  if (fold(alpha2) === wanted || callingCode === code) return 0
  const names = [fold(name), fold(englishName)]
  if (names.some((text) => text.startsWith(wanted))) return 1
  if (names.some((text) => text.split(/[\s(-]+/).some((word) => word.startsWith(wanted)))) return 2
  if (/^\d+$/.test(code) && callingCode.startsWith(code)) return 3
  return names.some((text) => text.includes(wanted)) ? 4 : NO_MATCH
}

/** Without case and accents; half a syllable of Hangul matches as soon as its first letter is typed. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/[̀-ͯ]/g, '').trim().toLowerCase()
}
