import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useDrive } from '../../DriveProvider.tsx'
import { FileIcon } from '../../pictures/FileIcon.tsx'
import { ViewerProblem } from '../frame/ViewerProblem.tsx'
import { ViewerWaiting } from '../frame/ViewerWaiting.tsx'
import { largest } from '../image/largest-thumbnail.ts'
import { NoPreview } from '../NoPreview.tsx'
import { previewKind } from '../preview-kind.ts'
import { linkQuery, type PreviewedFile } from '../preview-queries.ts'

/** The browser's own player, on a signed link: it asks for the ranges that it plays. */
export function MediaViewer({ file }: { file: PreviewedFile }) {
  const { data: link, error, refetch } = useQuery(linkQuery(useDrive(), file))
  const [isUnplayable, setUnplayable] = useState(false)
  const resumeAt = useRef<number>(undefined)

  async function recover({ currentTarget: player }: SyntheticEvent<HTMLMediaElement>) {
    const isOver = link !== undefined && Date.parse(link.expires_at) <= Date.now()
    // A long film outlives its link: with the next one it goes on from where it was.
    if (!isOver && player.error?.code !== MediaError.MEDIA_ERR_NETWORK) return setUnplayable(true)
    resumeAt.current = player.currentTime
    const { isError } = await refetch()
    if (isError) setUnplayable(true)
  }

  function resume({ currentTarget: player }: SyntheticEvent<HTMLMediaElement>) {
    if (resumeAt.current === undefined) return
    player.currentTime = resumeAt.current
    resumeAt.current = undefined
    void player.play()
  }

  if (error && !link) return <ViewerProblem error={error} onRetry={() => void refetch()} />
  if (isUnplayable) return <NoPreview file={file} reason="damaged" />
  if (!link) return <ViewerWaiting />
  const player = {
    src: link.url,
    controls: true,
    preload: 'metadata',
    'aria-label': file.name,
    onError: recover,
    onLoadedMetadata: resume,
  } as const
  if (previewKind(file) === 'video') {
    return (
      <video
        {...player}
        playsInline
        poster={file.thumbnail_link && largest(file.thumbnail_link)}
        className="m-auto max-h-full min-h-0 max-w-full flex-1 bg-canvas"
      />
    )
  }
  return (
    <div className="m-auto flex w-full max-w-xl flex-col items-center gap-8 px-6">
      <span className="scale-[2.6] py-6">
        <FileIcon file={file} />
      </span>
      <audio {...player} className="w-full" />
    </div>
  )
}
