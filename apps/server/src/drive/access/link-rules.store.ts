import type { Reader } from '../../db/database.ts'
import type { LinkRow } from '../../db/tables.ts'
import type { Actor } from './actor.ts'

/** The link that a visitor came by; nobody else has one. */
export async function findLinkOf(
  reader: Reader,
  driveId: string,
  actor: Actor,
): Promise<LinkRow | undefined> {
  if (actor.kind !== 'visitor') return undefined
  return reader
    .selectFrom('links')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('grant_id', '=', actor.grantId)
    .executeTakeFirst()
}
