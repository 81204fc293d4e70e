import { useState } from 'react'
import { type PreviewKind, previewKind } from '../../drive/preview/preview-kind.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { type LazyPart, lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'
import type { VisitNode } from '../use-node.ts'
import { useVisit } from '../VisitProvider.tsx'
import { NoPreview } from './NoPreview.tsx'
import { PicturePreview } from './PicturePreview.tsx'

interface PreviewProps {
  file: VisitNode
}

const media = lazyPart(() => import('./MediaPreview.tsx').then((part) => part.MediaPreview))
const text = lazyPart(() => import('./TextPreview.tsx').then((part) => part.TextPreview))
const pdf = lazyPart(() => import('./PdfPreview.tsx').then((part) => part.PdfPreview))
const office = lazyPart(() => import('./OfficePreview.tsx').then((part) => part.OfficePreview))

/** Those for which the browser needs the content itself, which is a download. */
const parts: Partial<Record<PreviewKind, LazyPart<PreviewProps>>> = {
  video: media,
  audio: media,
  pdf,
  office,
  text,
  markdown: text,
  table: text,
  svg: text,
  look: text,
}

/** How a file looks. A picture made by the server shows it where the link allows no downloads, or counts them. */
export function FilePreview({ file }: PreviewProps) {
  const { visit } = useVisit()
  const kind = previewKind(file)
  const part = parts[kind]
  if (part === undefined || !visit.allow_download) {
    return file.thumbnail_link === undefined ? (
      <NoPreview file={file} />
    ) : (
      <PicturePreview file={file} instead={<NoPreview file={file} />} />
    )
  }
  return <ContentPreview part={part} file={file} isCounted={visit.downloads_left !== undefined} />
}

function ContentPreview({
  part,
  file,
  isCounted,
}: PreviewProps & { part: LazyPart<PreviewProps>; isCounted: boolean }) {
  const t = useTexts()
  const [isWanted, setWanted] = useState(!isCounted)
  const Part = usePart(part, { isWanted })
  if (!isWanted) {
    return (
      <NoPreview
        file={file}
        actions={
          <Button look="quiet" onClick={() => setWanted(true)}>
            {t('visit.preview.show')}
          </Button>
        }
      >
        {t('visit.preview.counts')}
      </NoPreview>
    )
  }
  return Part ? <Part file={file} /> : null
}
