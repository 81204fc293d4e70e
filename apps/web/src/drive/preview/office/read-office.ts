import { readDocx } from './documents/docx/read-docx.ts'
import { readOdt } from './documents/odt/read-odt.ts'
import type { OfficeDocument } from './documents/text/document.ts'
import { findMain } from './package/document-kind.ts'
import { openPackage } from './package/open-package.ts'
import { readOds } from './sheets/read-ods.ts'
import { readXlsx } from './sheets/read-xlsx.ts'
import type { SheetLanguage, Workbook } from './sheets/sheet.ts'
import { readOdp } from './slides/odp/read-odp.ts'
import { readPptx } from './slides/pptx/read-pptx.ts'
import type { SlideShow } from './slides/show/slide-show.ts'

/** What is wanted of a document, whatever it is. */
export interface OfficeAsk {
  /** The number of a sheet, from zero, if it has sheets. */
  sheet: number
  language: SheetLanguage
}

export type OfficeAnswer = Workbook | OfficeDocument | SlideShow

/** Reads what is wanted of a document whose contents nobody has checked. */
export async function readOffice(file: Blob, ask: OfficeAsk): Promise<OfficeAnswer> {
  const office = await openPackage(file)
  const { format, path } = await findMain(office)
  switch (format) {
    case 'xlsx':
      return readXlsx(office, path, ask.sheet, ask.language)
    case 'ods':
      return readOds(office, path, ask.sheet, ask.language)
    case 'docx':
      return readDocx(office, path)
    case 'odt':
      return readOdt(office, path)
    case 'pptx':
      return readPptx(office, path)
    case 'odp':
      return readOdp(office, path)
  }
}
