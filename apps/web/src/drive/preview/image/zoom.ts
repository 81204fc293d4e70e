export interface Size {
  width: number
  height: number
}
export interface Point {
  x: number
  y: number
}
/** How far something is enlarged, and how far its middle is from the middle of the stage. */
export interface Zoom extends Point {
  scale: number
}

export const NO_ZOOM: Zoom = { scale: 1, x: 0, y: 0 }
/** One press, one notch of a wheel. */
export const ZOOM_STEP = 1.25

/** The largest box of this shape that fits the stage, not larger than `most`. */
export function fitInto(stage: Size, shape: Size, most: number): Size {
  const scale = Math.min(stage.width / shape.width, stage.height / shape.height, most)
  return { width: shape.width * scale, height: shape.height * scale }
}

/** Enlarges around a point of the stage, counted from its middle: what is under it stays under it. */
export function zoomAt(
  { scale, x, y }: Zoom,
  wanted: number,
  at: Point,
  { stage, box, maxScale }: { stage: Size; box: Size; maxScale: number },
): Zoom {
  const next = Math.min(maxScale, Math.max(1, wanted))
  const grown = next / scale
  return keepInside(
    { scale: next, x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown },
    { stage, box },
  )
}

/** Nobody can push a picture off the stage, nor a smaller one than the stage out of its middle. */
export function keepInside(
  { scale, x, y }: Zoom,
  { stage, box }: { stage: Size; box: Size },
): Zoom {
  const roomX = Math.max(0, (box.width * scale - stage.width) / 2)
  const roomY = Math.max(0, (box.height * scale - stage.height) / 2)
  return { scale, x: clamp(x, roomX), y: clamp(y, roomY) }
}

function clamp(value: number, room: number): number {
  // Not a negative zero.
  return Math.min(room, Math.max(-room, value)) + 0
}
