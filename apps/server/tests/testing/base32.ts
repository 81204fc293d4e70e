/** What an authenticator app does with the secret that a person types in. */
export function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
