import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Stars and openings belong to a person, not to the node: stars that were there are the owner's. */
export const marks: Migration = {
  name: '021-marks',
  async up(schema, { text, integer, inPrimaryKey }, { run }) {
    await schema
      .createTable('node_marks')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('node_id', text, (c) => c.notNull())
      .addColumn('person_sub', text, (c) => c.notNull())
      .addColumn('starred_at', integer)
      .addColumn('opened_at', integer)
      .addPrimaryKeyConstraint('node_marks_pk', ['drive_id', 'node_id', 'person_sub'])
      .modifyEnd(inPrimaryKey)
      .execute()
    for (const [index, column] of [
      ['node_marks_starred', 'starred_at'],
      ['node_marks_opened', 'opened_at'],
    ] as const) {
      await schema
        .createIndex(index)
        .on('node_marks')
        .columns(['person_sub', 'drive_id', column, 'node_id'])
        .execute()
    }
    await run(sql`
      insert into node_marks (drive_id, node_id, person_sub, starred_at)
      select nodes.drive_id, nodes.id, drives.owner_sub, nodes.starred_at
      from nodes inner join drives on drives.id = nodes.drive_id
      where nodes.starred_at is not null`)
    await schema.dropIndex('nodes_starred').execute()
    await schema.alterTable('nodes').dropColumn('starred_at').execute()
    await schema.alterTable('changes').addColumn('private_to', text).execute()
  },
}
