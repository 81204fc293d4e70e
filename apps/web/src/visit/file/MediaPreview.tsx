import { useState } from 'react'
import { previewKind } from '../../drive/preview/preview-kind.ts'
import type { VisitNode } from '../use-node.ts'
import { useVisit } from '../VisitProvider.tsx'
import { NoPreview } from './NoPreview.tsx'
import { useContent } from './use-content.ts'

/** The browser's own player, on a signed link. Nothing is fetched before somebody plays it. */
export function MediaPreview({ file }: { file: VisitNode }) {
  const { drive } = useVisit()
  const link = useContent(() => drive.files.link(file.id))
  const [isUnplayable, setUnplayable] = useState(false)
  if (link.step === 'failed' || isUnplayable) return <NoPreview file={file} />
  if (link.step === 'coming') return null
  const player = {
    src: link.value.url,
    controls: true,
    preload: 'none',
    'aria-label': file.name,
    onError: () => setUnplayable(true),
  } as const
  if (previewKind(file) === 'audio') {
    return (
      <div className="m-auto w-full max-w-xl p-6">
        <audio {...player} className="w-full" />
      </div>
    )
  }
  return (
    <div className="grid flex-1 place-items-center bg-canvas p-4 md:rounded-b-lg">
      <video
        {...player}
        playsInline
        poster={file.thumbnail_link && `${file.thumbnail_link}?size=1600`}
        className="aspect-video max-h-[calc(100dvh-15rem)] w-full max-w-4xl rounded-sm"
      />
    </div>
  )
}
