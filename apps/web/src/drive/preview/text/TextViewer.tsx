import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDrive } from '../../DriveProvider.tsx'
import { ViewerProblem } from '../frame/ViewerProblem.tsx'
import { ViewerWaiting } from '../frame/ViewerWaiting.tsx'
import { NoPreview } from '../NoPreview.tsx'
import { previewKind } from '../preview-kind.ts'
import { beginningQuery, type PreviewedFile } from '../preview-queries.ts'
import { decodeText } from './decode-text.ts'
import { TextDocument } from './TextDocument.tsx'
import { useKeptDraft } from './use-draft.ts'

/** Everything that is text inside, whatever else it may be shown as. */
export function TextViewer({ file }: { file: PreviewedFile }) {
  const { data, error, refetch } = useQuery({
    ...beginningQuery(useDrive(), file),
    // What is being read stays until its next version is here.
    placeholderData: keepPreviousData,
  })
  const draft = useKeptDraft(file.id)
  if (!data || draft === undefined) {
    return error ? (
      <ViewerProblem error={error} onRetry={() => void refetch()} />
    ) : (
      <ViewerWaiting />
    )
  }
  const decoded = decodeText(data.bytes, data.isCut)
  if (!decoded) {
    return <NoPreview file={file} reason={previewKind(file) === 'look' ? 'none' : 'damaged'} />
  }
  const { hash, isCut } = data
  return (
    <TextDocument
      file={file}
      content={{ hash, ...decoded }}
      isCut={isCut}
      draft={isCut || draft?.text === decoded.text ? null : draft}
    />
  )
}
