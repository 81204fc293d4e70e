import { wrongParam } from './wrong-param.ts'

/**
 * A copy of what the caller gave, with fields of our own. A text or a list would spread into fields
 * that nobody meant, and nothing at all into an empty call.
 */
export function toFields<Given extends object, const Own extends object>(
  given: Given,
  own?: Own,
): Given & Own {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw wrongParam('payload')
  }
  return { ...given, ...own } as Given & Own
}

export function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
