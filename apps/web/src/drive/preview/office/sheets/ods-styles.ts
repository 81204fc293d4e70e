import { toPixels } from '../package/odf-length.ts'
import type { OfficePackage, PartText } from '../package/open-package.ts'
import { elementAt, elementsOf, readXmlTree, type XmlElement } from '../package/xml-tree.ts'
import { readDataStyles } from './odf-formats.ts'

/** What the names of styles in a spreadsheet of OpenDocument mean. */
export interface OdsStyles {
  /** The number format of a style of cells. */
  formatOf(cellStyle: string): string | undefined
  /** In characters. */
  widthOf(columnStyle: string): number | undefined
  isHidden(tableStyle: string): boolean
}

/** Longer chains of styles that build on each other are made to never end. */
const MAX_PARENTS = 20

export async function readOdsStyles(office: OfficePackage, content: PartText): Promise<OdsStyles> {
  const common = await office.text('styles.xml')
  const groups = [
    ...(common ? styleGroups(readXmlTree(common).root) : []),
    ...styleGroups(readXmlTree(beforeBody(content)).root),
  ]
  const styles = new Map(
    groups
      .flatMap((group) => elementsOf(group, 'style:style'))
      .map((style) => [style.attributes.get('style:name') ?? '', style] as const),
  )
  const formats = readDataStyles(groups)
  return {
    formatOf(cellStyle) {
      let style = styles.get(cellStyle)
      for (let parents = 0; style && parents < MAX_PARENTS; parents += 1) {
        const format = style.attributes.get('style:data-style-name')
        if (format !== undefined) return formats.get(format)
        style = styles.get(style.attributes.get('style:parent-style-name') ?? '')
      }
      return undefined
    },
    widthOf(columnStyle) {
      const properties = elementAt(styles.get(columnStyle), 'style:table-column-properties')
      const width = toPixels(properties?.attributes.get('style:column-width'))
      return width === undefined ? undefined : width / PX_PER_CHARACTER
    },
    isHidden(tableStyle) {
      const properties = elementAt(styles.get(tableStyle), 'style:table-properties')
      return properties?.attributes.get('table:display') === 'false'
    },
  }
}

/** A digit in the letters that programs begin with is so wide. */
const PX_PER_CHARACTER = 7

function styleGroups(root: XmlElement): XmlElement[] {
  return [...elementsOf(root, 'office:styles'), ...elementsOf(root, 'office:automatic-styles')]
}

/** Styles come first: the cells after them are too many for a tree. */
function beforeBody({ xml }: PartText): PartText {
  const body = xml.search(/<(?:\w+:)?body\b/)
  return { xml: body === -1 ? xml : xml.slice(0, body), isCut: true }
}
