import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { watchForUpdate } from './watch-for-update.ts'

/** Says once that a newer Awan is there. Without an answer it takes over at the next start. */
export function UpdateNote() {
  const t = useTexts()
  const toast = useToast()
  const tell = useEffectEvent((takeOver: () => void) =>
    toast({
      title: t('update.title'),
      tone: 'done',
      topic: 'update',
      action: { label: t('update.now'), run: takeOver },
    }),
  )
  useEffect(() => watchForUpdate((takeOver) => tell(takeOver)), [])
  return null
}
