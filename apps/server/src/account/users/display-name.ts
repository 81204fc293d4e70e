/** A person's name as everybody sees it: one line, no signs that change the line around it. */
export function tidyName(name: string | undefined): string {
  return (name ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
}
