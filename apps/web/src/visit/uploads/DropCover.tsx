import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { carriesFiles } from '../../drive/uploads/outside-files.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'

/** Files may be dropped anywhere on the page; while they are dragged it says so. */
export function DropCover({
  onNear,
  onDrop,
}: {
  /** Something is being dragged over the page. */
  onNear: () => void
  onDrop: (transfer: DataTransfer) => void
}) {
  const t = useTexts()
  const [isOver, setOver] = useState(false)
  const over = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event) || !event.dataTransfer) return
    // Otherwise the browser would open what is dropped, in the place of this page.
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    if (!isOver) onNear()
    setOver(true)
  })
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false)
    if (!carriesFiles(event) || !event.dataTransfer) return
    event.preventDefault()
    onDrop(event.dataTransfer)
  })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    addEventListener('dragenter', (event) => over(event), { signal })
    addEventListener('dragover', (event) => over(event), { signal })
    addEventListener('drop', (event) => drop(event), { signal })
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? setOver(false), {
      signal,
    })
    return () => leaving.abort()
  }, [])
  if (!isOver) return null
  return (
    <div className="pointer-events-none fixed inset-2 z-30 grid place-items-end justify-center rounded-lg border-2 border-accent border-dashed bg-accent-soft/40 pb-10 animate-appear">
      <p className="flex items-center gap-2.5 rounded-full bg-accent px-5 py-3 font-semibold text-on-accent shadow-float">
        <Upload aria-hidden="true" className="size-4.5" strokeWidth={2} />
        {t('visit.dropNow')}
      </p>
    </div>
  )
}
