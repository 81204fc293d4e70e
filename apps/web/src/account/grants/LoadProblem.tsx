import { CloudOff } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { GrantHeading, GrantSign } from './GrantLayout.tsx'

/** Nothing could be asked or shown; trying again may help. */
export function LoadProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  return (
    <div role="alert">
      <GrantHeading title={t('error.load')} picture={<GrantSign icon={CloudOff} />}>
        {messageOf(error)}
      </GrantHeading>
      <Button size="large" onClick={onRetry}>
        {t('app.retry')}
      </Button>
    </div>
  )
}
