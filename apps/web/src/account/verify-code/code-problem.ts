import { type ErrorName, isServiceError } from '@awan/protocol/errors'
import type { Problem } from '../../session/use-problem-text.ts'

/** What can be wrong with six digits, on every screen that asks for them. */
export type CodeProblem = Problem<CodeWords>
type CodeWords = 'verify.code.short' | 'verify.code.expired' | 'error.tooMany'

/** Nothing for an error that is not about the code. */
export function explainCode(error: unknown): CodeProblem | undefined {
  if (isServiceError(error, ...aboutTheCode)) return { error }
  if (isServiceError(error, 'not_found')) return { error, words: 'verify.code.expired' }
  return isServiceError(error, 'resource_exhausted') ? { error, words: 'error.tooMany' } : undefined
}

const aboutTheCode = [
  'invalid_verification_code',
  'expired_verification_code',
  'invalid_two_factor',
  'invalid_two_factor_recovery',
  'user_not_exist',
] as const satisfies ErrorName[]
