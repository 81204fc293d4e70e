/** Where something stands in a text. */
export interface TextMatch {
  from: number
  to: number
}

/** Whatever the case, and also where a line ends between two words. */
export function findMatches(text: string, query: string): TextMatch[] {
  const words = query.trim().split(/\s+/u).map(toPattern)
  if (words[0] === '') return []
  const pattern = new RegExp(words.join('\\s+'), 'giu')
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
  }))
}

function toPattern(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&')
}
