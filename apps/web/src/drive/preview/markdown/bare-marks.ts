/**
 * The tags of a note's own HTML without their attributes, and of the others nothing. What is never closed
 * is looked for once: a note of nothing but beginnings takes no longer than any other.
 */
export function bareMarks(html: string, isKept: (tag: string) => boolean): string {
  const kept: string[] = []
  const findEnd = { '-->': createFinder(html, '-->'), '>': createFinder(html, '>') }
  let from = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    if (at < from) continue
    const tag = tagAt(html, at)
    const isComment = html.startsWith('<!--', at)
    if (!tag && !isComment) continue
    const end = tag ? findEnd['>'](at + tag[0].length) : findEnd['-->'](at + 4)
    if (end === -1) continue
    kept.push(html.slice(from, at))
    const name = tag?.[2]?.toLowerCase() ?? ''
    if (isKept(name)) kept.push(`<${tag?.[1] ?? ''}${name}>`)
    from = end
    at = end - 1
  }
  kept.push(html.slice(from))
  return kept.join('')
}

function tagAt(html: string, at: number): RegExpExecArray | null {
  TAG.lastIndex = at
  return TAG.exec(html)
}

const TAG = /<(\/?)([a-z][a-z0-9]*)/iy

/** Finds where the next mark ends; -1 once there is none, without looking again. */
function createFinder(html: string, mark: string): (from: number) => number {
  let isGone = false
  return (from) => {
    const at = isGone ? -1 : html.indexOf(mark, from)
    isGone = at === -1
    return isGone ? -1 : at + mark.length
  }
}
