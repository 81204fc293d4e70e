import type { Highlight } from '@awan/protocol/drive'

export interface MarkedPart {
  text: string
  isMarked: boolean
  /** Where it begins. */
  at: number
}

/** A text in parts, those that were looked for marked. What overlaps is marked once. */
export function markParts(text: string, highlights: readonly Highlight[]): MarkedPart[] {
  const parts: MarkedPart[] = []
  let at = 0
  const add = (end: number, isMarked: boolean) => {
    if (end <= at) return
    parts.push({ text: text.slice(at, end), isMarked, at })
    at = end
  }
  for (const { start, end } of [...highlights].sort((a, b) => a.start - b.start)) {
    add(Math.min(start, text.length), false)
    add(Math.min(end, text.length), true)
  }
  add(text.length, false)
  return parts
}
