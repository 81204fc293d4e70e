import type { ListLevel, NumberFormat } from '../../lists/list-marker.ts'
import { toPixels } from '../../package/odf-length.ts'
import { elementAt, elementsOf, type XmlElement } from '../../package/xml-tree.ts'

export interface OdtListLevels {
  levels: (ListLevel | undefined)[]
  indentsPx: (number | undefined)[]
}

const MAX_DEPTH = 10

/** The levels of a list style, or of the numbering of headings. */
export function readOdtLevels(style: XmlElement | undefined): OdtListLevels {
  const levels: (ListLevel | undefined)[] = []
  const indentsPx: (number | undefined)[] = []
  for (const level of elementsOf(style)) {
    const depth = Number(level.attributes.get('text:level')) - 1
    if (!(depth >= 0 && depth < MAX_DEPTH)) continue
    levels[depth] = readLevel(level, depth)
    indentsPx[depth] = indentOf(level)
  }
  return { levels, indentsPx }
}

function readLevel(level: XmlElement, depth: number): ListLevel {
  const { attributes } = level
  if (level.name === 'text:list-level-style-bullet') {
    return { format: 'bullet', text: attributes.get('text:bullet-char') ?? '', start: 1 }
  }
  const format = formats.get(attributes.get('style:num-format') ?? '') ?? 'none'
  const shown = Math.min(Number(attributes.get('text:display-levels')) || 1, depth + 1)
  const numbers = Array.from({ length: shown }, (_, index) => `%${depth - shown + index + 2}`)
  const start = Number(attributes.get('text:start-value') ?? 1)
  return {
    format,
    text: `${attributes.get('style:num-prefix') ?? ''}${numbers.join('.')}${attributes.get('style:num-suffix') ?? ''}`,
    start: Number.isInteger(start) ? start : 1,
  }
}

const formats = new Map<string, NumberFormat>([
  ['1', 'decimal'],
  ['a', 'lowerLetter'],
  ['A', 'upperLetter'],
  ['i', 'lowerRoman'],
  ['I', 'upperRoman'],
  ['①, ②, ③, ...', 'circled'],
  ['一, 二, 三, ...', 'chinese'],
  ['가, 나, 다, ...', 'korean'],
])

function indentOf(level: XmlElement): number | undefined {
  const properties = elementAt(level, 'style:list-level-properties')
  const label = elementAt(properties, 'style:list-level-label-alignment')?.attributes
  const before = toPixels(properties?.attributes.get('text:space-before')) ?? 0
  const width = toPixels(properties?.attributes.get('text:min-label-width'))
  return (
    toPixels(label?.get('fo:margin-left')) ?? (width === undefined ? undefined : before + width)
  )
}
