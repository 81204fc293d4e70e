import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { allows } from '../access/allows.ts'
import { useRightsIn } from '../access/use-rights.ts'
import { useCurrentFolderId } from '../address/use-current-folder.ts'
import { useFolder } from '../use-folder.ts'
import { carriesFiles, claimOf, type DropFolder } from './outside-files.ts'
import { useUploads } from './UploadsProvider.tsx'

/**
 * Files may be dropped anywhere on the page: on a folder they go into it, elsewhere into the one in view. While
 * they are dragged the page says which one that is.
 */
export function DropTarget() {
  const t = useTexts()
  const announce = useAnnounce()
  const { addDataTransfer } = useUploads()
  const inView = useFolderInView()
  const [target, setTarget] = useState<DropFolder>()

  const over = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event) || isInput(event.target) || !event.dataTransfer) return
    const found = claimOf(event) ?? inView
    // Otherwise the browser would open what is dropped, in the place of this page.
    event.preventDefault()
    event.dataTransfer.dropEffect = found ? 'copy' : 'none'
    if (found?.id === target?.id) return
    setTarget(found)
    if (found) announce(t('files.drop', { name: found.name }))
  })
  const drop = useEffectEvent((event: DragEvent) => {
    setTarget(undefined)
    if (!carriesFiles(event) || isInput(event.target) || !event.dataTransfer) return
    event.preventDefault()
    // A folder that was dropped on has taken it.
    if (!claimOf(event) && inView) addDataTransfer(event.dataTransfer, inView.id)
  })

  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    // What is under the pointer may change without it: whatever is entered takes files too.
    addEventListener('dragenter', (event) => over(event), { signal })
    addEventListener('dragover', (event) => over(event), { signal })
    addEventListener('drop', (event) => drop(event), { signal })
    // From one element to another is not away.
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setTarget(undefined)
    }
    addEventListener('dragleave', leave, { signal })
    // An element that is gone tells nobody that it was left; but a pointer that moves drags nothing.
    addEventListener('pointermove', () => setTarget(undefined), { signal })
    return () => ending.abort()
  }, [])

  if (!target) return null
  return (
    <div className="pointer-events-none absolute inset-2 z-30 animate-appear">
      {target.id === inView?.id ? (
        <div className="absolute inset-0 rounded-lg border-2 border-accent border-dashed bg-accent-soft/40" />
      ) : null}
      <div className="absolute inset-x-4 bottom-8 flex justify-center">
        <div className="flex min-w-0 items-center gap-2.5 rounded-full bg-accent px-5 py-3 font-semibold text-on-accent shadow-float">
          <Upload aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={2} />
          <span className="truncate">{t('files.drop', { name: target.name })}</span>
        </div>
      </div>
    </div>
  )
}

/** Undefined where there is none, as behind an address that leads nowhere, or where nothing may be added. */
function useFolderInView(): DropFolder | undefined {
  const id = useCurrentFolderId()
  const { name } = useFolder(id).path
  const capabilities = useRightsIn(id)
  return name === undefined || !allows({ capabilities }, 'add') ? undefined : { id, name }
}

/** A field for files takes them itself. */
function isInput(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'file'
}
