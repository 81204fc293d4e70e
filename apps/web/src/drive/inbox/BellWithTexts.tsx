import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { Bell } from './Bell.tsx'

/** The bell, once its words are here. */
export function BellWithTexts({ look }: { look: 'icon' | 'line' }) {
  const { need } = useLanguage()
  const handleError = useErrorHandler()
  const [isReady, setReady] = useState(false)
  const giveUp = useEffectEvent(handleError)
  useEffect(() => {
    let isWanted = true
    need('drive-inbox').then(
      () => isWanted && setReady(true),
      (error: unknown) => isWanted && giveUp(error),
    )
    return () => {
      isWanted = false
    }
  }, [need])
  return isReady ? <Bell look={look} /> : null
}
