import { safeColor } from '../../package/safe-values.ts'
import { elementAt, elementsOf, type XmlElement } from '../../package/xml-tree.ts'
import type { Look, Paragraph } from '../text/document.ts'

/** What a style or a paragraph says of itself; what it does not say comes from the style that it builds on. */
export interface ParagraphProperties {
  heading?: number
  align?: NonNullable<Paragraph['align']>
  isRightToLeft?: boolean
  indentTwips?: number
  breaksPage?: boolean
  list?: { id: string; level?: number }
}

export function readParagraphProperties(element: XmlElement | undefined): ParagraphProperties {
  const properties: ParagraphProperties = {}
  for (const child of elementsOf(element)) {
    const value = child.attributes.get('w:val')
    switch (child.name) {
      case 'w:jc': {
        const align = aligns.get(value ?? '')
        if (align) properties.align = align
        break
      }
      case 'w:outlineLvl': {
        const level = Number(value)
        if (level >= 0 && level < 9) properties.heading = Math.min(level + 1, 6)
        break
      }
      case 'w:ind': {
        const { attributes } = child
        const indent = Number(attributes.get('w:left') ?? attributes.get('w:start') ?? Number.NaN)
        if (Number.isFinite(indent)) properties.indentTwips = indent
        break
      }
      case 'w:bidi':
        properties.isRightToLeft = isOn(value)
        break
      case 'w:pageBreakBefore':
        properties.breaksPage = isOn(value)
        break
      case 'w:numPr': {
        const id = elementAt(child, 'w:numId')?.attributes.get('w:val')
        const level = Number(elementAt(child, 'w:ilvl')?.attributes.get('w:val') ?? Number.NaN)
        if (id !== undefined) properties.list = { id, ...(level >= 0 ? { level } : {}) }
      }
    }
  }
  return properties
}

const aligns = new Map<string, NonNullable<Paragraph['align']>>([
  ['left', 'start'],
  ['start', 'start'],
  ['center', 'center'],
  ['right', 'end'],
  ['end', 'end'],
  ['both', 'justify'],
  ['distribute', 'justify'],
])

export function readLook(element: XmlElement | undefined): Look {
  const look: Look = {}
  for (const { name, attributes } of elementsOf(element)) {
    const value = attributes.get('w:val')
    switch (name) {
      case 'w:b':
        look.isBold = isOn(value)
        break
      case 'w:i':
        look.isItalic = isOn(value)
        break
      case 'w:u':
        look.isUnderlined = isOn(value)
        break
      case 'w:strike':
      case 'w:dstrike':
        look.isStruck = isOn(value)
        break
      case 'w:caps':
        look.isCapitals = isOn(value)
        break
      case 'w:vanish':
        look.isHidden = isOn(value)
        break
      case 'w:vertAlign':
        look.script = value === 'superscript' ? 'super' : value === 'subscript' ? 'sub' : 'none'
        break
      case 'w:color':
        assign(look, 'color', safeColor(value))
        break
      case 'w:highlight':
        assign(look, 'background', highlights.get(value ?? ''))
        break
      case 'w:shd':
        assign(look, 'background', safeColor(attributes.get('w:fill')))
        break
      case 'w:sz': {
        const size = Number(value) / 2
        if (size >= 1 && size <= 400) look.sizePt = size
        break
      }
      case 'w:rFonts':
        look.isMonospaced = /courier|consolas|mono|menlo/i.test(attributes.get('w:ascii') ?? '')
    }
  }
  return look
}

function assign<Key extends 'color' | 'background'>(
  look: Look,
  key: Key,
  value: string | undefined,
): void {
  if (value !== undefined) look[key] = value
}

function isOn(value: string | undefined): boolean {
  return value === undefined || !['0', 'false', 'off', 'none'].includes(value)
}

const highlights = new Map([
  ['yellow', '#ffff00'],
  ['green', '#00ff00'],
  ['cyan', '#00ffff'],
  ['magenta', '#ff00ff'],
  ['red', '#ff8080'],
  ['blue', '#8080ff'],
  ['lightGray', '#d3d3d3'],
  ['darkYellow', '#c8b400'],
])
