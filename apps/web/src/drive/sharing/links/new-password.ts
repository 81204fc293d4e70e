/** Without those that look like another one when they are read aloud or written down. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 16

/** Easy to dictate, with 80 random bits. */
export function newPassword(): string {
  // 32 characters: each of the values of a byte leads to one as often as to any other.
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
  const characters = Array.from(bytes, (byte) => CHARACTERS[byte % CHARACTERS.length])
  return characters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}
