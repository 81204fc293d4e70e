import { isServiceError } from '@awan/protocol/errors'
import { isPossible } from '../../kernel/zip/read-content.ts'
import { DEFLATED, type DirectoryEntry, STORED } from '../../kernel/zip/read-directory.ts'
import type { Path } from '../nodes/growing-tree.ts'
import { toNodeName } from '../nodes/node-name.ts'
import { MAX_DEPTH } from '../nodes/tree.ts'
import { ExtractTrouble } from './extract-trouble.ts'

/** What becomes of an entry, as far as the directory tells. */
export type Planned = { kind: 'folder' | 'file'; path: Path } | ExtractTrouble

/** Looks at nothing but the record of the entry. */
export function planEntry(entry: DirectoryEntry): Planned {
  try {
    const path = toPath(entry)
    if (entry.isFolder) return { kind: 'folder', path }
    if (path.length === 0) return new ExtractTrouble('name')
    if (entry.isSpecial) return new ExtractTrouble('link')
    if (entry.isEncrypted) return new ExtractTrouble('encrypted')
    if (entry.method !== STORED && entry.method !== DEFLATED) {
      return new ExtractTrouble(
        'method',
        `the entry is packed by the unknown method ${entry.method}`,
      )
    }
    if (!isPossible(entry)) return new ExtractTrouble('damaged')
    return { kind: 'file', path }
  } catch (error) {
    if (error instanceof ExtractTrouble) return error
    if (isServiceError(error)) return new ExtractTrouble('name', error.description)
    throw error
  }
}

/** How many names of a path are not those of another one, which was there before. */
export function countNewNames(path: Path, before: Path): number {
  const different = path.findIndex((name, at) => name !== before[at])
  return different === -1 ? 0 : path.length - different
}

/** How an entry is called in its archive, for people. */
export function nameInArchive({ name, rawName }: DirectoryEntry): string {
  return name ?? rawName.toString('latin1')
}

/**
 * Below the new folder, whatever the entry says: a path from the root of a disk begins there too, and each name keeps the
 * rules that the names of uploaded folders keep, so that `..` is none. A backslash separates names where the archive was
 * made on Windows and has no slash in the name; else it is a character as any other.
 */
function toPath({ name, isFromWindows }: DirectoryEntry): Path {
  if (name === undefined) throw new ExtractTrouble('name', 'the name is not valid Unicode')
  const separated = isFromWindows && !name.includes('/') ? name.replaceAll('\\', '/') : name
  const names = separated.split('/').filter((part) => part !== '' && part !== '.')
  if (names.length > MAX_DEPTH) throw new ExtractTrouble('too_deep')
  return names.map(toNodeName)
}
