import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** Lines beyond the view, so that a quick scroll finds them drawn. */
const BEYOND = 6

export interface Lines {
  first: number
  /** Included. */
  last: number
  /** Of the place where the lines are. */
  widthPx: number
}

/** Which lines of a long list, all of one height, are in view while the page scrolls. */
export function useLines(
  place: RefObject<HTMLElement | null>,
  { count, linePx }: { count: number; linePx: (widthPx: number) => number },
): Lines {
  const [lines, setLines] = useState<Lines>({ first: 0, last: 0, widthPx: 0 })
  function look() {
    const element = place.current
    if (!element) return
    const { top, width } = element.getBoundingClientRect()
    const px = linePx(width)
    const first = Math.max(0, Math.floor(-top / px) - BEYOND)
    const last = Math.min(count - 1, Math.ceil((innerHeight - top) / px) + BEYOND)
    setLines((before) =>
      before.first === first && before.last === last && before.widthPx === width
        ? before
        : { first, last, widthPx: width },
    )
  }
  useLayoutEffect(look)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    addEventListener('scroll', look, { passive: true, signal })
    addEventListener('resize', look, { signal })
    return () => leaving.abort()
  })
  return lines
}
