import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** What programs leave for themselves stands behind the files of people, so that a list without it reads nothing of it. */
export const systemFiles: Migration = {
  name: '045-system-files',
  async up(_schema, _types, database) {
    // One look at all nodes, for no index leads to these.
    const isLeft = RANGES.map(
      ({ from, to }) => sql`sort_key >= ${sql.lit(from)} and sort_key < ${sql.lit(to)}`,
    )
    await database.run(sql`
      update nodes set sort_key = '2' || substr(sort_key, 2)
      where kind = 'file' and (${sql.join(isLeft, sql` or `)})`)
  },
}

/** As sort keys have them: `._…`, `~$…`, and in whichever case `.DS_Store` and `Thumbs.db`. */
const RANGES = [
  { from: '1._', to: '1.`' },
  { from: '1~$', to: '1~%' },
  { from: '1.ds_store\u0001', to: '1.ds_store\u0002' },
  { from: '1thumbs.db\u0001', to: '1thumbs.db\u0002' },
] as const
