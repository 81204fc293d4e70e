import { isServiceError } from '@awan/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useDrive } from '../../DriveProvider.tsx'
import { FileIcon } from '../../pictures/FileIcon.tsx'
import { ViewerProblem } from '../frame/ViewerProblem.tsx'
import { ViewerWaiting } from '../frame/ViewerWaiting.tsx'
import { NoPreview } from '../NoPreview.tsx'
import type { PreviewedFile } from '../preview-queries.ts'
import { ArchiveTree } from './ArchiveTree.tsx'
import { readArchive } from './read-archive.ts'

/** What lies in an archive, without unpacking it. */
export function ArchiveViewer({ file }: { file: PreviewedFile }) {
  const { t, tag } = useLanguage()
  const drive = useDrive()
  const { data, error, refetch } = useQuery({
    queryKey: ['drive-content', file.id, file.hash, 'archive'],
    queryFn: ({ signal }) => readArchive(drive, file, signal),
    staleTime: Infinity,
    gcTime: 60_000,
  })
  if (error) {
    // Whatever is not about the way here is about the archive.
    return isServiceError(error) ? (
      <ViewerProblem error={error} onRetry={() => void refetch()} />
    ) : (
      <NoPreview file={file} reason="damaged" />
    )
  }
  if (!data) return <ViewerWaiting />
  if (data.fileCount === 0) {
    return (
      <div className="m-auto">
        <Notice
          picture={<FileIcon file={file} />}
          title={t(data.isPart ? 'preview.archive.part' : 'preview.archive.empty')}
        />
      </div>
    )
  }
  return (
    <>
      <ArchiveTree label={t('preview.archive.label', { name: file.name })} top={data.top} />
      <p className="shrink-0 border-t border-line bg-surface px-4 py-2 text-sm text-muted tabular-nums">
        {t('preview.archive.sum', {
          count: data.fileCount,
          size: formatBytes(data.sizeBytes, tag),
        })}
        {data.isPart && <span className="block">{t('preview.archive.part')}</span>}
      </p>
    </>
  )
}
