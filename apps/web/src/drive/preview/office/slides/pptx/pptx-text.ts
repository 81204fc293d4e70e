import { ListCounter } from '../../lists/list-marker.ts'
import type { Relationships } from '../../package/relationships.ts'
import { safeHref } from '../../package/safe-values.ts'
import { elementAt, elementsOf, textOf, type XmlElement } from '../../package/xml-tree.ts'
import type { ShowBuilder } from '../show/show-builder.ts'
import type { SlideParagraph, SlideRun } from '../show/slide-show.ts'
import type { Palette } from './pptx-color.ts'
import {
  type Bullet,
  type LevelStyle,
  readLevels,
  readParagraphStyle,
  readRunStyle,
} from './pptx-text-style.ts'

export interface TextContext {
  builder: ShowBuilder
  relationships: Relationships
  palette: Palette
  /** From the master down to the layout: what comes later counts. */
  inherited: readonly (readonly LevelStyle[])[]
  /** Of the letters, where a program has made them smaller to fit. */
  scale: number
}

const DEFAULT_SIZE_PT = 18

/** The paragraphs of a `p:txBody` or of a cell. */
export function readSlideText(body: XmlElement, context: TextContext): SlideParagraph[] {
  const own = readLevels(elementAt(body, 'a:lstStyle'), context.palette)
  const counter = new ListCounter()
  const paragraphs: SlideParagraph[] = []
  for (const paragraph of elementsOf(body, 'a:p')) {
    if (!context.builder.count()) break
    const properties = elementAt(paragraph, 'a:pPr')
    const level = Math.min(Math.max(Number(properties?.attributes.get('lvl')) || 0, 0), 8)
    const style: LevelStyle = Object.assign(
      {},
      ...context.inherited.map((levels) => levels[level]),
      own[level],
      properties ? readParagraphStyle(properties, context.palette) : {},
    )
    const runs = readRuns(paragraph, style, context)
    paragraphs.push({
      align: style.align ?? 'start',
      marker: runs.length === 0 ? undefined : markerOf(style.bullet, level, counter),
      indentPt: Math.min(Math.max(style.indentPt ?? 0, 0), 400),
      runs,
    })
  }
  return paragraphs
}

function markerOf(
  bullet: Bullet | undefined,
  level: number,
  counter: ListCounter,
): string | undefined {
  if (bullet === undefined || bullet.kind === 'none') return undefined
  const levels = []
  levels[level] =
    bullet.kind === 'sign'
      ? ({ format: 'bullet', text: bullet.text, start: 1 } as const)
      : { ...bullet, text: bullet.text.replace('%1', `%${level + 1}`) }
  return counter.next(levels, level) || undefined
}

function readRuns(paragraph: XmlElement, style: LevelStyle, context: TextContext): SlideRun[] {
  return elementsOf(paragraph).flatMap((child) => {
    const properties = elementAt(child, 'a:rPr')
    const look = { ...style, ...(properties ? readRunStyle(properties, context.palette) : {}) }
    switch (child.name) {
      case 'a:r':
      case 'a:fld':
        return [toRun(textOf(elementAt(child, 'a:t')), look, hrefOf(properties, context), context)]
      case 'a:br':
        return [toRun('\n', look, undefined, context)]
      default:
        return []
    }
  })
}

function hrefOf(properties: XmlElement | undefined, { relationships }: TextContext) {
  const id = elementAt(properties, 'a:hlinkClick')?.attributes.get('r:id')
  const target = relationships.get(id ?? '')
  return target?.isExternal ? safeHref(target.target) : undefined
}

function toRun(
  text: string,
  look: LevelStyle,
  href: string | undefined,
  { palette, scale }: TextContext,
): SlideRun {
  return {
    text,
    sizePt: (look.sizePt ?? DEFAULT_SIZE_PT) * scale,
    color: (href === undefined ? undefined : palette.get('hlink')) ?? look.color,
    isBold: look.isBold ?? false,
    isItalic: look.isItalic ?? false,
    isUnderlined: look.isUnderlined ?? false,
    isStruck: look.isStruck ?? false,
    href,
  }
}
