import { OfficeProblem } from '../../package/office-problem.ts'
import type { OfficePackage } from '../../package/open-package.ts'
import {
  findRelationship,
  type Relationships,
  readRelationships,
} from '../../package/relationships.ts'
import {
  elementAt,
  elementsOf,
  everyElement,
  readXmlTree,
  type XmlElement,
} from '../../package/xml-tree.ts'
import type { Block, OfficeDocument } from '../text/document.ts'
import { DocumentBuilder } from '../text/document-builder.ts'
import { readDocxLists } from './docx-lists.ts'
import type { DocxContext } from './docx-paragraph.ts'
import { readDocxBlocks, readDocxBody } from './docx-reader.ts'
import { readDocxStyles } from './docx-styles.ts'

/** A document of Office Open XML. Headers, footers, comments and charts are left out. */
export async function readDocx(office: OfficePackage, path: string): Promise<OfficeDocument> {
  const part = await office.text(path)
  if (!part) throw new OfficeProblem('broken', 'no document')
  const relationships = await readRelationships(office, path)
  const textOfKind = async (kind: string) => {
    const found = findRelationship(relationships, kind)
    return found && (await office.text(found.target))
  }
  const { root, isCut } = readXmlTree(part)
  const body = elementAt(root, 'w:body')
  if (!body) throw new OfficeProblem('broken', 'no body')
  const builder = new DocumentBuilder()
  const context: Omit<DocxContext, 'relationships' | 'readNote'> = {
    builder,
    styles: readDocxStyles(await textOfKind('styles')),
    lists: readDocxLists(await textOfKind('numbering')),
  }
  const notes = {
    footnote: await readNotes(office, relationships, 'footnote'),
    endnote: await readNotes(office, relationships, 'endnote'),
  }
  readDocxBody(body, {
    ...context,
    relationships,
    readNote: (kind, id): Block[] => {
      const { byId, relationships } = notes[kind]
      const note = byId.get(id)
      return note ? readDocxBlocks(note, { ...context, relationships, readNote: undefined }) : []
    },
  })
  if (isCut) builder.cut()
  return builder.build(office, paperOf(body))
}

async function readNotes(
  office: OfficePackage,
  relationships: Relationships,
  kind: 'footnote' | 'endnote',
): Promise<{ byId: Map<string, XmlElement>; relationships: Relationships }> {
  const found = findRelationship(relationships, `${kind}s`)
  const part = found && (await office.text(found.target))
  if (!part) return { byId: new Map(), relationships: new Map() }
  const notes = elementsOf(readXmlTree(part).root, `w:${kind}`)
  return {
    byId: new Map(notes.map((note) => [note.attributes.get('w:id') ?? '', note] as const)),
    relationships: await readRelationships(office, found.target),
  }
}

const PX_PER_TWIP = 96 / 1440

/** Of the last section, which is that of the whole document as a rule; A4 where nothing is said. */
function paperOf(body: XmlElement): { widthPx: number; marginPx: number } {
  const section = [...everyElement(body, 'w:sectPr')].at(-1)
  const width = Number(elementAt(section, 'w:pgSz')?.attributes.get('w:w')) || 11_906
  const margin = Number(elementAt(section, 'w:pgMar')?.attributes.get('w:left') ?? Number.NaN)
  return {
    widthPx: Math.min(Math.max(width * PX_PER_TWIP, 240), 2000),
    marginPx: Number.isFinite(margin) ? Math.min(Math.max(margin * PX_PER_TWIP, 8), 200) : 96,
  }
}
