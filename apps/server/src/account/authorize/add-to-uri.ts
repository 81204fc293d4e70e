/** Adds parameters and leaves the rest of the URI as it was registered, letter by letter. */
export function addToUri(uri: string, parameters: Record<string, string | undefined>): string {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) added.set(name, value)
  }
  return `${uri}${uri.includes('?') ? '&' : '?'}${added}`
}
