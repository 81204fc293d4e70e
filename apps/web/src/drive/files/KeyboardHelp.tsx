import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePart } from '../../ui/use-part.ts'

const keyList = lazyPart(() => import('./KeyList.tsx').then((part) => part.KeyList))

/** What keys do in a list of files; a question mark shows it. */
export function KeyboardHelp({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  const { t, need } = useLanguage()
  const [list] = useState(() => ({
    ...keyList,
    load: () => need('drive-dialogs').then(() => keyList.load()),
  }))
  const KeyList = usePart(list, { isWanted: isOpen, onMissing: () => onOpenChange(false) })
  useQuestionMark(() => onOpenChange(true))
  return (
    <Dialog
      open={isOpen && KeyList !== undefined}
      onOpenChange={onOpenChange}
      title={t('browse.keys')}
      closeLabel={t('app.close')}
      isWide
    >
      {KeyList ? <KeyList /> : null}
    </Dialog>
  )
}

function useQuestionMark(open: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '?' || event.defaultPrevented || event.isComposing) return
    const { target } = event
    if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) {
      return
    }
    // What lies over the page has the keyboard.
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
