import { useEffect, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'

/** Changing files is said here as in the drive. False until the words are here. */
export function useEditTexts(): boolean {
  const { need } = useLanguage()
  const handleError = useErrorHandler()
  const [isReady, setReady] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are loaded once
  useEffect(() => {
    need('drive', 'drive-actions', 'drive-dialogs').then(() => setReady(true), handleError)
  }, [])
  return isReady
}
