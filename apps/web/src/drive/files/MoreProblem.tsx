import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'

/** The next rows did not come; the ones that are there stay. */
export function MoreProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-2.5"
    >
      <span className="min-w-0 flex-1 text-danger">{messageOf(error)}</span>
      <Button look="quiet" size="small" onClick={onRetry}>
        {t('app.retry')}
      </Button>
    </div>
  )
}
