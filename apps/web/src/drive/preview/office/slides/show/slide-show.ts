/** Slides as their audience sees them, without notes and movement. */
export interface SlideShow {
  kind: 'slides'
  /** Of a slide, in points: letters are measured by it. */
  widthPt: number
  heightPt: number
  slides: Slide[]
  /** In the order of their numbers; undefined where a picture is of a kind that browsers do not know. */
  pictures: (Blob | undefined)[]
  /** There is more than is shown. */
  isPart: boolean
}

export interface Slide {
  /** From one, with the hidden ones counted. */
  number: number
  background: string | undefined
  backgroundPicture: number | undefined
  shapes: Shape[]
}

export interface Shape {
  /** In points from the corner of the slide. */
  box: Box
  rotation: number
  fill: string | undefined
  line: string | undefined
  /** Of its corners. */
  form: 'box' | 'rounded' | 'ellipse'
  content: ShapeContent | undefined
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export type ShapeContent =
  | { kind: 'text'; isTitle: boolean; anchor: Anchor; paragraphs: SlideParagraph[] }
  | { kind: 'picture'; picture: number; alt: string }
  | { kind: 'table'; rows: SlideCell[][] }

export type Anchor = 'top' | 'middle' | 'bottom'

export interface SlideCell {
  columnSpan: number
  rowSpan: number
  fill: string | undefined
  paragraphs: SlideParagraph[]
}

export interface SlideParagraph {
  align: 'start' | 'center' | 'end' | 'justify'
  marker: string | undefined
  indentPt: number
  runs: SlideRun[]
}

export interface SlideRun {
  text: string
  sizePt: number
  color: string | undefined
  isBold: boolean
  isItalic: boolean
  isUnderlined: boolean
  isStruck: boolean
  href: string | undefined
}

export const limits = {
  slides: 300,
  shapes: 300,
  paragraphs: 20_000,
  letters: 4_000_000,
  pictures: 500,
}
