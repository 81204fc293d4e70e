export const USER_CODE_LETTERS = 8

/**
 * The letters of a code, whatever stands between them: typed, pasted with its dash, full-width, or as
 * the whole address of a QR code.
 */
export function readUserCode(text: string): string {
  const plain = text.normalize('NFKC')
  const handed = /[?&]user_code=([^&#]*)/i.exec(plain)?.[1]
  return (handed ?? plain)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, USER_CODE_LETTERS)
}

/** As devices show it: `WDJB-MJHT`. */
export function showUserCode(letters: string): string {
  const half = USER_CODE_LETTERS / 2
  return letters.length > half ? `${letters.slice(0, half)}-${letters.slice(half)}` : letters
}
