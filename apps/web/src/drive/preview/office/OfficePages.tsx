import { type ReactNode, useState } from 'react'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { ViewerWaiting } from '../frame/ViewerWaiting.tsx'
import { SheetsView } from './sheets/SheetsView.tsx'
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
  const [index, setIndex] = useState(0)
  const language = { tag, yes: t('preview.sheets.true'), no: t('preview.sheets.false') }
  const { value, isReading, error } = useOffice(file, { kind: 'sheets', index, language })
  const instead = error === undefined ? isReading ? <ViewerWaiting /> : undefined : problem(error)
  if (!value) return instead
  return (
    <SheetsView name={name} workbook={value} index={index} instead={instead} onChoose={setIndex} />
  )
}
