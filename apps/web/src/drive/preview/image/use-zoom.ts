import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useStage } from '../frame/stage.ts'
import { keepInside, NO_ZOOM, type Point, type Size, ZOOM_STEP, type Zoom, zoomAt } from './zoom.ts'

/** A second tap enlarges by this much. */
const DOUBLE_TAP_SCALE = 2.5
const TAP_PX = 8

/** Wheel, pinch, double click, drag: how a picture is enlarged and moved about. */
export function useZoom(
  element: RefObject<HTMLElement | null>,
  { stage, box, maxScale }: { stage: Size; box: Size; maxScale: number },
) {
  const { toggleBars, holdSwipe } = useStage()
  const [zoom, setZoom] = useState<Zoom>(NO_ZOOM)
  const pointers = useRef(new Map<number, Point>())
  const press = useRef({ x: 0, y: 0, hasMoved: false })
  const limits = { stage, box, maxScale }
  const isEnlarged = zoom.scale > 1

  const hold = useEffectEvent((isHeld: boolean) => holdSwipe(isHeld))
  useEffect(() => {
    hold(isEnlarged)
    return () => hold(false)
  }, [isEnlarged])

  const zoomTo = (scale: number, at: Point = { x: 0, y: 0 }) =>
    setZoom((before) => zoomAt(before, scale, at, limits))

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const at = toStage(event)
    // A pinch on a touchpad comes as a wheel with ctrl, in small portions.
    const factor = Math.exp((-event.deltaY * (event.ctrlKey ? 10 : 1.6)) / 1000)
    setZoom((before) => zoomAt(before, before.scale * factor, at, limits))
  })
  useEffect(() => {
    const stageElement = element.current
    const listener = (event: WheelEvent) => onWheel(event)
    // Passive listeners, as the framework adds them, cannot keep the page from zooming.
    stageElement?.addEventListener('wheel', listener, { passive: false })
    return () => stageElement?.removeEventListener('wheel', listener)
  }, [element])

  /** From the middle of the stage. */
  function toStage({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const place = element.current?.getBoundingClientRect()
    if (!place) return { x: 0, y: 0 }
    return {
      x: clientX - place.left - place.width / 2,
      y: clientY - place.top - place.height / 2,
    }
  }

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, toStage(event))
    press.current = { x: event.clientX, y: event.clientY, hasMoved: pointers.current.size > 1 }
  }

  function onPointerMove(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = toStage(event)
    if (Math.hypot(event.clientX - press.current.x, event.clientY - press.current.y) > TAP_PX) {
      press.current.hasMoved = true
    }
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId)
    pointers.current.set(event.pointerId, now)
    if (other === undefined) {
      const [x, y] = [now.x - before.x, now.y - before.y]
      setZoom((zoom) => keepInside({ ...zoom, x: zoom.x + x, y: zoom.y + y }, limits))
      return
    }
    const still = other[1]
    const grown = distance(now, still) / Math.max(1, distance(before, still))
    const middle = { x: (now.x + still.x) / 2, y: (now.y + still.y) / 2 }
    setZoom((zoom) => zoomAt(zoom, zoom.scale * grown, middle, limits))
  }

  function onPointerUp(event: PointerEvent) {
    const wasOurs = pointers.current.delete(event.pointerId)
    const isTap = wasOurs && !press.current.hasMoved
    // A second tap brings the bars back to where they were.
    if (isTap && event.pointerType === 'touch') toggleBars()
  }

  return {
    zoom,
    zoomIn: () => zoomTo(zoom.scale * ZOOM_STEP),
    zoomOut: () => zoomTo(zoom.scale / ZOOM_STEP),
    fit: () => setZoom(NO_ZOOM),
    panBy: (x: number, y: number) =>
      setZoom((before) => keepInside({ ...before, x: before.x + x, y: before.y + y }, limits)),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        isEnlarged ? setZoom(NO_ZOOM) : zoomTo(DOUBLE_TAP_SCALE, toStage(event)),
    },
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
