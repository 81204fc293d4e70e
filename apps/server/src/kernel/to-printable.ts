/**
 * A text for a terminal. Names and user agents are those of strangers, and a terminal obeys some signs: without them they can
 * neither clear it nor write over what stands there.
 */
export function toPrintable(text: string): string {
  return text.replace(/[^\n\P{Cc}]|[\u202a-\u202e\u2066-\u2069]/gu, ' ')
}
