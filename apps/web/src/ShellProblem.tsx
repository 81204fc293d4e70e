import { isServiceError } from '@awan/protocol/errors'
import { Unplug } from 'lucide-react'
import { useTexts } from './i18n/LanguageProvider.tsx'
import { Button } from './ui/Button.tsx'
import { Notice } from './ui/Notice.tsx'

/** The app around the page is one of ours, and does not speak as it should: nothing can begin. */
export function ShellProblem({ error }: { error: unknown }) {
  const t = useTexts()
  const reason = isServiceError(error) ? error.description : String(error)
  return (
    <main className="grid min-h-dvh place-items-center">
      <div role="alert">
        <Notice
          level={1}
          picture={
            <span className="grid size-16 place-items-center rounded-full bg-sunken text-muted">
              <Unplug className="size-7" strokeWidth={1.5} />
            </span>
          }
          title={t('shell.problem')}
          actions={<Button onClick={() => location.reload()}>{t('error.reload')}</Button>}
        >
          {t('shell.problem.hint')}
        </Notice>
        <p className="px-6 text-center text-sm text-muted">
          {t('shell.problem.detail', { reason })}
        </p>
      </div>
    </main>
  )
}
