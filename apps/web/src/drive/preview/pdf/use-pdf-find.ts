import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findMatches } from './find-matches.ts'

/** The matches of a page have numbers from zero, in the order of its text. */
export interface PdfMatch {
  /** From one. */
  page: number
  index: number
}

export interface PdfFind {
  query: string
  matches: readonly PdfMatch[]
  /** Which of them is looked at; -1 where there is none. */
  at: number
  isSearching: boolean
  search(query: string): void
  go(step: 1 | -1): void
}

/** Looks through the pages from the first to the last; what is found is shown as it is found. */
export function usePdfFind(
  document: PDFDocumentProxy,
  currentPage: number,
  onError: (error: unknown) => void,
): PdfFind {
  const texts = useRef(new Map<number, string>())
  const [query, setQuery] = useState('')
  const [matches, setMatches] = useState<readonly PdfMatch[]>([])
  const [at, setAt] = useState(-1)
  const [isSearching, setSearching] = useState(false)
  const failed = useEffectEvent(onError)
  const begin = useEffectEvent(() => currentPage)

  useEffect(() => {
    let isLeft = false
    setMatches([])
    setAt(-1)
    setSearching(query.trim() !== '')
    if (query.trim() === '') return
    // What comes next from where one reads is shown first.
    const from = begin()
    async function search() {
      const found: PdfMatch[] = []
      for (let page = 1; page <= document.numPages; page++) {
        const known = texts.current.get(page)
        const text = known ?? (await readText(document, page))
        if (isLeft) return
        texts.current.set(page, text)
        const before = found.length
        for (const index of findMatches(text, query).keys()) found.push({ page, index })
        if (found.length === before) continue
        setMatches([...found])
        const first = found.findIndex((match) => match.page >= from)
        if (first >= before) setAt(first)
      }
      setAt((chosen) => (chosen === -1 && found.length > 0 ? 0 : chosen))
      setSearching(false)
    }
    search().catch((error: unknown) => {
      if (isLeft) return
      setSearching(false)
      failed(error)
    })
    return () => {
      isLeft = true
    }
  }, [document, query])

  return {
    query,
    matches,
    at,
    isSearching,
    search: setQuery,
    go(step) {
      if (matches.length > 0) setAt((Math.max(at, 0) + step + matches.length) % matches.length)
    },
  }
}

/** As the letters over a page have it: a line ends where they have a break. */
async function readText(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}
