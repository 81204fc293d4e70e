import { ServiceError } from '@awan/protocol/errors'

/** What every file system that may meet a name can store. */
export const MAX_NAME_BYTES = 255

/**
 * Brings a name to the form in which it is kept: NFC, and without white space around it, which
 * nobody sees and which would make two names of one.
 */
export function toNodeName(given: string): string {
  const name = given.normalize('NFC').trim()
  const problem = findProblem(name)
  if (problem !== undefined) {
    throw new ServiceError('invalid_argument', { description: `the name ${problem}` })
  }
  return name
}

function findProblem(name: string): string | undefined {
  if (name === '') return 'is empty'
  if (name === '.' || name === '..') return 'is reserved'
  if (!name.isWellFormed()) return 'is not valid Unicode'
  if (name.includes('/')) return 'contains a slash'
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return 'contains a control character'
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `is longer than ${MAX_NAME_BYTES} bytes`
  return undefined
}
