import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedQuery } from '../../db/prepared-query.ts'
import type { LinkPolicyRow } from '../../db/tables.ts'

const NAME = 'links'

export async function findLinkPolicy(reader: Reader): Promise<LinkPolicyRow | undefined> {
  const [policy] = await reader.run(policyByName, { name: NAME })
  return policy
}

/** Every visitor's call asks for it. */
const policyByName = createPreparedQuery('link_policy_by_name', ['name'], (reader, { name }) =>
  reader
    .selectFrom('link_policy')
    .select(['name', 'is_on', 'needs_password', 'max_days', 'open_names'])
    .where('name', '=', name),
)

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
