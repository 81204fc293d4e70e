import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is inside and how wide its scroll bar, from before the first paint on. */
export function useWidth(element: RefObject<HTMLElement | null>): {
  widthPx: number
  scrollbarPx: number
} {
  const [width, setWidth] = useState({ widthPx: 0, scrollbarPx: 0 })
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => {
      const { clientWidth, offsetWidth } = measured
      setWidth((before) =>
        before.widthPx === clientWidth && before.scrollbarPx === offsetWidth - clientWidth
          ? before
          : { widthPx: clientWidth, scrollbarPx: offsetWidth - clientWidth },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
