import type { NumberFormat } from '../../lists/list-marker.ts'
import { elementAt, elementsOf, type XmlElement } from '../../package/xml-tree.ts'
import type { SlideParagraph } from '../show/slide-show.ts'
import { type Palette, readFill } from './pptx-color.ts'

/** How a paragraph of some level looks, as far as one place says it. */
export interface LevelStyle {
  align?: SlideParagraph['align']
  indentPt?: number
  bullet?: Bullet
  sizePt?: number
  color?: string
  isBold?: boolean
  isItalic?: boolean
  isUnderlined?: boolean
  isStruck?: boolean
}

export type Bullet =
  | { kind: 'none' }
  | { kind: 'sign'; text: string }
  | { kind: 'number'; format: NumberFormat; text: string; start: number }

export const PT_PER_EMU = 1 / 12_700

/** `a:lvl1pPr` to `a:lvl9pPr`. */
export function readLevels(list: XmlElement | undefined, palette: Palette): LevelStyle[] {
  return Array.from({ length: 9 }, (_, level) => {
    const element = elementAt(list, `a:lvl${level + 1}pPr`)
    return element ? readParagraphStyle(element, palette) : {}
  })
}

export function readParagraphStyle(element: XmlElement, palette: Palette): LevelStyle {
  const align = aligns.get(element.attributes.get('algn') ?? '')
  const margin = Number(element.attributes.get('marL') ?? Number.NaN)
  const bullet = readBullet(element)
  const run = elementAt(element, 'a:defRPr')
  return {
    ...(align === undefined ? {} : { align }),
    ...(Number.isFinite(margin) ? { indentPt: margin * PT_PER_EMU } : {}),
    ...(bullet === undefined ? {} : { bullet }),
    ...(run ? readRunStyle(run, palette) : {}),
  }
}

export function readRunStyle(run: XmlElement, palette: Palette): LevelStyle {
  const { attributes } = run
  const size = Number(attributes.get('sz')) / 100
  const color = readFill(run, palette)
  const bold = attributes.get('b')
  const italic = attributes.get('i')
  const under = attributes.get('u')
  const strike = attributes.get('strike')
  return {
    ...(size >= 1 && size <= 4000 ? { sizePt: size } : {}),
    ...(color === undefined ? {} : { color }),
    ...(bold === undefined ? {} : { isBold: isOn(bold) }),
    ...(italic === undefined ? {} : { isItalic: isOn(italic) }),
    ...(under === undefined ? {} : { isUnderlined: under !== 'none' }),
    ...(strike === undefined ? {} : { isStruck: strike !== 'noStrike' }),
  }
}

function isOn(value: string): boolean {
  return value === '1' || value === 'true'
}

const aligns = new Map<string, SlideParagraph['align']>([
  ['l', 'start'],
  ['ctr', 'center'],
  ['r', 'end'],
  ['just', 'justify'],
])

function readBullet(element: XmlElement): Bullet | undefined {
  for (const { name, attributes } of elementsOf(element)) {
    if (name === 'a:buNone') return { kind: 'none' }
    if (name === 'a:buChar') return { kind: 'sign', text: attributes.get('char') ?? '' }
    if (name === 'a:buBlip') return { kind: 'sign', text: '•' }
    if (name === 'a:buAutoNum') {
      const [, kind = '', ending = ''] =
        /^(arabic|alphaLc|alphaUc|romanLc|romanUc)(\w*)$/.exec(attributes.get('type') ?? '') ?? []
      const start = Number(attributes.get('startAt') ?? 1)
      return {
        kind: 'number',
        format: formats.get(kind) ?? 'decimal',
        text: endings.get(ending) ?? '%1.',
        start: Number.isInteger(start) ? start : 1,
      }
    }
  }
  return undefined
}

const formats = new Map<string, NumberFormat>([
  ['arabic', 'decimal'],
  ['alphaLc', 'lowerLetter'],
  ['alphaUc', 'upperLetter'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
])

const endings = new Map([
  ['Period', '%1.'],
  ['ParenR', '%1)'],
  ['ParenBoth', '(%1)'],
  ['Plain', '%1'],
])
