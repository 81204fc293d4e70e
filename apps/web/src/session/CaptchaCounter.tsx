import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { LanguageStore } from '../i18n/language.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import type { CaptchaDesk, OpenQuestion } from './captcha-desk.ts'

const dialog = lazyPart(() => import('./CaptchaDialog.tsx').then((module) => module.CaptchaDialog))

/** Shows what waits at the desk. Most people never load the dialog. */
export function CaptchaCounter({ desk, language }: { desk: CaptchaDesk; language: LanguageStore }) {
  const question = useSyncExternalStore(desk.subscribe, desk.current)
  const [ready, setReady] = useState<OpenQuestion>()
  useEffect(() => {
    if (!question) return
    Promise.all([language.need('captcha'), dialog.load()]).then(
      () => setReady(question),
      (problem: unknown) => question.leave(problem),
    )
  }, [question, language])
  if (!question || ready !== question) return null
  return (
    <Suspense>
      <dialog.Part question={question} />
    </Suspense>
  )
}
