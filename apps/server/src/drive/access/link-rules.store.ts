import type { Reader } from '../../db/database.ts'
import { createPreparedQuery } from '../../db/prepared-query.ts'
import type { LinkRow } from '../../db/tables.ts'
import type { Actor } from './actor.ts'
import { LINK_COLUMNS } from './link-columns.ts'

/** The link that a visitor came by; nobody else has one. */
export async function findLinkOf(
  reader: Reader,
  driveId: string,
  actor: Actor,
): Promise<LinkRow | undefined> {
  if (actor.kind !== 'visitor') return undefined
  const [link] = await reader.run(linkOfGrant, { driveId, grantId: actor.grantId })
  return link
}

const linkOfGrant = createPreparedQuery(
  'link_of_grant',
  ['driveId', 'grantId'],
  (reader, { driveId, grantId }) =>
    reader
      .selectFrom('links')
      .select(LINK_COLUMNS)
      .where('drive_id', '=', driveId)
      .where('grant_id', '=', grantId),
)
