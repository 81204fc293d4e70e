import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** So many numbers a drive takes at once; `drives/node-numbers.ts` says the same. */
const BLOCK = 2 ** 24

/** Each node has a number of its own, for clients that know files by a number of 63 bits. */
export const nodeNumbers: Migration = {
  name: '018-node-numbers',
  async up(schema, { text, integer, inPrimaryKey }, { run }) {
    await schema
      .createTable('counters')
      .addColumn('name', text, (c) => c.notNull().primaryKey())
      .addColumn('value', integer, (c) => c.notNull())
      .modifyEnd(inPrimaryKey)
      .execute()
    for (const column of ['number_base', 'numbers_until_seq']) {
      await schema
        .alterTable('drives')
        .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
        .execute()
    }
    await schema
      .alterTable('nodes')
      .addColumn('number', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    await run(sql`
      update nodes set number = numbered.n
      from (
        select drive_id, id, row_number() over (order by drive_id, id) as n from nodes
      ) as numbered
      where numbered.drive_id = nodes.drive_id and numbered.id = nodes.id`)
    await run(sql`
      insert into counters (name, value)
      select 'node_numbers', (count(*) / ${sql.lit(BLOCK)} + 1) * ${sql.lit(BLOCK)}
      from nodes having count(*) > 0`)
    await schema
      .createIndex('nodes_by_number')
      .unique()
      .on('nodes')
      .columns(['drive_id', 'number'])
      .execute()
  },
}
