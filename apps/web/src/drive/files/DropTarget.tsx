import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useUploads } from '../uploads/UploadsProvider.tsx'

/** Files may be dropped anywhere on the page; the sheet says where they will go. */
export function DropTarget({ folderId, name }: { folderId: string; name: string }) {
  const t = useTexts()
  const { addDataTransfer } = useUploads()
  const [isOver, setOver] = useState(false)

  const drop = useEffectEvent((transfer: DataTransfer) => addDataTransfer(transfer, folderId))

  useEffect(() => {
    // Every element that is entered or left tells it; only the outermost pair matters.
    let depth = 0
    const handlers = {
      dragenter(event: DragEvent) {
        if (!carriesFiles(event)) return
        depth += 1
        setOver(true)
      },
      dragleave(event: DragEvent) {
        if (!carriesFiles(event)) return
        depth -= 1
        if (depth <= 0) setOver(false)
      },
      dragover(event: DragEvent) {
        if (!carriesFiles(event) || event.dataTransfer === null) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      },
      drop(event: DragEvent) {
        if (!carriesFiles(event) || event.dataTransfer === null) return
        event.preventDefault()
        depth = 0
        setOver(false)
        drop(event.dataTransfer)
      },
    }
    const entries = Object.entries(handlers) as [keyof typeof handlers, (e: DragEvent) => void][]
    for (const [type, handler] of entries) addEventListener(type, handler)
    return () => {
      for (const [type, handler] of entries) removeEventListener(type, handler)
    }
  }, [])

  if (!isOver) return null
  return (
    <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-lg border-2 border-accent border-dashed bg-accent-soft/90 animate-appear">
      <div className="flex flex-col items-center gap-3 px-6 text-center text-lg font-semibold text-accent-ink">
        <Upload aria-hidden="true" className="size-8" strokeWidth={1.5} />
        {t('files.drop', { name })}
      </div>
    </div>
  )
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}
