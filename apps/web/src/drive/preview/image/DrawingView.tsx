import { useState } from 'react'
import { NoPreview } from '../NoPreview.tsx'
import type { PreviewedText } from '../preview-queries.ts'
import { ImageStage } from './ImageStage.tsx'

/**
 * An SVG as a picture: in an `img` nothing of it runs and nothing else is loaded. Its address holds the
 * drawing itself, so that even opened in a tab of its own it belongs to nobody's origin.
 */
export function DrawingView({ file, text }: PreviewedText) {
  const [broken, setBroken] = useState<string>()
  if (broken === text) return <NoPreview file={file} reason="damaged" />
  return (
    <ImageStage
      name={file.name}
      src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`}
      isDrawing
      onUnreadable={() => setBroken(text)}
    />
  )
}
