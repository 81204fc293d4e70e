import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { DriveRow, NodeMarkRow, NodeRow } from '../../db/tables.ts'
import { type NewNode, newNode } from './new-node.ts'

/** A row that no transaction of the drive makes. Its number is its own, in other processes too. */
export function plantedNode(node: Omit<NewNode, 'number'>): NodeRow {
  return newNode({ ...node, number: plantedNumber++ })
}

let plantedNumber = Date.now() * 1000

/** Stars that no transaction of the drive makes. */
export async function plantStars(
  db: Database,
  sub: string,
  stars: readonly (Pick<NodeMarkRow, 'drive_id' | 'node_id' | 'starred_at'> &
    Partial<NodeMarkRow>)[],
): Promise<void> {
  await db.write(async (writer) => {
    for (let at = 0; at < stars.length; at += STARS_AT_ONCE) {
      const rows = stars
        .slice(at, at + STARS_AT_ONCE)
        .map((star) => ({ opened_at: null, ...star, person_sub: sub }))
      await writer.insertInto('node_marks').values(rows).execute()
    }
  })
}

const STARS_AT_ONCE = 500

const AT_ONCE = 10_000
const FIRST = 1_000_000

/**
 * So many files in the top folder, made by the database itself: `hay 1000001`, … Sizes, times and
 * endings repeat, so that every order has entries that only their names tell apart.
 */
export async function insertManyFiles(db: Database, drive: DriveRow, count: number): Promise<void> {
  for (let from = 1; from <= count; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE - 1, count)
    const numbers = sql`with recursive numbers(n) as (
      select cast(${sql.lit(FIRST + from)} as bigint) union all
      select n + 1 from numbers where n < ${sql.lit(FIRST + to)}
    )`
    const rows = sql`${numbers} select
      cast(${drive.id} as text), 'm' || n, cast(${drive.root_id} as text), 'file', 'hay ' || n,
      '1hay ' || n || cast(${'\u0001'} as text), n % 5000, 1, n % 1000, n % 700, 't' || n % 20, n, n from numbers`
    await db.write((writer) =>
      writer
        .insertInto('nodes')
        .columns([
          'drive_id',
          'id',
          'parent_id',
          'kind',
          'name',
          'sort_key',
          'size',
          'revision',
          'created_at',
          'modified_at',
          'type',
          'touched_at',
          'number',
        ])
        .expression(rows as never)
        .execute(),
    )
  }
}
