import { readOdtStyles } from '../../documents/odt/odt-styles.ts'
import { toPixels } from '../../package/odf-length.ts'
import { OfficeProblem } from '../../package/office-problem.ts'
import type { OfficePackage } from '../../package/open-package.ts'
import { safeColor } from '../../package/safe-values.ts'
import { elementAt, elementsOf, readXmlTree, type XmlElement } from '../../package/xml-tree.ts'
import { ShowBuilder } from '../show/show-builder.ts'
import type { SlideShow } from '../show/slide-show.ts'
import { readOdpShapes } from './odp-shapes.ts'

/** Slides of OpenDocument. Notes, movement and charts are left out. */
export async function readOdp(office: OfficePackage, path: string): Promise<SlideShow> {
  const [content, common] = [await office.text(path), await office.text('styles.xml')]
  if (!content) throw new OfficeProblem('broken', 'no content')
  const { root, isCut } = readXmlTree(content)
  const presentation = elementAt(root, 'office:body', 'office:presentation')
  if (!presentation) throw new OfficeProblem('broken', 'no slides')
  const commonRoot = common && readXmlTree(common).root
  const styles = readOdtStyles(commonRoot ? [commonRoot, root] : [root])
  const masters = elementsOf(elementAt(commonRoot, 'office:master-styles'), 'style:master-page')
  const builder = new ShowBuilder()
  for (const [index, page] of elementsOf(presentation, 'draw:page').entries()) {
    if (builder.isFull) break
    const own = styles.page(page.attributes.get('draw:style-name'))
    if (own?.get('presentation:visibility') === 'hidden') continue
    const master = masters.find(
      ({ attributes }) =>
        attributes.get('style:name') === page.attributes.get('draw:master-page-name'),
    )
    const below = styles.page(master?.attributes.get('draw:style-name'))
    const showsMaster = own?.get('presentation:background-objects-visible') !== 'false'
    builder.add({
      number: index + 1,
      background: colorOf(own) ?? (own?.get('draw:fill') === 'none' ? undefined : colorOf(below)),
      backgroundPicture: undefined,
      shapes: [
        ...(master && showsMaster ? readOdpShapes(master, styles, builder, true) : []),
        ...readOdpShapes(page, styles, builder, false),
      ],
    })
  }
  if (isCut) builder.cut()
  return builder.build(office, sizeOf(commonRoot, masters[0]))
}

function colorOf(page: ReadonlyMap<string, string> | undefined): string | undefined {
  return page?.get('draw:fill') === 'solid' ? safeColor(page.get('draw:fill-color')) : undefined
}

const PT_PER_PX = 0.75

/** Of the paper of the first master; a wide screen where nothing is said. */
function sizeOf(root: XmlElement | undefined, master: XmlElement | undefined) {
  const name = master?.attributes.get('style:page-layout-name')
  const layout = elementsOf(elementAt(root, 'office:automatic-styles'), 'style:page-layout').find(
    ({ attributes }) => attributes.get('style:name') === name,
  )
  const properties = elementAt(layout, 'style:page-layout-properties')?.attributes
  return {
    widthPt: measure(properties?.get('fo:page-width'), 794),
    heightPt: measure(properties?.get('fo:page-height'), 446),
  }
}

function measure(length: string | undefined, otherwisePt: number): number {
  const px = toPixels(length)
  return px !== undefined && px >= 96 && px <= 5400 ? px * PT_PER_PX : otherwisePt
}
