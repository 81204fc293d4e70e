import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'

/** A drive and who looks at it. */
export interface View {
  id: string
  reach: { actorId: string }
}

/** A node as one person sees it: with the time when they starred it, or null. */
export interface Starred {
  starred_at: number | null
}

/** For a query of `nodes`: when this person starred each. A visitor of a link has no stars. */
export function starredAt(viewer: string) {
  return sql<number | null>`(
    select node_marks.starred_at from node_marks
    where node_marks.drive_id = nodes.drive_id
      and node_marks.node_id = nodes.id
      and node_marks.person_sub = ${viewer})`
}

/** The nodes of a drive that a person has starred, or opened, each with the mark. */
export function markedNodes(reader: Reader, { id, reach }: View, mark: 'starred_at' | 'opened_at') {
  return reader
    .selectFrom('node_marks')
    .innerJoin('nodes', (join) =>
      join
        .onRef('nodes.drive_id', '=', 'node_marks.drive_id')
        .onRef('nodes.id', '=', 'node_marks.node_id'),
    )
    .where('node_marks.person_sub', '=', reach.actorId)
    .where('node_marks.drive_id', '=', id)
    .where(`node_marks.${mark}`, 'is not', null)
}
