import { useQuery } from '@tanstack/react-query'
import { useDrive } from '../../DriveProvider.tsx'
import { ViewerProblem } from '../frame/ViewerProblem.tsx'
import { ViewerWaiting } from '../frame/ViewerWaiting.tsx'
import { NoPreview } from '../NoPreview.tsx'
import { linkQuery, type PreviewedFile } from '../preview-queries.ts'
import { PdfPages } from './PdfPages.tsx'
import { PdfPassword } from './PdfPassword.tsx'
import { usePdf } from './use-pdf.ts'

export function PdfViewer({ file }: { file: PreviewedFile }) {
  const { data: link, error, refetch } = useQuery(linkQuery(useDrive(), file))
  const pdf = usePdf(link?.url)
  if (error) return <ViewerProblem error={error} onRetry={() => void refetch()} />
  switch (pdf.kind) {
    case 'opening':
      return <ViewerWaiting />
    case 'locked':
      return <PdfPassword isWrong={pdf.isWrong} onUnlock={pdf.unlock} />
    case 'failed':
      return <NoPreview file={file} reason="damaged" />
    case 'open':
      return <PdfPages name={file.name} document={pdf.document} />
  }
}
