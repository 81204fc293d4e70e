import type { GrantRole } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'

/** The letters of the protocol's permissions, added up. */
const READ = 1
const UPDATE = 2
const CREATE = 4
const DELETE = 8
const SHARE = 16

/** The most first. What a contributor has added is theirs to change, for which the protocol has no word. */
const FOLDER_ROLES: readonly (readonly [role: GrantRole, bits: number])[] = [
  ['manager', READ | UPDATE | CREATE | DELETE | SHARE],
  ['editor', READ | UPDATE | CREATE | DELETE],
  ['contributor', READ | CREATE],
  ['viewer', READ],
  ['drop', CREATE],
]
const FILE_ROLES: readonly (readonly [role: GrantRole, bits: number])[] = [
  ['manager', READ | UPDATE | SHARE],
  ['editor', READ | UPDATE],
  ['viewer', READ],
  // Whoever adds nothing changes nothing.
  ['contributor', READ],
]

export function permissionsOfRole(role: GrantRole, isFolder: boolean): number {
  const found = (isFolder ? FOLDER_ROLES : FILE_ROLES).find(([one]) => one === role)
  return found?.[1] ?? CREATE
}

/**
 * The role that gives the most of what is asked for, and nothing else. Clients ask for the right to share on whenever they ask
 * for everything; nobody is made a manager by that, but whoever is one stays one.
 */
export function roleOfPermissions(
  asked: number,
  { isFolder, before }: { isFolder: boolean; before?: GrantRole | undefined },
): GrantRole {
  const roles = isFolder ? FOLDER_ROLES : FILE_ROLES
  const found = roles.find(
    ([role, bits]) => (asked & bits) === bits && (role !== 'manager' || before === 'manager'),
  )
  if (!found) {
    throw new ServiceError('invalid_argument', {
      description: isFolder
        ? 'permissions must allow to read (1), or to add files without reading (4)'
        : 'permissions must allow to read (1)',
    })
  }
  // Of a file these two are the same.
  const isSame = before !== undefined && permissionsOfRole(before, isFolder) === found[1]
  return isSame ? before : found[0]
}
