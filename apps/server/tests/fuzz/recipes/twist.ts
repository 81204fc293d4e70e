/** Almost right: a letter more, less or other; a number off by one; the same one level further down. */
export function twistValue(before: unknown, place: number, other: unknown): unknown {
  if (typeof before === 'string') return twistText(before, place)
  if (typeof before === 'number') return place % 2 ? before + 1 : before - 1
  if (typeof before === 'boolean') return !before
  if (Array.isArray(before)) return place % 2 ? [...before, other] : [...before, ...before]
  if (typeof before !== 'object' || before === null) return other
  const names = Object.keys(before)
  const name = names[place % names.length]
  if (name === undefined) return other
  const inner = (before as Record<string, unknown>)[name]
  return { ...before, [name]: twistValue(inner, place >> 4, other) }
}

export function twistBytes(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[place % changed.length] = place & 255
  return place % 2 ? changed : Buffer.concat([bytes, changed])
}

function twistText(text: string, place: number): string {
  const at = (place >> 2) % (text.length + 1)
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const twisted = [before + after.slice(1), `${before}A${after}`, `${before}_${after.slice(1)}`]
  return twisted[place % 4] ?? text.toUpperCase()
}
