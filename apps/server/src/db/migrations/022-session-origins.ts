import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * When the person behind a session proved who they are, and which session it comes from. A session
 * that was handed on before this was known counts as never proven: its owner is asked once more.
 */
export const sessionOrigins: Migration = {
  name: '022-session-origins',
  async up(schema, { text, integer }, { kind, run }) {
    await schema
      .alterTable('sessions')
      .addColumn('authenticated_at', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    await schema
      .alterTable('sessions')
      .addColumn('root_id', text, (c) => c.notNull().defaultTo(''))
      .execute()
    await schema
      .alterTable('sessions')
      .addColumn('by_device_code', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    const dataOf = (name: string) =>
      kind === 'sqlite'
        ? sql`json_extract(envelope, ${sql.lit(`$.data.${name}`)})`
        : sql`(envelope::json -> 'data' ->> ${sql.lit(name)})`
    const openedBy = (...methods: string[]) => sql`
      select ${dataOf('session_id')} from account_events
      where type = 'account.signed_in' and ${dataOf('method')} in (${sql.join(methods.map((method) => sql.lit(method)))})`
    await run(sql`update sessions set authenticated_at = created_at, root_id = id`)
    await run(sql`
      update sessions set authenticated_at = 0
      where id in (${openedBy('token', 'device', 'app', 'anonymous')})`)
    await run(sql`update sessions set by_device_code = 1 where id in (${openedBy('device')})`)

    await schema.alterTable('authorization_codes').dropColumn('signed_in_at').execute()
    for (const table of ['authorization_codes', 'device_codes']) {
      await schema.alterTable(table).addColumn('source_session_id', text).execute()
    }
  },
}
