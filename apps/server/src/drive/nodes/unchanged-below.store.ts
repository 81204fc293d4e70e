import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'

/** A copy, by the node on top of it and by what all ids of its task begin with. */
export interface Copy {
  driveId: string
  topId: string
  prefix: string
}

export interface Unchanged {
  /** The largest trees that are as the task has made them. */
  ids: string[]
  /** How many nodes were added or changed since, with all that is in such folders. */
  changed: number
}

/** Whether a task has made this node and nobody has changed it since. */
export function isAsMade({ id, revision }: Pick<NodeRow, 'id' | 'revision'>, prefix: string) {
  return id.startsWith(prefix) && revision === 1
}

/** Looks at all of the copy, and gives some of what is unchanged: not for short work. */
export async function findUnchanged(reader: Reader, copy: Copy, limit: number): Promise<Unchanged> {
  const folders = await withChanges(reader, copy)
    .selectFrom('below')
    .select(['below.id', 'below.parent_id', 'below.is_changed'])
    .where('below.kind', '=', 'folder')
    .execute()
  const changes = await withChanges(reader, copy)
    .selectFrom('below')
    .select((below) => ['below.parent_id', below.fn.countAll<number>().as('count')])
    .where('below.is_changed', '=', 1)
    .groupBy('below.parent_id')
    .execute()
  const changed = changes.reduce((sum, { count }) => sum + Number(count), 0)
  if (changed === 0) return { ids: [copy.topId], changed }
  const parents = new Map(folders.map(({ id, parent_id }) => [id, parent_id]))
  // A folder stays that something is in which stays.
  const staying = new Set<string>()
  for (const { parent_id } of changes) {
    let id = parent_id
    while (id !== null && parents.has(id) && !staying.has(id)) {
      staying.add(id)
      id = parents.get(id) ?? null
    }
  }
  const asMade = folders.filter(({ is_changed }) => Number(is_changed) === 0)
  const open = asMade.flatMap(({ id }) => (staying.has(id) ? id : []))
  const ids = asMade
    .filter(({ id, parent_id }) => !staying.has(id) && staying.has(parent_id ?? ''))
    .slice(0, limit)
    .map(({ id }) => id)
  for (let at = 0; at < open.length && ids.length < limit; at += FOLDERS_AT_ONCE) {
    const files = await reader
      .selectFrom('nodes')
      .select('id')
      .where('drive_id', '=', copy.driveId)
      .where('parent_id', 'in', open.slice(at, at + FOLDERS_AT_ONCE))
      .where('kind', '=', 'file')
      .where('revision', '=', 1)
      .where('id', 'like', `${copy.prefix}%`)
      .limit(limit - ids.length)
      .execute()
    ids.push(...files.map(({ id }) => id))
  }
  return { ids, changed }
}

const FOLDERS_AT_ONCE = 500

/** All nodes of the copy, each with whether it, or a folder above it, was added or changed. */
function withChanges(reader: Reader, { driveId, topId, prefix }: Copy) {
  const own = sql`nodes.revision <> 1 or nodes.id not like ${`${prefix}%`}`
  return reader.withRecursive('below(id, parent_id, kind, is_changed)', (query) =>
    query
      .selectFrom('nodes')
      .select(['nodes.id', 'nodes.parent_id', 'nodes.kind'])
      .select(sql<number>`case when ${own} then 1 else 0 end`.as('is_changed'))
      .where('nodes.drive_id', '=', driveId)
      .where('nodes.id', '=', topId)
      .unionAll(
        query
          .selectFrom('below')
          .crossJoin('nodes')
          .select(['nodes.id', 'nodes.parent_id', 'nodes.kind'])
          .select(
            sql<number>`case when below.is_changed = 1 or ${own} then 1 else 0 end`.as(
              'is_changed',
            ),
          )
          .whereRef('nodes.parent_id', '=', 'below.id')
          .where('nodes.drive_id', '=', driveId),
      ),
  )
}
