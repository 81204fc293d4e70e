import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { useRightsIn } from '../access/use-rights.ts'
import { useCurrentFolderId, useIsDriveInView } from '../address/use-current-folder.ts'
import { toStamp, withName } from './pasted-name.ts'
import { useUploads } from './UploadsProvider.tsx'

/** Files and pictures from the clipboard go to the folder in view, unless somebody writes. */
export function PasteTarget() {
  const t = useTexts()
  const { addPasted } = useUploads()
  const isInView = useIsDriveInView()
  const folderId = useCurrentFolderId()
  const toast = useToast()
  const canAdd = useRightsIn(folderId).includes('add')
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (!isInView || files.length === 0 || isWriting(event.target)) return
    event.preventDefault()
    if (!canAdd) return toast({ title: t('files.noAdd'), topic: 'allowance' })
    const when = toStamp(new Date())
    addPasted(
      files.map((file) => withName(file, t('files.pasted', { when }))),
      folderId,
    )
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event)
    addEventListener('paste', listener)
    return () => removeEventListener('paste', listener)
  }, [])
  return null
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
  )
}
