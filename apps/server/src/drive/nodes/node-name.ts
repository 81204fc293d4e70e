import { ServiceError } from '@awan/protocol/errors'

/** What every file system that may meet a name can store. */
export const MAX_NAME_BYTES = 255

/**
 * Brings a name to the form in which it is kept, which is NFC and nothing else: spaces around it and dots at
 * its end are names on other systems too, and a client that finds another name than it sent loses its
 * file. What cannot be kept is refused with its reason.
 */
export function toNodeName(given: string): string {
  const name = given.normalize('NFC')
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
