import { type ReactNode, useState } from 'react'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { ViewerWaiting } from '../frame/ViewerWaiting.tsx'
import { DocumentView } from './documents/DocumentView.tsx'
import { SheetsView } from './sheets/SheetsView.tsx'
import { SlidesView } from './slides/SlidesView.tsx'
import { useOffice } from './use-office.ts'

export interface OfficePagesProps {
  name: string
  file: Blob
  /** What is shown where the document cannot be. */
  problem: (error: unknown) => ReactNode
}

/** The contents of a document. Nothing here knows a drive, so that a visitor of a link sees the same. */
export function OfficePages({ name, file, problem }: OfficePagesProps) {
  const { t, tag } = useLanguage()
  const [sheet, setSheet] = useState(0)
  const language = { tag, yes: t('preview.sheets.true'), no: t('preview.sheets.false') }
  const { value, isReading, error } = useOffice(file, { sheet, language })
  const instead = error === undefined ? isReading ? <ViewerWaiting /> : undefined : problem(error)
  switch (value?.kind) {
    case 'sheets':
      return (
        <SheetsView
          name={name}
          workbook={value}
          index={sheet}
          instead={instead}
          onChoose={setSheet}
        />
      )
    case 'document':
      return <DocumentView name={name} document={value} />
    case 'slides':
      return <SlidesView name={name} show={value} />
    default:
      return instead
  }
}
