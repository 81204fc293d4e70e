/** A whole contact, by which the server finds an account. */
export interface TypedContact {
  kind: 'username' | 'phone' | 'email'
  /** As it was typed. */
  text: string
  query: { username: string } | { phone_number: string } | { email: string }
}

export type TypedProblem = 'wrongEmail' | 'wrongPhone' | 'notUsername'

/**
 * What a text is by its form, as at the sign-in: `@` makes an e-mail, `+` a phone number. The server allows
 * few look-ups in an hour, so none is spent on half a contact.
 */
export function readTyped(
  typed: string,
): { contact: TypedContact } | { problem: TypedProblem; text: string } {
  const text = typed.trim()
  if (text.includes('@')) {
    if (!EMAIL.test(text)) return { problem: 'wrongEmail', text }
    return { contact: { kind: 'email', text, query: { email: text } } }
  }
  if (PHONE_LIKE.test(text)) {
    const phone_number = text.replaceAll(/[^+\d]/g, '')
    if (!PHONE.test(phone_number)) return { problem: 'wrongPhone', text }
    return { contact: { kind: 'phone', text, query: { phone_number } } }
  }
  if (!USERNAME.test(text)) return { problem: 'notUsername', text }
  return { contact: { kind: 'username', text, query: { username: text } } }
}

/** What was pasted may be a list. */
export function splitTyped(typed: string): string[] {
  return typed
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export const SEPARATORS = /[,;\n，；、]+/

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const PHONE_LIKE = /^\+|^[\d\s().-]{7,}$/
const PHONE = /^\+\d{6,15}$/
const USERNAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{1,47}$/u
