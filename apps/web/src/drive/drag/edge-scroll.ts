/** So near to an edge the list scrolls, the faster the nearer. */
const EDGE_PX = 56
const MAX_PX_PER_FRAME = 18

/** How far to scroll in a frame when the pointer is here; nothing away from the edges. */
export function edgeSpeed(pointer: number, start: number, end: number): number {
  const fromStart = pointer - start
  const fromEnd = end - pointer
  if (fromStart < 0 || fromEnd < 0) return 0
  if (fromStart < EDGE_PX) return -toSpeed(fromStart)
  if (fromEnd < EDGE_PX) return toSpeed(fromEnd)
  return 0
}

function toSpeed(distance: number): number {
  return Math.ceil(((EDGE_PX - distance) / EDGE_PX) * MAX_PX_PER_FRAME)
}

/** While something is dragged over a list, its edges scroll it. Answers how to end that. */
export function scrollAtEdges(): () => void {
  let scroller: Element | undefined
  let speed = 0
  let frame = 0

  function step() {
    scroller?.scrollBy({ top: speed, behavior: 'instant' })
    frame = speed === 0 ? 0 : requestAnimationFrame(step)
  }

  function onDragOver({ target, clientY }: DragEvent) {
    scroller = target instanceof Element ? findScroller(target) : undefined
    const box = scroller?.getBoundingClientRect()
    speed = box ? edgeSpeed(clientY, box.top, box.bottom) : 0
    if (speed !== 0 && frame === 0) frame = requestAnimationFrame(step)
  }

  document.addEventListener('dragover', onDragOver)
  return () => {
    document.removeEventListener('dragover', onDragOver)
    cancelAnimationFrame(frame)
  }
}

function findScroller(element: Element): Element | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.scrollHeight <= at.clientHeight) continue
    const { overflowY } = getComputedStyle(at)
    if (overflowY === 'auto' || overflowY === 'scroll') return at
  }
  return undefined
}
