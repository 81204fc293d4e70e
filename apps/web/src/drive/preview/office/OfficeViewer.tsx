import { useQuery } from '@tanstack/react-query'
import { useDrive } from '../../DriveProvider.tsx'
import { ViewerProblem } from '../frame/ViewerProblem.tsx'
import { ViewerWaiting } from '../frame/ViewerWaiting.tsx'
import { NoPreview } from '../NoPreview.tsx'
import type { PreviewedFile } from '../preview-queries.ts'
import { OfficePages } from './OfficePages.tsx'
import { officeReason } from './office-reason.ts'
import { MAX_OFFICE_BYTES, readWhole } from './whole-file.ts'

/** A document of an office program, as far as a browser can show it. */
export function OfficeViewer({ file }: { file: PreviewedFile }) {
  const drive = useDrive()
  const isTooLarge = file.size > MAX_OFFICE_BYTES
  const { data, error, refetch } = useQuery({
    queryKey: ['drive-content', file.id, file.hash, 'whole'],
    queryFn: ({ signal }) => readWhole(drive, file.id, signal),
    enabled: !isTooLarge,
    // A content never changes; another one has another hash.
    staleTime: Infinity,
    gcTime: 60_000,
  })
  if (isTooLarge) return <NoPreview file={file} reason="large" />
  if (error) return <ViewerProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <ViewerWaiting />
  return (
    <OfficePages
      key={file.hash}
      name={file.name}
      file={data}
      problem={(error) => <NoPreview file={file} reason={officeReason(error)} />}
    />
  )
}
