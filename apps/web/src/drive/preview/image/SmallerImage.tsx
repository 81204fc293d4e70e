import type { DriveClient } from '@awan/client/drive'
import { isServiceError } from '@awan/protocol/errors'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useDrive } from '../../DriveProvider.tsx'
import { ViewerProblem } from '../frame/ViewerProblem.tsx'
import { ViewerWaiting } from '../frame/ViewerWaiting.tsx'
import { NoPreview, type NoPreviewReason } from '../NoPreview.tsx'
import type { PreviewedFile } from '../preview-queries.ts'
import { ImageStage } from './ImageStage.tsx'
import { largest } from './largest-thumbnail.ts'

/** A picture that is still being made is asked for again after so long, each time twice as long. */
const FIRST_AGAIN_MS = 500
const LONGEST_MS = 8_000
const MOST_TRIES = 18

/** The picture that the server makes of an image whose original this browser cannot draw. */
export function SmallerImage({ file, instead }: { file: PreviewedFile; instead: NoPreviewReason }) {
  const t = useTexts()
  const { thumbnail_link: link } = file
  const { isPending, error, refetch } = useQuery({
    ...madeQuery(useDrive(), file),
    enabled: link !== undefined,
  })
  if (link === undefined || isServiceError(error, 'not_found')) {
    return <NoPreview file={file} reason={instead} />
  }
  if (error) return <ViewerProblem error={error} onRetry={() => void refetch()} />
  if (isPending) return <ViewerWaiting />
  return (
    <>
      <ImageStage
        name={file.name}
        src={undefined}
        thumbnail={largest(link)}
        onUnreadable={() => undefined}
      />
      <p role="status" className="px-4 py-3 text-center text-sm text-muted">
        {t('preview.smaller')}
      </p>
    </>
  )
}

/** Resolves once the server has made it. */
function madeQuery(drive: DriveClient, { id, hash }: PreviewedFile) {
  return queryOptions({
    queryKey: ['drive-content', id, hash, 'made'],
    async queryFn({ signal }) {
      const { body } = await drive.files.thumbnail(id, { size: '1600', signal })
      await body?.cancel()
      return true
    },
    retry: (tries, error) => isServiceError(error, 'aborted') && tries < MOST_TRIES,
    retryDelay: (tries) => Math.min(FIRST_AGAIN_MS * 2 ** tries, LONGEST_MS),
    staleTime: Infinity,
  })
}
