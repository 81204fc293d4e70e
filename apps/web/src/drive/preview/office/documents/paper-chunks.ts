import type { Block, Page } from './text/document.ts'

/** So many paragraphs are drawn at a time. */
const CHUNK = 200

/** A page in pieces that are drawn one after the other; `first` counts the pieces before it. */
export interface Paper {
  first: number
  chunks: Block[][]
}

export function toPapers(pages: readonly Page[]): Paper[] {
  let first = 0
  return pages.map(({ blocks }) => {
    const chunks: Block[][] = []
    for (let at = 0; at < blocks.length; at += CHUNK) chunks.push(blocks.slice(at, at + CHUNK))
    const paper = { first, chunks }
    first += chunks.length
    return paper
  })
}
