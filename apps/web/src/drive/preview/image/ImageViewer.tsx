import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDrive } from '../../DriveProvider.tsx'
import { ViewerProblem } from '../frame/ViewerProblem.tsx'
import { linkQuery, type PreviewedFile } from '../preview-queries.ts'
import { canShowOriginal } from './can-show-original.ts'
import { ImageStage } from './ImageStage.tsx'
import { largest } from './largest-thumbnail.ts'
import { SmallerImage } from './SmallerImage.tsx'

export function ImageViewer({ file }: { file: PreviewedFile }) {
  return canShowOriginal(file) ? (
    <Original file={file} />
  ) : (
    <SmallerImage file={file} instead="none" />
  )
}

function Original({ file }: { file: PreviewedFile }) {
  const { data: link, error, refetch } = useQuery(linkQuery(useDrive(), file))
  const [isUnreadable, setUnreadable] = useState(false)
  if (error) return <ViewerProblem error={error} onRetry={() => void refetch()} />
  if (isUnreadable) return <SmallerImage file={file} instead="damaged" />
  return (
    <ImageStage
      name={file.name}
      src={link?.url}
      thumbnail={file.thumbnail_link && largest(file.thumbnail_link)}
      onUnreadable={() => setUnreadable(true)}
    />
  )
}
