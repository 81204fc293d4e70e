import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { PreviewFrameProps } from './PreviewFrame.tsx'

const frame = lazyPart(() => import('./PreviewFrame.tsx').then((module) => module.PreviewFrame))

/** A file over the whole page. All that it needs is fetched when the first one is opened. */
export function PreviewLayer(props: PreviewFrameProps) {
  const { need } = useLanguage()
  const handleError = useErrorHandler()
  const [isReady, setReady] = useState(false)
  const giveUp = useEffectEvent((error: unknown) => {
    handleError(error)
    props.onClose()
  })
  const [load] = useState(() => () => Promise.all([need('drive-preview'), frame.load()]))
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
      <frame.Part {...props} />
    </Suspense>
  )
}
