import { type PointerEvent, useRef } from 'react'

/** A finger that goes this far sideways means the neighbour. */
const SWIPE_PX = 60

/** A finger that goes sideways over what is shown leads to the file before or after. */
export function useSwipe({
  mayBegin,
  canGo,
  onSwipe,
}: {
  mayBegin: () => boolean
  canGo: { previous: boolean; next: boolean }
  onSwipe: (to: 'previous' | 'next') => void
}) {
  const began = useRef<{ pointerId: number; x: number; y: number } | undefined>(undefined)
  const fingers = useRef(0)

  return {
    onPointerDownCapture(event: PointerEvent) {
      if (event.pointerType !== 'touch') return
      fingers.current += 1
      const isAlone = fingers.current === 1
      began.current =
        isAlone && mayBegin() && !scrollsSideways(event.target, event.currentTarget)
          ? { pointerId: event.pointerId, x: event.clientX, y: event.clientY }
          : undefined
    },
    onPointerUpCapture(event: PointerEvent) {
      if (event.pointerType !== 'touch') return
      fingers.current = Math.max(0, fingers.current - 1)
      const start = began.current
      began.current = undefined
      if (start?.pointerId !== event.pointerId || !mayBegin()) return
      const [x, y] = [event.clientX - start.x, event.clientY - start.y]
      if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) return
      const to = isTowardsNext(x) ? 'next' : 'previous'
      if (canGo[to]) onSwipe(to)
    },
    onPointerCancelCapture(event: PointerEvent) {
      if (event.pointerType !== 'touch') return
      fingers.current = Math.max(0, fingers.current - 1)
      began.current = undefined
    },
  }
}

function isTowardsNext(x: number): boolean {
  return document.dir === 'rtl' ? x > 0 : x < 0
}

/** A wide table or a player's time bar is what the finger moves there. */
function scrollsSideways(target: EventTarget, stage: Element): boolean {
  for (
    let element = target instanceof Element ? target : null;
    element && element !== stage;
    element = element.parentElement
  ) {
    if (element.matches('video, audio, [data-own-swipe]')) return true
    if (element.scrollWidth > element.clientWidth + 1) return true
  }
  return false
}
