import { lazyPart } from '../../ui/lazy-part.ts'
import { Fetched, type Part } from './frame/Fetched.tsx'
import { NoPreview } from './NoPreview.tsx'
import { type PreviewKind, previewKind } from './preview-kind.ts'
import type { PreviewedFile } from './preview-queries.ts'

interface ViewerProps {
  file: PreviewedFile
}

const image = lazyPart(() => import('./image/ImageViewer.tsx').then((part) => part.ImageViewer))
const media = lazyPart(() => import('./media/MediaViewer.tsx').then((part) => part.MediaViewer))
const text = lazyPart(() => import('./text/TextViewer.tsx').then((part) => part.TextViewer))

const pdf = lazyPart(() => import('./pdf/PdfViewer.tsx').then((part) => part.PdfViewer))
const archive = lazyPart(() =>
  import('./archive/ArchiveViewer.tsx').then((part) => part.ArchiveViewer),
)
const office = lazyPart(() => import('./office/OfficeViewer.tsx').then((part) => part.OfficeViewer))

const parts: Partial<Record<PreviewKind, Part<ViewerProps>>> = {
  image,
  video: media,
  audio: media,
  svg: text,
  markdown: text,
  table: text,
  text,
  look: text,
  pdf,
  archive,
  office,
}

/** What shows a file of this kind; each comes when the first such file is opened. */
export function Viewer({ file }: ViewerProps) {
  const kind = previewKind(file)
  const part = parts[kind]
  if (part === undefined) return <NoPreview file={file} />
  return <Fetched key={kind} name={kind} part={part} props={{ file }} />
}
