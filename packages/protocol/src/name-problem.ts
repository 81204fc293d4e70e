/** What every file system that may meet a name can store. */
export const MAX_NAME_BYTES = 255

/** Why a file or folder cannot have a name. */
export type NameProblem = 'empty' | 'reserved' | 'unicode' | 'slash' | 'control' | 'long'

/** The server refuses a name for this reason, so that a form can say it before the name is sent. */
export function nameProblem(given: string): NameProblem | undefined {
  const name = toStoredName(given)
  if (name === '') return 'empty'
  if (name === '.' || name === '..') return 'reserved'
  if (!name.isWellFormed()) return 'unicode'
  if (name.includes('/')) return 'slash'
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return 'control'
  return nameBytes(name) > MAX_NAME_BYTES ? 'long' : undefined
}

/**
 * The form in which a name is stored, which is NFC and nothing else: spaces around it and dots at its end
 * are names on other systems too, and a client that finds another name than it sent loses its file.
 */
export function toStoredName(given: string): string {
  return given.normalize('NFC')
}

/** How many of the bytes that a name may have it takes. */
export function nameBytes(given: string): number {
  return new TextEncoder().encode(toStoredName(given)).length
}
