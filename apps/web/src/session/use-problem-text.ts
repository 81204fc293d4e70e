import type { PlainTextKey } from '../i18n/keys.ts'
import { useTexts } from '../i18n/LanguageProvider.tsx'
import { useErrorMessage } from './use-error-handler.ts'

/**
 * What a screen shows as wrong: a text of its own about what was typed, or an error. The words that it
 * has for an error stand in only where the error would be shown as name and description.
 */
export type Problem<Key extends PlainTextKey> = Key | { error: unknown; words?: Key }

/** The text of a problem; ERR-2 to ERR-6 decide about that of an error. */
export function useProblemText(): (problem: Problem<PlainTextKey>) => string {
  const t = useTexts()
  const messageOf = useErrorMessage()
  return (problem) =>
    typeof problem === 'string'
      ? t(problem)
      : messageOf(problem.error, problem.words && t(problem.words))
}
