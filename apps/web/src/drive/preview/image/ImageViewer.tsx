import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useDrive } from '../../DriveProvider.tsx'
import { ViewerProblem } from '../frame/ViewerProblem.tsx'
import { NoPreview } from '../NoPreview.tsx'
import { linkQuery, type PreviewedFile } from '../preview-queries.ts'
import { ImageStage } from './ImageStage.tsx'
import { largest } from './largest-thumbnail.ts'

export function ImageViewer({ file }: { file: PreviewedFile }) {
  const t = useTexts()
  const { data: link, error, refetch } = useQuery(linkQuery(useDrive(), file))
  const [isUnreadable, setUnreadable] = useState(false)
  const thumbnail = file.thumbnail_link && largest(file.thumbnail_link)
  if (error) return <ViewerProblem error={error} onRetry={() => void refetch()} />
  if (isUnreadable && thumbnail === undefined) return <NoPreview file={file} reason="damaged" />
  return (
    <>
      <ImageStage
        name={file.name}
        src={isUnreadable ? undefined : link?.url}
        thumbnail={thumbnail}
        onUnreadable={() => setUnreadable(true)}
      />
      {isUnreadable ? (
        <p role="status" className="px-4 py-3 text-center text-sm text-muted">
          {t('preview.smaller')}
        </p>
      ) : null}
    </>
  )
}
