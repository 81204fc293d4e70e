import { type OdtListLevels, readOdtLevels } from '../../documents/odt/odt-lists.ts'
import type { OdtStyle, OdtStyles } from '../../documents/odt/odt-styles.ts'
import type { Look } from '../../documents/text/document.ts'
import { ListCounter } from '../../lists/list-marker.ts'
import { safeHref } from '../../package/safe-values.ts'
import { elementsOf, isElement, type XmlElement } from '../../package/xml-tree.ts'
import type { ShowBuilder } from '../show/show-builder.ts'
import type { SlideParagraph, SlideRun } from '../show/slide-show.ts'

const PT_PER_PX = 0.75
const DEFAULT_SIZE_PT = 18

interface OpenList extends OdtListLevels {
  counter: ListCounter
  depth: number
}

/** The paragraphs of a text box or of a shape. */
export class OdpText {
  readonly #builder: ShowBuilder
  readonly #styles: OdtStyles
  /** How texts of a level look before they say so themselves. */
  readonly #styleOf: (depth: number) => OdtStyle

  constructor(builder: ShowBuilder, styles: OdtStyles, styleOf: (depth: number) => OdtStyle) {
    this.#builder = builder
    this.#styles = styles
    this.#styleOf = styleOf
  }

  read(parent: XmlElement): SlideParagraph[] {
    return this.#readBlocks(parent, undefined, undefined)
  }

  #readBlocks(
    parent: XmlElement,
    list: OpenList | undefined,
    marker: string | undefined,
  ): SlideParagraph[] {
    let next = marker
    return elementsOf(parent).flatMap((child) => {
      switch (child.name) {
        case 'text:p':
        case 'text:h': {
          const own = next
          next = undefined
          return this.#builder.count() ? [this.#readParagraph(child, list, own)] : []
        }
        case 'text:list':
          return this.#readList(child, list)
        default:
          return []
      }
    })
  }

  #readList(element: XmlElement, outer: OpenList | undefined): SlideParagraph[] {
    const name = element.attributes.get('text:style-name')
    const levels = name === undefined && outer ? outer : readOdtLevels(this.#styles.list(name))
    const list: OpenList = {
      ...levels,
      counter: outer?.counter ?? new ListCounter(),
      depth: Math.min((outer?.depth ?? -1) + 1, 8),
    }
    return elementsOf(element).flatMap((item) => {
      const [first] = elementsOf(item)
      const isCounted = item.name === 'text:list-item' && first && first.name !== 'text:list'
      const marker = isCounted ? list.counter.next(list.levels, list.depth) : ''
      return this.#readBlocks(item, list, marker || undefined)
    })
  }

  #readParagraph(
    paragraph: XmlElement,
    list: OpenList | undefined,
    marker: string | undefined,
  ): SlideParagraph {
    const base = this.#styleOf(list?.depth ?? 0)
    const own = this.#styles.find('paragraph', paragraph.attributes.get('text:style-name'))
    const look = { ...base.look, ...own.look }
    const runs: SlideRun[] = []
    this.#readInline(paragraph, look, undefined, runs)
    const indentPx = list?.indentsPx[list.depth] ?? own.indentPx ?? base.indentPx ?? 0
    return {
      align: own.align ?? base.align ?? 'start',
      marker: runs.length === 0 ? undefined : marker,
      indentPt: Math.min(Math.max(indentPx * PT_PER_PX, 0), 400),
      runs,
    }
  }

  #readInline(parent: XmlElement, look: Look, href: string | undefined, runs: SlideRun[]): void {
    const add = (text: string) => {
      if (text !== '') runs.push(toRun(text, look, href))
    }
    for (const child of parent.children) {
      if (!isElement(child)) {
        const text = child.replaceAll(/[ \t\r\n]+/g, ' ')
        add(runs.length === 0 ? text.trimStart() : text)
        continue
      }
      switch (child.name) {
        case 'text:span': {
          const style = this.#styles.find('text', child.attributes.get('text:style-name'))
          this.#readInline(child, { ...look, ...style.look }, href, runs)
          break
        }
        case 'text:a':
          this.#readInline(child, look, safeHref(child.attributes.get('xlink:href')) ?? href, runs)
          break
        case 'text:s':
          add(
            ' '.repeat(
              Math.min(Math.max(Number(child.attributes.get('text:c') ?? 1) || 1, 1), 1000),
            ),
          )
          break
        case 'text:tab':
          add('\t')
          break
        case 'text:line-break':
          add('\n')
          break
        case 'office:annotation':
          break
        default:
          this.#readInline(child, look, href, runs)
      }
    }
  }
}

function toRun(text: string, look: Look, href: string | undefined): SlideRun {
  return {
    text,
    sizePt: look.sizePt ?? DEFAULT_SIZE_PT,
    color: look.color,
    isBold: look.isBold ?? false,
    isItalic: look.isItalic ?? false,
    isUnderlined: look.isUnderlined ?? false,
    isStruck: look.isStruck ?? false,
    href,
  }
}
