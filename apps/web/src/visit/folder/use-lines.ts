import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

/** Lines beyond the view, so that a quick scroll finds them drawn. */
const BEYOND = 6

export interface Lines {
  first: number
  /** Included. */
  last: number
  /** Of the place where the lines are. */
  widthPx: number
  /** Of that place. */
  ref: (place: HTMLElement | null) => void
}

/** Which lines of a long list, all of one height, are in view while the page scrolls. The width says how many there are. */
export function useLines(measure: (widthPx: number) => { count: number; linePx: number }): Lines {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [lines, setLines] = useState({ first: 0, last: -1, widthPx: 0 })
  function look(): void {
    if (!place) return
    const { top, width: widthPx } = place.getBoundingClientRect()
    const { count, linePx } = measure(widthPx)
    const first = Math.max(0, Math.floor(-top / linePx) - BEYOND)
    const last = Math.min(count - 1, Math.ceil((innerHeight - top) / linePx) + BEYOND)
    setLines((before) =>
      before.first === first && before.last === last && before.widthPx === widthPx
        ? before
        : { first, last, widthPx },
    )
  }
  const lookAgain = useEffectEvent(look)
  useLayoutEffect(look)
  useEffect(() => {
    if (!place) return
    const observer = new ResizeObserver(() => lookAgain())
    observer.observe(place)
    const leaving = new AbortController()
    const { signal } = leaving
    addEventListener('scroll', () => lookAgain(), { passive: true, signal })
    addEventListener('resize', () => lookAgain(), { signal })
    return () => {
      observer.disconnect()
      leaving.abort()
    }
  }, [place])
  return { ...lines, ref: setPlace }
}
