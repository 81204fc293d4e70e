import type { Right, Role } from '@awan/protocol/drive'

/** Something that says what the caller may do with it. */
export interface WithCapabilities {
  /** Absent where it is not known: then it is tried, and the server decides. */
  readonly capabilities?: readonly Right[] | undefined
}

export function allows({ capabilities }: WithCapabilities, right: Right): boolean {
  return capabilities === undefined || capabilities.includes(right)
}

const rightsOf: Readonly<Record<Role, readonly Right[]>> = {
  owner: ['view', 'add', 'edit', 'share', 'own'],
  manager: ['view', 'add', 'edit', 'share'],
  editor: ['view', 'add', 'edit'],
  contributor: ['view', 'add'],
  viewer: ['view'],
  drop: ['add'],
}

/** What a role allows with files that others added; everything while the role is not known. */
export function rightsOfRole(role: Role | undefined): readonly Right[] {
  return rightsOf[role ?? 'owner']
}
