/** Names and values as the browser holds them. A page that may not have cookies has none. */
export function readCookies(document: { cookie: string }): [name: string, value: string][] {
  let text = ''
  try {
    text = document.cookie || ''
  } catch {
    // Sandboxed frames throw here.
  }
  return text.split(/;\s*/).flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=')
    return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : []
  })
}

/** What others wrote need not be encoded at all. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
