import { Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useDialogDesk } from './use-drive-actions.ts'

const dialogs = lazyPart(() => import('./FileDialog.tsx').then(({ FileDialog }) => FileDialog))

/** The dialog that is asked for, if there is one; all of them and their texts come when the first is needed. */
export function ActionDialogs() {
  const desk = useDialogDesk()
  const dialog = useSyncExternalStore(desk.subscribe, desk.current)
  const { need } = useLanguage()
  const handleError = useErrorHandler()
  const [isHere, setHere] = useState(false)
  const isAsked = dialog !== undefined
  const load = useEffectEvent(() => Promise.all([need('drive-dialogs'), dialogs.load()]))
  const giveUp = useEffectEvent((error: unknown) => {
    desk.close()
    handleError(error)
  })
  useEffect(() => {
    if (!isAsked) return
    load().then(
      () => setHere(true),
      (error) => giveUp(error),
    )
  }, [isAsked])
  if (!dialog || !isHere) return null
  return (
    <Suspense fallback={null}>
      <dialogs.Part dialog={dialog} onClose={desk.close} />
    </Suspense>
  )
}
