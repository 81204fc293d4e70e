import { isServiceError } from '@awan/protocol/errors'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'

/** Why something about sharing was refused, in words that fit. */
export function useShareProblem(): (error: unknown) => string {
  const t = useTexts()
  const messageOf = useErrorMessage()
  return (error) => {
    if (isServiceError(error, 'permission_denied')) return t('share.denied')
    if (isServiceError(error, 'not_found')) return t('share.gone')
    // Whatever is shared, this is refused only about the managers of a team drive.
    if (isServiceError(error, 'failed_precondition')) return t('share.lastManager')
    return messageOf(error)
  }
}
