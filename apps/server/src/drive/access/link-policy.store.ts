import type { Reader, Writer } from '../../db/database.ts'
import type { LinkPolicyRow } from '../../db/tables.ts'

const NAME = 'links'

export function findLinkPolicy(reader: Reader): Promise<LinkPolicyRow | undefined> {
  return reader.selectFrom('link_policy').selectAll().where('name', '=', NAME).executeTakeFirst()
}

export async function saveLinkPolicy(
  writer: Writer,
  policy: Omit<LinkPolicyRow, 'name'>,
): Promise<void> {
  await writer
    .insertInto('link_policy')
    .values({ name: NAME, ...policy })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(policy))
    .execute()
}
