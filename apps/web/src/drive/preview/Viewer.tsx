import { NoPreview } from './NoPreview.tsx'
import type { PreviewedFile } from './preview-queries.ts'

/** What shows a file of this kind; each comes when the first such file is opened. */
export function Viewer({ file }: { file: PreviewedFile }) {
  return <NoPreview file={file} />
}
