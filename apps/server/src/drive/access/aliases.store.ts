import type { Reader, Writer } from '../../db/database.ts'
import type { ShareAliasRow } from '../../db/tables.ts'

type AliasKey = Omit<ShareAliasRow, 'alias'>

export async function saveAlias(writer: Writer, row: ShareAliasRow): Promise<void> {
  await writer
    .insertInto('share_aliases')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['drive_id', 'grant_id', 'person_sub']).doUpdateSet({ alias: row.alias }),
    )
    .execute()
}

export async function deleteAlias(
  writer: Writer,
  { drive_id, grant_id, person_sub }: AliasKey,
): Promise<void> {
  await writer
    .deleteFrom('share_aliases')
    .where('drive_id', '=', drive_id)
    .where('grant_id', '=', grant_id)
    .where('person_sub', '=', person_sub)
    .execute()
}

export interface NodeAlias {
  driveId: string
  grantId: string
  nodeId: string
  alias: string
}

/** All of a person's, each with the node that it is for. */
export function listAliasesOf(reader: Reader, sub: string): Promise<NodeAlias[]> {
  return aliasesOf(reader, sub).execute()
}

/** What a person calls a node, if they have given it a name. */
export async function findAlias(
  reader: Reader,
  { sub, driveId, nodeId }: { sub: string; driveId: string; nodeId: string },
): Promise<string | undefined> {
  const found = await aliasesOf(reader, sub)
    .where('share_aliases.drive_id', '=', driveId)
    .where('grants.node_id', '=', nodeId)
    .orderBy('share_aliases.grant_id')
    .executeTakeFirst()
  return found?.alias
}

function aliasesOf(reader: Reader, sub: string) {
  return reader
    .selectFrom('share_aliases')
    .innerJoin('grants', (join) =>
      join
        .onRef('grants.drive_id', '=', 'share_aliases.drive_id')
        .onRef('grants.id', '=', 'share_aliases.grant_id'),
    )
    .select([
      'share_aliases.drive_id as driveId',
      'share_aliases.grant_id as grantId',
      'grants.node_id as nodeId',
      'share_aliases.alias',
    ])
    .where('share_aliases.person_sub', '=', sub)
}

export async function deleteAliasesOf(writer: Writer, sub: string): Promise<void> {
  await writer.deleteFrom('share_aliases').where('person_sub', '=', sub).execute()
}

/** One person's become another's; where both have named the same, the other's name stays. */
export async function handOverAliases(
  writer: Writer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await writer
    .insertInto('share_aliases')
    .columns(['drive_id', 'grant_id', 'person_sub', 'alias'])
    .expression((query) =>
      query
        .selectFrom('share_aliases')
        .select((row) => ['drive_id', 'grant_id', row.val(to).as('person_sub'), 'alias'])
        .where('person_sub', '=', from),
    )
    .onConflict((conflict) => conflict.columns(['drive_id', 'grant_id', 'person_sub']).doNothing())
    .execute()
  await deleteAliasesOf(writer, from)
}
