export interface ListKey {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** Which row a key leads to, or undefined when the key is not ours. */
export function rowAfterKey(
  { key, altKey, ctrlKey, metaKey }: ListKey,
  row: number,
  rowCount: number,
  rowsPerPage: number,
): number | undefined {
  if (rowCount === 0 || altKey || ctrlKey || metaKey) return undefined
  const last = rowCount - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(row + 1, last)
    case 'ArrowUp':
      return Math.max(row - 1, 0)
    case 'PageDown':
      return Math.min(row + rowsPerPage, last)
    case 'PageUp':
      return Math.max(row - rowsPerPage, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

const FORGET_AFTER_MS = 800

/** Typing the beginning of a name goes to it; the same letter again goes to the next one. */
export function createTypeahead(now: () => number) {
  let typed = ''
  let lastMs = Number.NEGATIVE_INFINITY
  return (character: string, names: readonly string[], row: number): number | undefined => {
    if (now() - lastMs > FORGET_AFTER_MS) typed = ''
    lastMs = now()
    const isRepeat = typed !== '' && [...typed].every((letter) => letter === character)
    typed += character
    const wanted = fold(isRepeat ? character : typed)
    // A longer beginning may still fit where we are; a single letter means the next one.
    const start = typed.length === 1 || isRepeat ? row + 1 : row
    for (let step = 0; step < names.length; step += 1) {
      const candidate = (start + step) % names.length
      if (fold(names[candidate] ?? '').startsWith(wanted)) return candidate
    }
    return undefined
  }
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()
}
