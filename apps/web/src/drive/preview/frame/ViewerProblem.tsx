import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../../session/use-error-handler.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'

/** The file is there, but what shows it did not arrive. */
export function ViewerProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  return (
    <div role="alert" className="m-auto">
      <LoadProblem
        title={t('error.load')}
        hint={messageOf(error)}
        retryLabel={t('app.retry')}
        onRetry={onRetry}
      />
    </div>
  )
}
