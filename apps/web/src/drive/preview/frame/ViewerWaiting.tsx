import { useTexts } from '../../../i18n/LanguageProvider.tsx'

/** In the middle of the stage while something is on its way; not seen where it comes at once. */
export function ViewerWaiting() {
  const t = useTexts()
  return (
    <div role="status" className="m-auto flex gap-1.5">
      <span className="sr-only">{t('app.loading')}</span>
      <span className="size-2 rounded-full bg-muted animate-pulse-soft" />
      <span className="size-2 rounded-full bg-muted animate-pulse-soft [animation-delay:200ms]" />
      <span className="size-2 rounded-full bg-muted animate-pulse-soft [animation-delay:400ms]" />
    </div>
  )
}
