/** `note (my copy).md`: the words go before the end of the name, so that the file stays what it is. */
export function toCopyName(name: string, wording: (name: string) => string): string {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? wording(name) : wording(name.slice(0, dot)) + name.slice(dot)
}
