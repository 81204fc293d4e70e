import { elementAt, type XmlElement } from '../../package/xml-tree.ts'
import type { Box } from '../show/slide-show.ts'
import { PT_PER_EMU } from './pptx-text-style.ts'

/** How the inside of a group is moved and scaled to the slide. */
export interface Scale {
  x: number
  y: number
  factorX: number
  factorY: number
}

export const WHOLE: Scale = { x: 0, y: 0, factorX: PT_PER_EMU, factorY: PT_PER_EMU }

/** Of an `a:xfrm` or `p:xfrm`. */
export function readBox(transform: XmlElement | undefined, scale: Scale): Box | undefined {
  const [x, y] = pair(transform, 'a:off', 'x', 'y')
  const [width, height] = pair(transform, 'a:ext', 'cx', 'cy')
  if (![x, y, width, height].every(Number.isFinite)) return undefined
  return {
    x: scale.x + x * scale.factorX,
    y: scale.y + y * scale.factorY,
    width: width * scale.factorX,
    height: height * scale.factorY,
  }
}

export function readRotation(transform: XmlElement | undefined): number {
  const rotation = Number(transform?.attributes.get('rot') ?? 0) / 60_000
  return Number.isFinite(rotation) ? rotation % 360 : 0
}

/** Of the shapes in a group. */
export function intoGroup(transform: XmlElement | undefined, scale: Scale): Scale {
  const box = readBox(transform, scale)
  const [x, y] = pair(transform, 'a:chOff', 'x', 'y')
  const [width, height] = pair(transform, 'a:chExt', 'cx', 'cy')
  if (!box || !(width > 0) || !(height > 0)) return scale
  const factorX = box.width / width
  const factorY = box.height / height
  return { x: box.x - x * factorX, y: box.y - y * factorY, factorX, factorY }
}

function pair(
  transform: XmlElement | undefined,
  name: string,
  first: string,
  second: string,
): [number, number] {
  const attributes = elementAt(transform, name)?.attributes
  return [
    Number(attributes?.get(first) ?? Number.NaN),
    Number(attributes?.get(second) ?? Number.NaN),
  ]
}
