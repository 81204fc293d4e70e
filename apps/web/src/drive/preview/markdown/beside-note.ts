/** Where pictures of notes go: in a folder beside them, so that both move together with the folder around them. */
export const PICTURES_FOLDER = 'attachments'

/** The names from the top folder down to what a note names by a path; undefined for what is an address, or leads outside. */
export function toPathBeside(folder: readonly string[], link: string): string[] | undefined {
  // `//` and a scheme lead to other servers, and `/` into our own pages.
  if (link === '' || /^(?:[a-z][a-z0-9+.-]*:|[/\\#?])/i.test(link)) return undefined
  const names = [...folder]
  for (const part of link.replace(/[?#].*$/, '').split('/')) {
    const name = decode(part)
    if (name === undefined || name.includes('/')) return undefined
    if (name === '..') {
      if (names.pop() === undefined) return undefined
    } else if (name !== '.' && name !== '') names.push(name)
  }
  return names.length === 0 ? undefined : names
}

/** What a note says to show a picture that is in the folder beside it. */
export function toPictureMark(name: string): string {
  const link = `${PICTURES_FOLDER}/${name}`
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29')),
    )
    .join('/')
  const words = name.replace(/\.[^.]+$/, '').replace(/[[\]\\]/g, ' ')
  return `![${words}](${link})`
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
