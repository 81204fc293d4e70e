import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const bell = lazyPart(() => import('./Bell.tsx').then((part) => part.Bell))

/** What people came for is there by then. */
const AFTER_MS = 1500

/** Where the bell is, which comes after everything else on the page. */
export function BellPlace({ look }: { look: 'icon' | 'line' }) {
  const { need } = useLanguage()
  const { startTimer } = useClient().runtime
  const handleError = useErrorHandler()
  const [isReady, setReady] = useState(false)
  const giveUp = useEffectEvent(handleError)
  const [load] = useState(() => () => Promise.all([need('drive-inbox'), bell.load()]))
  useEffect(() => {
    let isWanted = true
    const stop = startTimer(look === 'icon' ? AFTER_MS : 0, () => {
      load().then(
        () => isWanted && setReady(true),
        (error: unknown) => isWanted && giveUp(error),
      )
    })
    return () => {
      isWanted = false
      stop()
    }
  }, [load, look, startTimer])
  if (!isReady) return <div className={look === 'icon' ? 'size-9' : 'min-h-9'} />
  return (
    <Suspense fallback={null}>
      <bell.Part look={look} />
    </Suspense>
  )
}
