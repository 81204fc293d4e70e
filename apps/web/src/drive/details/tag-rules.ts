import { MAX_TAGS } from '@awan/protocol'

/** The same list where there is nothing to add. */
export function withTag(tags: readonly string[], typed: string): readonly string[] {
  const tag = typed.normalize('NFC').trim().replace(/\s+/g, ' ')
  if (tag === '' || tags.includes(tag) || tags.length >= MAX_TAGS) return tags
  return [...tags, tag]
}

export function withoutTag(tags: readonly string[], gone: string): readonly string[] {
  return tags.filter((tag) => tag !== gone)
}
