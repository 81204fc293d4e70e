import type { BodyOf } from '@awan/protocol'
import type { updateProfile } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { UserRow } from '../../db/tables.ts'
import { checkUsername } from '../users/contact.ts'
import { tidyName } from '../users/display-name.ts'

type ProfileFields = BodyOf<typeof updateProfile>
type ProfileColumns = Pick<
  UserRow,
  'name' | 'username' | 'picture' | 'gender' | 'birthdate' | 'zoneinfo' | 'locale' | 'address'
>

/**
 * Which columns change to what. Each field is named here, so that nothing else of a person can be
 * written by what a caller sends. What is absent stays as it is; an empty text removes.
 */
export function toProfileChanges(fields: ProfileFields): Partial<ProfileColumns> {
  const { name, username, picture, gender, birthdate, zoneinfo, locale, address } = fields
  return {
    ...(name !== undefined && { name: requireName(name) }),
    ...(username !== undefined && { username: checkUsername(username) }),
    ...(picture !== undefined && { picture: orNull(picture, checkPicture) }),
    ...(gender !== undefined && { gender: orNull(gender, tidyName) }),
    ...(birthdate !== undefined && { birthdate: orNull(birthdate, checkBirthdate) }),
    ...(zoneinfo !== undefined && { zoneinfo: orNull(zoneinfo, checkZone) }),
    ...(locale !== undefined && { locale: orNull(locale, checkLocale) }),
    ...(address !== undefined && { address: toAddress(address) }),
  }
}

function orNull(text: string, check: (text: string) => string): string | null {
  return text.trim() === '' ? null : check(text.trim()) || null
}

function requireName(name: string): string {
  return tidyName(name) || refuse('name', 'needs at least one visible character')
}

/**
 * An https address and nothing else: `data:` would put any content under our own pages, `http:` would
 * tell the network who looks at whom. No password may hide in it.
 */
function checkPicture(picture: string): string {
  const url = URL.canParse(picture) ? new URL(picture) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    return refuse('picture', 'must be an https address')
  }
  return url.href
}

/** OpenID Connect: YYYY-MM-DD, YYYY alone, or year 0000 when a person keeps it to themselves. */
function checkBirthdate(date: string): string {
  if (/^\d{4}$/.test(date) && date !== '0000') return date
  const day = /^(\d{4})-(\d{2}-\d{2})$/.exec(date)
  // A hidden year is replaced by a leap year, so that 29 February can be a birthday.
  const year = day?.[1] === '0000' ? '2000' : day?.[1]
  const time = Date.parse(`${year}-${day?.[2]}T00:00:00Z`)
  const isReal =
    !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${year}-${day?.[2]}`)
  return isReal ? date : refuse('birthdate', 'must be written YYYY-MM-DD or YYYY')
}

function checkZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return refuse('zoneinfo', 'must be a time zone such as Asia/Jakarta')
  }
}

function checkLocale(tag: string): string {
  try {
    return (
      Intl.getCanonicalLocales(tag)[0] ?? refuse('locale', 'must be a language tag such as en-GB')
    )
  } catch {
    return refuse('locale', 'must be a language tag such as en-GB')
  }
}

function toAddress(address: NonNullable<ProfileFields['address']>): string | null {
  const parts = Object.entries(address).filter(([, part]) => part !== undefined && part !== '')
  return parts.length === 0 ? null : JSON.stringify(Object.fromEntries(parts))
}

function refuse(field: string, description: string): never {
  throw new ServiceError('invalid_argument', { description: `${field}: ${description}` })
}
