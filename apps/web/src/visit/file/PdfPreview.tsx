import { useEffect, useState } from 'react'
import { StageContext } from '../../drive/preview/frame/stage.ts'
import { PdfPages } from '../../drive/preview/pdf/PdfPages.tsx'
import { PdfPassword } from '../../drive/preview/pdf/PdfPassword.tsx'
import { usePdf } from '../../drive/preview/pdf/use-pdf.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import type { VisitNode } from '../use-node.ts'
import { useVisit } from '../VisitProvider.tsx'
import { NoPreview } from './NoPreview.tsx'
import { useContent } from './use-content.ts'

/** The viewer of the drive: contents are served as attachments, which the browser's own does not show. */
export function PdfPreview({ file }: { file: VisitNode }) {
  const { need } = useLanguage()
  const { drive } = useVisit()
  const link = useContent(async () => {
    const [found] = await Promise.all([drive.files.link(file.id), need('drive-preview')])
    return found
  })
  if (link.step === 'failed') return <NoPreview file={file} />
  return link.step === 'coming' ? null : <Pages file={file} url={link.value.url} />
}

function Pages({ file, url }: { file: VisitNode; url: string }) {
  const pdf = usePdf(url)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const [stage, setStage] = useState({ tools, toggleBars() {}, holdSwipe() {} })
  useEffect(() => setStage({ tools, toggleBars() {}, holdSwipe() {} }), [tools])
  if (pdf.kind === 'failed') return <NoPreview file={file} />
  if (pdf.kind === 'opening') return null
  return (
    <StageContext value={stage}>
      <div
        ref={setTools}
        className="flex flex-wrap items-center justify-center gap-1 border-line border-b p-1.5"
      />
      <div className="flex h-[max(24rem,calc(100dvh-15rem))] flex-col">
        {pdf.kind === 'locked' ? (
          <PdfPassword isWrong={pdf.isWrong} onUnlock={pdf.unlock} />
        ) : (
          <PdfPages name={file.name} document={pdf.document} />
        )}
      </div>
    </StageContext>
  )
}
