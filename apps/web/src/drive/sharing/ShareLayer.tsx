import type { File } from '@awan/protocol/drive'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const dialogs = {
  share: lazyPart(() => import('./ShareDialog.tsx').then((part) => part.ShareDialog)),
  offer: lazyPart(() => import('./offers/OfferDialog.tsx').then((part) => part.OfferFileDialog)),
}

/** Shares a file or hands it over. What the dialog is made of and what it says are fetched when it is first opened. */
export function ShareLayer({
  purpose,
  ...props
}: {
  purpose: 'share' | 'offer'
  file: File
  onClose: () => void
}) {
  const dialog = dialogs[purpose]
  const { need } = useLanguage()
  const handleError = useErrorHandler()
  const [isReady, setReady] = useState(false)
  const giveUp = useEffectEvent((error: unknown) => {
    handleError(error)
    props.onClose()
  })
  const [load] = useState(
    () => () =>
      Promise.all([
        need('drive-sharing'),
        need(purpose === 'offer' ? 'drive-offers' : 'share-roles'),
        dialog.load(),
      ]),
  )
  useEffect(() => {
    let isWanted = true
    load().then(
      () => isWanted && setReady(true),
      (error: unknown) => isWanted && giveUp(error),
    )
    return () => {
      isWanted = false
    }
  }, [load])
  if (!isReady) return null
  return (
    <Suspense fallback={null}>
      <dialog.Part {...props} />
    </Suspense>
  )
}
