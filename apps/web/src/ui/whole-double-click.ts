/** As long as the systems wait for the second click of a double click. */
const DOUBLE_CLICK_MS = 500
/** A finger does not hit the same point twice. */
const SAME_PLACE_PX = 24

const PARTS = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'dblclick'] as const

/**
 * What a click or a tap opens comes to lie under the pointer at once. The clicks that follow it at the same
 * place belong to the same double click, and do not reach what was opened.
 */
export function takeWholeDoubleClick(
  first: Pick<MouseEvent, 'clientX' | 'clientY' | 'timeStamp'>,
): void {
  let isTaken = false

  function take(event: MouseEvent) {
    if (event.type === 'pointerdown') {
      const wayPx = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY)
      isTaken = event.timeStamp - first.timeStamp < DOUBLE_CLICK_MS && wayPx <= SAME_PLACE_PX
      if (!isTaken) return stop()
    }
    if (!isTaken) return
    event.stopPropagation()
    event.preventDefault()
  }
  function stop() {
    for (const part of PARTS) removeEventListener(part, take, true)
  }
  for (const part of PARTS) addEventListener(part, take, true)
}

/**
 * Whether a click is a further one of a double click. A question that takes the place of an answered one is not answered by it: its
 * person has not read it.
 */
export function isFurtherClick({ detail }: Pick<UIEvent, 'detail'>): boolean {
  return detail > 1
}
