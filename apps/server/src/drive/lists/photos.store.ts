import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { starredAt, type View } from '../marks/own-marks.ts'
import { isForPeople } from '../nodes/tree.ts'
import type { TimeKey } from '../time-token.ts'

/** Which of the images and videos are wanted. */
export interface PhotoFilter {
  kind?: 'image' | 'video' | undefined
  starred?: boolean | undefined
  camera?: string | undefined
}

/** As each database says what is true. */
export type IsHidden = number | boolean

/** When it was taken, else when it was last changed: as the index says it, word for word. */
export const takenAt = sql<number>`coalesce(nodes.taken_at, nodes.modified_at)`
const isPhoto = sql<boolean>`(nodes.mime_type >= 'image/' and nodes.mime_type < 'image0' or nodes.mime_type >= 'video/' and nodes.mime_type < 'video0')`
const isVideo = sql<IsHidden>`(nodes.mime_type >= 'video/')`

/** No photos, whatever their type is called. */
const isDrawing = sql<boolean>`nodes.mime_type in ('image/svg+xml', 'image/x-icon', 'image/vnd.dwg', 'image/vnd.dxf')`

export const isHidden = sql<IsHidden>`(nodes.trashed_at is not null or nodes.deleted_by is not null or not (${isForPeople}))`

export function photoQuery(
  reader: Reader,
  { id, reach }: View,
  date: typeof takenAt,
  { before, filter = {} }: { before: TimeKey | undefined; filter?: PhotoFilter | undefined },
) {
  const unwanted = isUnwanted(filter, reach.actorId)
  const query = reader
    .selectFrom('nodes')
    .select(['nodes.id', 'nodes.parent_id', 'nodes.trashed_from'])
    .select(date.as('at'))
    .select(sql<IsHidden>`(${isHidden} or ${isDrawing} or ${unwanted})`.as('is_hidden'))
    .where('nodes.drive_id', '=', id)
    .where(isPhoto)
    .orderBy(date, 'desc')
    .orderBy('nodes.id', 'desc')
  if (!before) return query
  return query.where(sql<boolean>`(${date}, nodes.id) < (${before.at}, ${before.id})`)
}

/** Every photo, with what a timeline says of all of them, and whether the filter wants it. */
export function timelineQuery(
  reader: Reader,
  drive: View,
  options: { before: TimeKey | undefined; filter: PhotoFilter },
) {
  return photoQuery(reader, drive, takenAt, { before: options.before })
    .select(['nodes.aspect', 'nodes.camera'])
    .select(isVideo.as('is_video'))
    .select(isUnwanted(options.filter, drive.reach.actorId).as('is_unwanted'))
}

/** A part of what is selected and not of the condition: if the query left it out, it might pass a million of them. */
function isUnwanted({ kind, starred, camera }: PhotoFilter, actorId: string) {
  const reasons = [sql`1 = 0`]
  if (kind !== undefined) reasons.push(kind === 'video' ? sql`not ${isVideo}` : isVideo)
  if (camera !== undefined) reasons.push(sql`nodes.camera is null or nodes.camera <> ${camera}`)
  if (starred !== undefined) {
    const is = starred ? sql`is null` : sql`is not null`
    reasons.push(sql`${starredAt(actorId)} ${is}`)
  }
  return sql<IsHidden>`(${sql.join(reasons, sql` or `)})`
}
