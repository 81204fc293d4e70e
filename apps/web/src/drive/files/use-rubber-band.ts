import { type PointerEvent as ReactPointerEvent, type RefObject, useRef } from 'react'
import type { Selection } from '../selection/selection.ts'
import { type BandPoint, type BandSpace, rowsInBand, scrollStep } from './rubber-band.ts'
import type { LineScroll } from './use-line-scroll.ts'

/** A shorter way is a click. */
const SLACK_PX = 4

/** Draws a band with the mouse from where nothing is, and chooses what it touches. */
export function useRubberBand({
  scroller,
  band,
  lines,
  selection,
  bandSpace,
  onEnd,
}: {
  scroller: RefObject<HTMLElement | null>
  /** What is seen of it. */
  band: RefObject<HTMLElement | null>
  lines: LineScroll
  selection: Selection
  bandSpace: () => BandSpace
  /** With the first row that it chose: keys go on from there. */
  onEnd: (row: number) => void
}) {
  /** Whether the click that ends a band is still to come. */
  const endsWithClick = useRef(false)

  function begin(event: ReactPointerEvent) {
    const element = scroller.current
    endsWithClick.current = false
    if (!element || event.pointerType !== 'mouse' || event.button !== 0) return
    if (event.shiftKey || isHandle(event.target)) return
    const keep = event.ctrlKey || event.metaKey
    const from = toPoint(event)
    let pointer = { clientX: event.clientX, clientY: event.clientY }
    let isDrawn = false
    let frame = 0
    let firstRow: number | undefined

    function toPoint({ clientX, clientY }: { clientX: number; clientY: number }): BandPoint {
      const box = element?.getBoundingClientRect()
      return {
        x: clientX - (box?.left ?? 0),
        y: clientY - (box?.top ?? 0) + lines.offset(),
      }
    }

    function move(moved: PointerEvent) {
      pointer = { clientX: moved.clientX, clientY: moved.clientY }
      if (isDrawn) return
      const to = toPoint(pointer)
      if (Math.hypot(to.x - from.x, to.y - from.y) < SLACK_PX) return
      isDrawn = true
      selection.beginBand({ keep })
      frame = requestAnimationFrame(draw)
    }

    function draw() {
      if (!element) return
      const { viewPx } = lines.space()
      const step = scrollStep(toPoint(pointer).y - lines.offset(), viewPx)
      if (step !== 0) element.scrollTop += step
      const to = toPoint(pointer)
      const ranges = rowsInBand(bandSpace(), from, to)
      firstRow = ranges[0]?.first
      selection.band(ranges)
      show(from, to, element.scrollTop - lines.offset())
      frame = requestAnimationFrame(draw)
    }

    function show(a: BandPoint, b: BandPoint, shiftPx: number) {
      const drawn = band.current
      if (!drawn) return
      drawn.hidden = false
      drawn.style.transform = `translate(${Math.min(a.x, b.x)}px, ${Math.min(a.y, b.y) + shiftPx}px)`
      drawn.style.width = `${Math.abs(a.x - b.x)}px`
      drawn.style.height = `${Math.abs(a.y - b.y)}px`
    }

    function end() {
      cancelAnimationFrame(frame)
      endsWithClick.current = isDrawn
      if (isDrawn && band.current) band.current.hidden = true
      if (firstRow !== undefined) onEnd(firstRow)
      removeEventListener('keydown', cancel, true)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
      removeEventListener('blur', end)
    }

    /** Nothing of it stays, but what was chosen before and is kept. */
    function cancel(pressed: KeyboardEvent) {
      if (pressed.key !== 'Escape' || !isDrawn) return
      pressed.preventDefault()
      pressed.stopPropagation()
      firstRow = undefined
      selection.band([])
      end()
    }

    addEventListener('keydown', cancel, true)
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    addEventListener('blur', end)
  }

  return {
    begin,
    /** Whether a click is only the end of a band. */
    takesClick(): boolean {
      const takes = endsWithClick.current
      endsWithClick.current = false
      return takes
    },
  }
}

/** From a name, a picture or a chosen row files are dragged; buttons and links are pressed. */
function isHandle(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('[data-grip], [data-tick], button, a, [aria-selected="true"]') !== null
  )
}
