import { CircleCheck } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

/** What is left in the window of a visit to a third party, where the browser does not close it. */
export function VisitDoneScreen() {
  const t = useTexts()
  usePageTitle(t('sudo.visit.done'), t('app.name'))
  return (
    <main className="grid min-h-dvh place-items-center">
      <Notice
        level={1}
        picture={
          <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent-ink">
            <CircleCheck className="size-7" strokeWidth={1.5} />
          </span>
        }
        title={t('sudo.visit.done')}
      >
        {t('sudo.visit.done.text')}
      </Notice>
    </main>
  )
}
