/** A link out of a document: to the web or to somebody's mail, and nowhere else. */
export function safeHref(address: string | undefined): string | undefined {
  const trimmed = address?.trim() ?? ''
  if (!/^(?:https?:\/\/|mailto:)/i.test(trimmed) || trimmed.length > 2000) return undefined
  return URL.canParse(trimmed) ? trimmed : undefined
}

/** `1A2B3C` or `#1a2b3c`; words such as `auto` are no colour. */
export function safeColor(color: string | undefined): string | undefined {
  const digits = /^#?([\da-f]{6})$/i.exec(color ?? '')?.[1]
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`
}
