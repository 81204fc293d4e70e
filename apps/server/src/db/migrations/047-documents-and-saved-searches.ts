import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Text of PDF and office documents is found too, and people save searches. */
export const documentsAndSavedSearches: Migration = {
  name: '047-documents-and-saved-searches',
  async up(schema, { text, integer, inRows }, database) {
    for (const table of ['text_queue', 'texts'] as const) {
      await schema
        .alterTable(table)
        .addColumn('reader', text, (c) => c.notNull().defaultTo('text'))
        .execute()
    }
    await schema
      .createTable('text_pieces')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('blob_id', text, (c) => c.notNull())
      .addColumn('at', integer, (c) => c.notNull())
      .addColumn('text', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('text_pieces_pk', ['drive_id', 'blob_id', 'at'])
      .modifyEnd(inRows)
      .execute()
    await schema
      .createTable('saved_searches')
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('person_sub', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('query', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('saved_searches_pk', ['person_sub', 'id'])
      .modifyEnd(inRows)
      .execute()
    // What is here already waits to be read, as what comes from now on does.
    const reader = sql`case
      when type = 'pdf' or mime_type = 'application/pdf' then 'pdf' else 'office' end`
    await database.run(sql`
      insert into text_queue (drive_id, version_id, reader)
      select drive_id, version_id, ${reader} from nodes
      where kind = 'file' and version_id is not null and (
        type in (${sql.join([...ENDINGS])})
        or mime_type = 'application/pdf'
        or mime_type like 'application/vnd.oasis.opendocument.%'
        or mime_type like 'application/vnd.openxmlformats-officedocument.%')
      on conflict do nothing`)
  },
}

const ENDINGS =
  'pdf docx docm dotx dotm xlsx xlsm xltx xltm pptx pptm ppsx ppsm potx odt ott ods ots odp otp'.split(
    ' ',
  )
