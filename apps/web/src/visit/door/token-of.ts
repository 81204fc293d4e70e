/** The token or the name of a link, from the path of its page. An address that was cut in the middle is a link that nobody has. */
export function tokenOf(path: string): string {
  const [, , text = ''] = path.split('/')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
