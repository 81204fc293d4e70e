import { z } from 'zod'

/**
 * What a call needs on a node. `view` sees and downloads, `add` puts something new into a folder, `edit`
 * changes what is there, `share` gives access to others, `own` removes for good.
 */
export const right = z.enum(['view', 'add', 'edit', 'share', 'own'])
export type Right = z.output<typeof right>

/**
 * What a grant gives. A contributor edits only what they added themselves; a drop adds, and sees only what
 * this sender sent.
 */
export const grantRole = z.enum(['manager', 'editor', 'contributor', 'viewer', 'drop'])
export type GrantRole = z.output<typeof grantRole>

/** The owner of a drive needs no grant. */
export const role = z.enum(['owner', ...grantRole.options])
export type Role = z.output<typeof role>
