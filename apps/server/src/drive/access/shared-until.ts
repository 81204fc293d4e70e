import { sql } from 'kysely'

/** A node with when its last grant ends; null or absent where it has none of its own. */
export interface Shared {
  shared_until?: number | null
}

/** Later than every time: some grant does not expire. */
const NEVER = 8_640_000_000_000_000

/**
 * For a query of the `nodes` of a drive. Compared with the time afterwards, so that a prepared query needs none. Whether the
 * drive has any grant is looked up once for all rows: where nothing is shared, a page costs what it did before.
 */
export function sharedUntil(driveId: string) {
  return sql<number | null>`case
    when exists (select 1 from grants where grants.drive_id = ${driveId})
    then (
      select max(coalesce(grants.expires_at, ${sql.lit(NEVER)})) from grants
      where grants.drive_id = ${driveId} and grants.node_id = nodes.id)
    end`
}
