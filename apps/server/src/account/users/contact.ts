import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** How a person is named on the wire, after normalisation: the same text is the same account. */
export type Contact =
  | { kind: 'email'; value: string }
  | { kind: 'phone'; value: string }
  | { kind: 'username'; value: string }

export type ReachableContact = Exclude<Contact, { kind: 'username' }>

export interface ContactFields {
  username?: string | undefined
  email?: string | undefined
  phone_number?: string | undefined
}

/** The one contact in a payload. Several of them, or none, is a mistake of the caller. */
export function readContact(fields: ContactFields): Contact {
  const given = [fields.username, fields.email, fields.phone_number].filter(Boolean)
  if (given.length !== 1) {
    throw new ServiceError('invalid_argument', {
      description: 'give exactly one of username, email and phone_number',
    })
  }
  if (fields.email) return { kind: 'email', value: toEmail(fields.email) }
  if (fields.phone_number) return { kind: 'phone', value: toPhoneNumber(fields.phone_number) }
  return routeUsername(fields.username ?? '')
}

/** The contact that a code can be sent to. */
export function readReachableContact(fields: ContactFields): ReachableContact {
  const contact = readContact({ email: fields.email, phone_number: fields.phone_number })
  if (contact.kind === 'username') throw new Error('a username was not asked for')
  return contact
}

/** ACC-39: `+` starts a phone number, `@` makes an e-mail address, the rest is a username. */
export function routeUsername(typed: string): Contact {
  const text = typed.trim()
  if (text.startsWith('+')) return { kind: 'phone', value: toPhoneNumber(text) }
  if (text.includes('@')) return { kind: 'email', value: toEmail(text) }
  return { kind: 'username', value: toUsername(text) }
}

export function toEmail(typed: string): string {
  return typed.trim().normalize('NFC').toLowerCase()
}

export function toUsername(typed: string): string {
  return typed.trim().normalize('NFKC').toLowerCase()
}

/** A new username must not look like a contact, or signing in would route it elsewhere. */
export function checkUsername(typed: string): string {
  const username = toUsername(typed)
  if (!/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{1,47}$/u.test(username)) {
    throw new ServiceError('invalid_argument', {
      description: 'a username has 2 to 48 letters, digits, dots, dashes or underscores',
    })
  }
  return username
}

/**
 * E.164. Clients of the family write `+86 138...`, and some put the country code before a number that
 * already has one; what follows the last plus sign is the number. Its length must be one that the
 * country has; whether it is in use only a message can tell.
 */
export function toPhoneNumber(typed: string): string {
  const plus = typed.lastIndexOf('+')
  const parsed =
    plus < 0 ? undefined : parsePhoneNumberFromString(typed.slice(plus), { extract: false })
  if (!parsed?.isPossible() || parsed.ext !== undefined) {
    throw new ServiceError('invalid_argument', {
      description: 'a phone number has a plus sign, the country code and the number',
    })
  }
  return parsed.number
}

/** `r***@example.org`: enough for its owner to know it, too little for anybody else. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}***${email.slice(at)}`
}

/** `+62*******89`. */
export function maskPhoneNumber(phone: string): string {
  return phone.slice(0, 3) + '*'.repeat(Math.max(3, phone.length - 5)) + phone.slice(-2)
}

export function maskContact({ kind, value }: ReachableContact): string {
  return kind === 'email' ? maskEmail(value) : maskPhoneNumber(value)
}

/** Where codes can go to somebody. */
export function contactsOf({ email, phone_number }: OwnContacts): ReachableContact[] {
  const contacts: ReachableContact[] = []
  if (email) contacts.push({ kind: 'email', value: email })
  if (phone_number) contacts.push({ kind: 'phone', value: phone_number })
  return contacts
}

/** The one of them that is written as the profile shows it, masked. */
export function findMasked(
  owner: OwnContacts,
  { email, phone_number }: { email?: string | undefined; phone_number?: string | undefined },
): ReachableContact | undefined {
  return contactsOf(owner).find(
    (contact) => maskContact(contact) === (contact.kind === 'email' ? email : phone_number),
  )
}

interface OwnContacts {
  email: string | null
  phone_number: string | null
}

/**
 * The contact in any payload as one text, for counting and binding; empty where there is none or
 * where it is malformed, for the call itself says what is wrong with it.
 */
export function normalisedContact(payload: unknown): string {
  const fields = (payload ?? {}) as Record<string, unknown>
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined)
  try {
    const contact = readContact({
      username: text('username'),
      email: text('email'),
      phone_number: text('phone_number'),
    })
    return `${contact.kind}:${contact.value}`
  } catch (error) {
    if (isServiceError(error, 'invalid_argument')) return ''
    throw error
  }
}
