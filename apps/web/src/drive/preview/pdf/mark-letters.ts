import { findMatches } from './find-matches.ts'

/** The places of a page's letters where something was found, in their order. */
export function rangesIn(letters: HTMLElement, query: string): Range[] {
  const pieces: { node: Text; from: number }[] = []
  let text = ''
  const walker = letters.ownerDocument.createTreeWalker(
    letters,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
  )
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node instanceof Text) {
      pieces.push({ node, from: text.length })
      text += node.data
    } else if (node.nodeName === 'BR') text += '\n'
  }
  return findMatches(text, query).map(({ from, to }) => {
    const range = letters.ownerDocument.createRange()
    range.setStart(...placeOf(pieces, from))
    range.setEnd(...placeOf(pieces, to - 1, 1))
    return range
  })
}

function placeOf(
  pieces: readonly { node: Text; from: number }[],
  at: number,
  behind = 0,
): [Text, number] {
  const piece = pieces.findLast(({ from, node }) => from <= at && node.data !== '')
  if (!piece) throw new RangeError('the match is outside the text of the page')
  return [piece.node, Math.min(piece.node.data.length, at - piece.from + behind)]
}

/** Colours places without touching the letters. Browsers that cannot still lead to the page. */
export function mark(name: 'pdf-found' | 'pdf-found-now', ranges: readonly Range[]): () => void {
  if (!('highlights' in CSS)) return () => undefined
  const highlight = CSS.highlights.get(name) ?? new Highlight()
  CSS.highlights.set(name, highlight)
  for (const range of ranges) highlight.add(range)
  return () => {
    for (const range of ranges) highlight.delete(range)
  }
}
