import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { rowOf } from './use-browse-pointer.ts'

/** The focus goes with the cursor: when a key moves it, and when rows get other numbers. */
export function useFocusAtCursor(
  scroller: RefObject<HTMLElement | null>,
  cursor: number,
  isReady: boolean,
) {
  const isWanted = useRef(false)
  const isHere = useRef(false)
  useLayoutEffect(() => {
    const focused = document.activeElement
    const row = focused && scroller.current?.contains(focused) ? rowOf(focused) : undefined
    // A row that had the focus may have been another element before its file came.
    const isLost = isHere.current && focused === document.body
    const isElsewhere = row !== undefined && row !== cursor
    if (!isWanted.current && !isElsewhere && !isLost) return
    isWanted.current = false
    focusRow(scroller.current, cursor)
  })
  // Who came here with a key goes on with keys: what had the focus is gone.
  const arrive = useEffectEvent(() => {
    if (document.activeElement === document.body) focusRow(scroller.current, cursor)
  })
  useEffect(() => {
    if (isReady) arrive()
  }, [isReady])
  return {
    want: () => {
      isWanted.current = true
    },
    at: (row: number) => focusRow(scroller.current, row),
    came: () => {
      isHere.current = true
    },
    went: () => {
      isHere.current = false
    },
  }
}

function focusRow(scroller: HTMLElement | null, row: number): void {
  scroller?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus({ preventScroll: true })
}
