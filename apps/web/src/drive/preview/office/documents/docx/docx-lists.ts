import { ListCounter, type ListLevel, type NumberFormat } from '../../lists/list-marker.ts'
import type { PartText } from '../../package/open-package.ts'
import { elementAt, elementsOf, readXmlTree, type XmlElement } from '../../package/xml-tree.ts'

export interface DocxList {
  marker: string
  /** Of the level, where the paragraph has none of its own. */
  indentTwips: number | undefined
}

export interface DocxLists {
  /** The marker of the next item of a list; undefined where it is no list. */
  next(id: string, depth: number): DocxList | undefined
}

interface Definition {
  levels: (ListLevel | undefined)[]
  indents: (number | undefined)[]
  /** Lists of the same kind count on. */
  counter: ListCounter
}

const MAX_DEPTH = 9

export function readDocxLists(part: PartText | undefined): DocxLists {
  if (!part) return { next: () => undefined }
  const { root } = readXmlTree(part)
  const kinds = new Map(
    elementsOf(root, 'w:abstractNum').map(
      (kind) => [kind.attributes.get('w:abstractNumId') ?? '', readDefinition(kind)] as const,
    ),
  )
  const lists = new Map(
    elementsOf(root, 'w:num').map((list) => [list.attributes.get('w:numId') ?? '', list] as const),
  )
  const begun = new Map<string, Definition>()
  return {
    next(id, depth) {
      if (!(depth >= 0 && depth < MAX_DEPTH)) return undefined
      const list = lists.get(id)
      const definition = begun.get(id) ?? (list && begin(list, kinds))
      if (!definition) return undefined
      begun.set(id, definition)
      return {
        marker: definition.counter.next(definition.levels, depth),
        indentTwips: definition.indents[depth],
      }
    },
  }
}

/** A list may begin levels of its kind again, and have other ones. */
function begin(list: XmlElement, kinds: ReadonlyMap<string, Definition>): Definition | undefined {
  const kind = kinds.get(elementAt(list, 'w:abstractNumId')?.attributes.get('w:val') ?? '')
  if (!kind) return undefined
  const definition = { ...kind, levels: [...kind.levels], indents: [...kind.indents] }
  for (const override of elementsOf(list, 'w:lvlOverride')) {
    const depth = Number(override.attributes.get('w:ilvl'))
    if (!(depth >= 0 && depth < MAX_DEPTH)) continue
    const level = elementAt(override, 'w:lvl')
    if (level) {
      definition.levels[depth] = readLevel(level)
      definition.indents[depth] = readIndent(level)
    }
    const start = elementAt(override, 'w:startOverride')?.attributes.get('w:val')
    if (start !== undefined) definition.counter.restart(depth, numberOf(start, 1))
  }
  return definition
}

function readDefinition(kind: XmlElement): Definition {
  const definition: Definition = { levels: [], indents: [], counter: new ListCounter() }
  for (const level of elementsOf(kind, 'w:lvl')) {
    const depth = Number(level.attributes.get('w:ilvl'))
    if (!(depth >= 0 && depth < MAX_DEPTH)) continue
    definition.levels[depth] = readLevel(level)
    definition.indents[depth] = readIndent(level)
  }
  return definition
}

function readLevel(level: XmlElement): ListLevel {
  const settingOf = (name: string) => elementAt(level, name)?.attributes.get('w:val')
  return {
    format: formats.get(settingOf('w:numFmt') ?? '') ?? 'decimal',
    text: (settingOf('w:lvlText') ?? '').slice(0, 100),
    start: numberOf(settingOf('w:start'), 1),
    isDecimal: elementAt(level, 'w:isLgl') !== undefined,
  }
}

function readIndent(level: XmlElement): number | undefined {
  const attributes = elementAt(level, 'w:pPr', 'w:ind')?.attributes
  const indent = Number(attributes?.get('w:left') ?? attributes?.get('w:start') ?? Number.NaN)
  return Number.isFinite(indent) ? indent : undefined
}

function numberOf(text: string | undefined, otherwise: number): number {
  const number = Number(text ?? Number.NaN)
  return Number.isInteger(number) && number >= 0 ? number : otherwise
}

const formats = new Map<string, NumberFormat>([
  ...(['none', 'bullet', 'decimalZero', 'lowerLetter', 'upperLetter'] as const).map(
    (name) => [name, name] as const,
  ),
  ['lowerRoman', 'lowerRoman'],
  ['upperRoman', 'upperRoman'],
  ['decimalEnclosedCircle', 'circled'],
  ['decimalEnclosedCircleChinese', 'circled'],
  ['chineseCounting', 'chinese'],
  ['chineseCountingThousand', 'chinese'],
  ['taiwaneseCounting', 'chinese'],
  ['japaneseCounting', 'chinese'],
  ['ideographTraditional', 'chinese'],
  ['koreanCounting', 'korean'],
  ['ganada', 'korean'],
])
