import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { useRightsIn } from '../access/use-rights.ts'
import { useCurrentFolderId, useIsDriveInView } from '../address/use-current-folder.ts'
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

/** A picture that was copied has the same name everywhere, which says nothing. */
function withName(file: File, name: string): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const ending = file.name.slice(file.name.lastIndexOf('.'))
  return new File([file], name + ending, { type: file.type, lastModified: file.lastModified })
}

/** `2026-11-15 18.40.12`: sorts by itself, and no system forbids it in a name. */
function toStamp(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `${day} ${[two(now.getHours()), two(now.getMinutes()), two(now.getSeconds())].join('.')}`
}
