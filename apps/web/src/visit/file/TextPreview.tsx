import { readBeginning } from '../../drive/preview/preview-queries.ts'
import { decodeText } from '../../drive/preview/text/decode-text.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import type { VisitNode } from '../use-node.ts'
import { useVisit } from '../VisitProvider.tsx'
import { NoPreview } from './NoPreview.tsx'
import { useContent } from './use-content.ts'

/** A text as it is written; nothing in it is run. */
export function TextPreview({ file }: { file: VisitNode }) {
  const t = useTexts()
  const { drive } = useVisit()
  const beginning = useContent((signal) => readBeginning(drive, file.id, signal))
  if (beginning.step === 'coming') return null
  if (beginning.step === 'failed') return <NoPreview file={file} />
  const { bytes, isCut } = beginning.value
  const decoded = decodeText(bytes, isCut)
  if (!decoded) return <NoPreview file={file} />
  return (
    <>
      {isCut ? (
        <p className="px-4 pt-4 text-sm text-muted md:px-6">{t('visit.preview.cut')}</p>
      ) : null}
      <pre
        translate="no"
        className="whitespace-pre-wrap px-4 py-5 font-mono text-sm [overflow-wrap:anywhere] md:px-6"
      >
        {decoded.text}
      </pre>
    </>
  )
}
