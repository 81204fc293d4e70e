import { findMain } from './package/document-kind.ts'
import { OfficeProblem } from './package/office-problem.ts'
import { openPackage } from './package/open-package.ts'
import { readOds } from './sheets/read-ods.ts'
import { readXlsx } from './sheets/read-xlsx.ts'
import type { SheetLanguage, Workbook } from './sheets/sheet.ts'

/** What is wanted of a document. */
export interface OfficeAsk {
  kind: 'sheets'
  /** The number of a sheet, from zero. */
  index: number
  language: SheetLanguage
}

export type OfficeAnswer = Workbook

/** Reads what is wanted of a document whose contents nobody has checked. */
export async function readOffice(file: Blob, ask: OfficeAsk): Promise<OfficeAnswer> {
  const office = await openPackage(file)
  const { format, path } = await findMain(office)
  switch (`${ask.kind} ${format}` as const) {
    case 'sheets xlsx':
      return readXlsx(office, path, ask.index, ask.language)
    case 'sheets ods':
      return readOds(office, path, ask.index, ask.language)
    default:
      throw new OfficeProblem('broken', `it is ${format}, and not ${ask.kind}`)
  }
}
