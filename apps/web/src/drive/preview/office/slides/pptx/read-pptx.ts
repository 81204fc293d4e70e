import { OfficeProblem } from '../../package/office-problem.ts'
import type { OfficePackage } from '../../package/open-package.ts'
import { readRelationships } from '../../package/relationships.ts'
import { elementAt, elementsOf, readXmlTree } from '../../package/xml-tree.ts'
import { ShowBuilder } from '../show/show-builder.ts'
import type { SlideShow } from '../show/slide-show.ts'
import { readColor, readFill } from './pptx-color.ts'
import { type Base, LayerReader } from './pptx-layer.ts'
import { readShapes } from './pptx-shapes.ts'
import { PT_PER_EMU } from './pptx-text-style.ts'

/** Slides of Office Open XML. Notes, movement, charts and films are left out. */
export async function readPptx(office: OfficePackage, path: string): Promise<SlideShow> {
  const [part, relationships] = [await office.text(path), await readRelationships(office, path)]
  if (!part) throw new OfficeProblem('broken', 'no presentation')
  const { root } = readXmlTree(part)
  const size = elementAt(root, 'p:sldSz')?.attributes
  const builder = new ShowBuilder()
  const reader = new LayerReader(office)
  let number = 0
  for (const { attributes } of elementsOf(elementAt(root, 'p:sldIdLst'), 'p:sldId')) {
    if (builder.isFull) break
    number += 1
    const target = relationships.get(attributes.get('r:id') ?? '')
    const base = target && (await reader.readBase(target.target))
    if (!base || base.layers[0]?.root.attributes.get('show') === '0') continue
    builder.add({ number, ...readBackground(base, builder), shapes: readShapes(base, builder) })
  }
  return builder.build(office, {
    widthPt: measure(size?.get('cx'), 9_144_000),
    heightPt: measure(size?.get('cy'), 6_858_000),
  })
}

function measure(emu: string | undefined, otherwise: number): number {
  const length = Number(emu)
  return (length >= 914_400 && length <= 51_206_400 ? length : otherwise) * PT_PER_EMU
}

/** Of the slide, else of its layout, else of its master. */
function readBackground({ layers, palette }: Base, builder: ShowBuilder) {
  for (const { root, relationships } of layers) {
    const background = elementAt(root, 'p:cSld', 'p:bg')
    if (!background) continue
    const properties = elementAt(background, 'p:bgPr')
    const reference = elementAt(background, 'p:bgRef')
    const id = elementAt(properties, 'a:blipFill', 'a:blip')?.attributes.get('r:embed')
    const target = relationships.get(id ?? '')
    return {
      background:
        readFill(properties, palette) ??
        (reference && readColor(elementsOf(reference)[0], palette)),
      backgroundPicture: target && !target.isExternal ? builder.picture(target.target) : undefined,
    }
  }
  return { background: undefined, backgroundPicture: undefined }
}
