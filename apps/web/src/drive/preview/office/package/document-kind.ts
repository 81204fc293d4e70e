import { OfficeProblem } from './office-problem.ts'
import type { OfficePackage } from './open-package.ts'
import { findRelationship, readRelationships } from './relationships.ts'
import { elementsOf, readXmlTree } from './xml-tree.ts'

export type OfficeFormat = 'xlsx' | 'docx' | 'pptx' | 'ods' | 'odt' | 'odp'

export interface OfficeMain {
  format: OfficeFormat
  /** The part with which reading begins. */
  path: string
}

/** What a document is, by what is in it: names of files may be wrong. */
export async function findMain(office: OfficePackage): Promise<OfficeMain> {
  return office.has('[Content_Types].xml') ? findOpenXml(office) : findOpenDocument(office)
}

async function findOpenXml(office: OfficePackage): Promise<OfficeMain> {
  const main = findRelationship(await readRelationships(office, ''), 'officeDocument')
  const types = await office.text('[Content_Types].xml')
  const type = types
    ? elementsOf(readXmlTree(types).root, 'Override').find(
        ({ attributes }) => attributes.get('PartName')?.slice(1) === main?.target,
      )
    : undefined
  const family = /spreadsheetml|wordprocessingml|presentationml/.exec(
    type?.attributes.get('ContentType') ?? '',
  )?.[0]
  const format = formats.get(family ?? main?.target.split('/')[0]?.toLowerCase() ?? '')
  if (!main || !format) throw new OfficeProblem('broken', 'no main part')
  return { format, path: main.target }
}

/** By the type of the main part, or by the folder that every program gives it. */
const formats = new Map<string, OfficeFormat>([
  ['spreadsheetml', 'xlsx'],
  ['xl', 'xlsx'],
  ['wordprocessingml', 'docx'],
  ['word', 'docx'],
  ['presentationml', 'pptx'],
  ['ppt', 'pptx'],
])

const openDocuments: readonly [mark: string, format: OfficeFormat][] = [
  ['opendocument.spreadsheet', 'ods'],
  ['opendocument.text', 'odt'],
  ['opendocument.presentation', 'odp'],
]

async function findOpenDocument(office: OfficePackage): Promise<OfficeMain> {
  const manifest = (await office.text('META-INF/manifest.xml'))?.xml ?? ''
  if (/<(?:\w+:)?encryption-data\b/.test(manifest)) {
    throw new OfficeProblem('locked', 'encrypted parts')
  }
  const type = (await office.text('mimetype'))?.xml ?? manifest
  const format = openDocuments.find(([mark]) => type.includes(mark))?.[1]
  if (!format || !office.has('content.xml')) throw new OfficeProblem('broken', 'no main part')
  return { format, path: 'content.xml' }
}
