import { isFilledText } from '../fields.ts'
import { wrongParam } from '../wrong-param.ts'

/** One way to name an account on the wire. */
export type Contact =
  | { phone_number: string; email?: never; username?: never }
  | { email: string; phone_number?: never; username?: never }
  | { username: string; phone_number?: never; email?: never }

/**
 * Routes what a person typed: `+` at the start is a phone number, an `@` makes it an e-mail address,
 * anything else is a user name.
 *
 * @example toContact('ana@example.org') // { email: 'ana@example.org' }
 */
export function toContact(typed: string): Contact {
  const text = typeof typed === 'string' ? typed.trim() : typed
  if (!isFilledText(text)) throw wrongParam('username')
  if (text.startsWith('+')) return { phone_number: text }
  if (text.includes('@')) return { email: text }
  return { username: text }
}
