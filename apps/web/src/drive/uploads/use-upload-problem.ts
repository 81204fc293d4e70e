import { isUnreadable, NO_NAME, type UploadRow, unreadableCause } from '@awan/client/upload-manager'
import { isServiceError } from '@awan/protocol/errors'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { NOT_SHOWN } from './unseen-files.ts'

/** Why a file or folder was not uploaded, in words that help. */
export function useUploadProblem(): (row: Pick<UploadRow, 'error' | 'kind' | 'path'>) => string {
  const t = useTexts()
  const messageOf = useErrorMessage()
  return ({ error, kind, path }) => {
    if (isUnreadable(error)) {
      const cause = unreadableCause(error)
      if (kind === 'folder') {
        return t(cause === NOT_SHOWN ? 'upload.folderNotShown' : 'upload.folderUnread')
      }
      if (path.endsWith(NO_NAME)) return t('upload.badName')
      if (cause === NOT_SHOWN) return t('upload.notShown')
      // As browsers call it when a file on disk has gone since it was chosen.
      return t(cause === 'NotFoundError' ? 'upload.missing' : 'upload.unreadable')
    }
    if (isServiceError(error, 'resource_exhausted')) return t('upload.full')
    if (isServiceError(error, 'not_found')) return t('upload.gone')
    if (isServiceError(error, 'already_exists')) return t('upload.folderHasName')
    if (isServiceError(error, 'invalid_argument')) return t('upload.badName')
    return messageOf(error)
  }
}
