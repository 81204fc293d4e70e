import { isServiceError } from '@awan/protocol/errors'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'

/** Why a file was not uploaded, in words that help. */
export function useUploadProblem(): (error: unknown) => string {
  const t = useTexts()
  const messageOf = useErrorMessage()
  return (error) => {
    if (isServiceError(error, 'resource_exhausted')) return t('upload.full')
    if (isServiceError(error, 'not_found')) return t('upload.gone')
    if (isServiceError(error, 'already_exists')) return t('upload.folderHasName')
    if (isServiceError(error, 'invalid_argument')) return t('upload.badName')
    // The browser says so itself when a file on disk has changed or gone since it was chosen.
    if (isServiceError(error, 'failed_precondition') || error instanceof DOMException) {
      return t('upload.unreadable')
    }
    return messageOf(error)
  }
}
