import { OfficeProblem } from '../../package/office-problem.ts'
import type { OfficePackage } from '../../package/open-package.ts'
import { elementAt, readXmlTree } from '../../package/xml-tree.ts'
import type { OfficeDocument } from '../text/document.ts'
import { DocumentBuilder } from '../text/document-builder.ts'
import { OdtReader } from './odt-reader.ts'
import { readOdtStyles } from './odt-styles.ts'

/** A text of OpenDocument. Headers, footers, comments and removed texts are left out. */
export async function readOdt(office: OfficePackage, path: string): Promise<OfficeDocument> {
  const [content, common] = [await office.text(path), await office.text('styles.xml')]
  if (!content) throw new OfficeProblem('broken', 'no content')
  const { root, isCut } = readXmlTree(content)
  const body = elementAt(root, 'office:body', 'office:text')
  if (!body) throw new OfficeProblem('broken', 'no text')
  const styles = readOdtStyles(common ? [readXmlTree(common).root, root] : [root])
  const builder = new DocumentBuilder()
  new OdtReader(builder, styles).readBody(body)
  if (isCut) builder.cut()
  return builder.build(office, styles.paper)
}
