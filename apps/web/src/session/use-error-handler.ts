import { chooseMessage, isServiceError, ServiceError } from '@awan/protocol/errors'
import { useLanguage } from '../i18n/LanguageProvider.tsx'
import { useToast } from '../ui/Toasts.tsx'
import type { Toast } from '../ui/toast-board.ts'

/** What to tell a person about anything that was thrown, in the order of ERR-2 to ERR-6. */
export function useErrorMessage(): (thrown: unknown, ownWords?: string) => string {
  const { errors } = useLanguage()
  return (thrown, ownWords) => chooseMessage(toServiceError(thrown), errors, ownWords)
}

/** The default reaction to an error that a screen has no better answer to: a note that says it. */
export function useErrorHandler(): (thrown: unknown) => void {
  const { t } = useLanguage()
  const messageOf = useErrorMessage()
  const showToast = useToast()
  return (thrown) => {
    // Who cancelled knows it.
    if (isServiceError(thrown, 'cancelled')) return
    showToast({ title: t('error.title'), text: messageOf(thrown), ...toReference(t, thrown) })
  }
}

/** What a note about an error offers to quote. */
export function toReference(
  t: ReturnType<typeof useLanguage>['t'],
  thrown: unknown,
): Pick<Toast, 'reference'> {
  const id = requestIdOf(thrown)
  return id === undefined ? {} : { reference: { text: t('error.requestId', { id }), copy: id } }
}

/** What to quote to whoever can read the server's log; a request that did not arrive is not in it. */
function requestIdOf(thrown: unknown): string | undefined {
  if (!isServiceError(thrown) || isServiceError(thrown, 'unreachable')) return undefined
  return thrown.requestId
}

function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  return new ServiceError('local', {
    description: thrown instanceof Error ? thrown.message : String(thrown),
    cause: thrown,
  })
}
