import { CloudLightning } from 'lucide-react'
import { useTexts } from './i18n/LanguageProvider.tsx'
import { Button } from './ui/Button.tsx'
import { Notice } from './ui/Notice.tsx'

/** A mistake of ours, or a chunk of an older build that is no longer there: loading again helps. */
export function CrashScreen() {
  const t = useTexts()
  return (
    <main role="alert" className="grid min-h-dvh place-items-center">
      <Notice
        level={1}
        picture={
          <span className="grid size-16 place-items-center rounded-full bg-sunken text-muted">
            <CloudLightning className="size-7" strokeWidth={1.5} />
          </span>
        }
        title={t('error.crash')}
        actions={<Button onClick={() => location.reload()}>{t('error.reload')}</Button>}
      >
        {t('error.crash.hint')}
      </Notice>
    </main>
  )
}
