import type { Grantee } from '../access/grants.ts'
import { allows, type RightSet } from '../access/rights.ts'
import type { ContentChecksum } from '../contents/blob-checksums.ts'

/** The same on every server: the number before it is what tells files apart. */
const SERVER = 'awan'

/** How clients that sync know a file or folder: its number, with the mark of a server behind it. */
export function toClientId(number: number | string): string {
  return `${String(number).padStart(8, '0')}${SERVER}`
}

/** Folders that no drive has are numbered above all nodes, whose numbers are below 2^53. */
export function numberOfList(index: number): string {
  return String(2n ** 62n + BigInt(index))
}

/**
 * What the caller may do, in the letters of the protocol: read, delete, rename, move, write a file, add files and folders to a folder,
 * share; S for what is somebody else's. Without G a client does not even read.
 */
export function permissionsOf({
  node,
  isFolder,
  isOthers,
  isTop,
}: {
  /** Undefined for folders that no drive has. */
  node?: { rights: RightSet } | undefined
  isFolder: boolean
  isOthers: boolean
  isTop: boolean
}): string {
  const shared = isOthers ? 'S' : ''
  if (!node) return `${shared}G`
  const { rights } = node
  const may = (right: 'share' | 'edit' | 'add', letters: string) =>
    allows(rights, right) ? letters : ''
  return (
    shared +
    may('share', 'R') +
    'G' +
    (isTop ? '' : may('edit', 'DNV')) +
    (isFolder ? may('add', 'CK') : isTop ? '' : may('edit', 'W'))
  )
}

/** By which numbers the protocol knows ways of sharing. */
export const SHARE_TYPES: readonly (readonly [kind: Grantee['kind'], type: number])[] = [
  ['person', 0],
  ['group', 1],
  ['link', 3],
  ['email', 4],
]

/** `SHA1:… MD5:…`, as clients send them one by one. */
export function checksumsText(checksums: readonly ContentChecksum[]): string {
  return checksums
    .map(
      ({ algorithm, value }) =>
        `${CLIENT_NAMES.get(algorithm) ?? algorithm.toUpperCase()}:${value}`,
    )
    .join(' ')
}

const CLIENT_NAMES = new Map([['adler32', 'Adler32']])
