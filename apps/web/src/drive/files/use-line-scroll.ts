import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { whenResting } from '../pictures/when-resting.ts'
import {
  contentPx,
  type LineSpace,
  linesToDraw,
  offsetAt,
  offsetToSee,
  scrollTopAt,
} from './line-scroll.ts'

interface DrawnLines {
  first: number
  last: number
  /** From the place of a line to where it stands in the content. */
  shiftPx: number
}

export interface LineScroll {
  drawn: DrawnLines
  contentPx: number
  /** The lines as they are now, for whoever reckons with pointers. */
  space: () => LineSpace
  /** How far into the lines one looks now. */
  offset: () => number
  scrollTo: (offset: number) => void
  seeLine: (line: number) => void
  onScroll: () => void
}

/**
 * Draws only the lines in view. All are equally high, so that nothing is measured or kept per line and
 * a million cost no more than fifty.
 */
export function useLineScroll(
  scroller: RefObject<HTMLElement | null>,
  { lineCount, linePx }: { lineCount: number; linePx: number },
): LineScroll {
  const viewPx = useRef(0)
  const [drawn, setDrawn] = useState<DrawnLines>({ first: 0, last: 0, shiftPx: 0 })
  const space = () => ({ lineCount, linePx, viewPx: viewPx.current })
  const offset = () => offsetAt(space(), scroller.current?.scrollTop ?? 0)

  function draw() {
    const scrollTop = scroller.current?.scrollTop ?? 0
    const next = { ...linesToDraw(space(), scrollTop), shiftPx: scrollTop - offset() }
    setDrawn((before) => (isSame(before, next) ? before : next))
  }

  function scrollTo(wanted: number) {
    const element = scroller.current
    if (!element) return
    element.scrollTop = scrollTopAt(space(), wanted)
    draw()
  }

  const [rest] = useState(() => () => {
    delete scroller.current?.dataset.scrolling
  })

  // Before the first paint, and whenever there are other lines: what is drawn fits what is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is made of these
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      viewPx.current = element.clientHeight
      draw()
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, lineCount, linePx])

  // There may be fewer lines than when they were last drawn.
  const end = Math.max(0, lineCount - 1)
  return {
    drawn: { ...drawn, first: Math.min(drawn.first, end), last: Math.min(drawn.last, end) },
    contentPx: contentPx({ lineCount, linePx }),
    space,
    offset,
    scrollTo,
    seeLine: (line) => scrollTo(offsetToSee(space(), line, offset())),
    onScroll() {
      draw()
      if (scroller.current) scroller.current.dataset.scrolling = ''
      whenResting(rest)
    },
  }
}

function isSame(a: DrawnLines, b: DrawnLines): boolean {
  return a.first === b.first && a.last === b.last && a.shiftPx === b.shiftPx
}
