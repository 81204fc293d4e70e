import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * The shape of a picture, the length of a video and the camera stand beside each file that shows the content, as the time
 * when it was taken does: the timeline is laid out and filtered without reading anything else. What was read of images
 * before is taken from there; headers of videos are read by the thumbnail runner, and their thumbnails stay.
 */
export const photoShapes: Migration = {
  name: '048-photo-shapes',
  async up(schema, { integer }, database) {
    await schema.alterTable('nodes').addColumn('aspect', integer).execute()
    await schema.alterTable('nodes').addColumn('duration_ms', integer).execute()
    await schema.alterTable('nodes').addColumn('camera', 'text').execute()

    const said = (name: string) =>
      database.kind === 'sqlite'
        ? sql`(thumbnail_jobs.picture ->> ${sql.lit(name)})`
        : sql`(thumbnail_jobs.picture::json ->> ${sql.lit(name)})`
    const number = (name: string) => sql`cast(${said(name)} as numeric)`
    await database.run(sql`
      update nodes
      set aspect = case when facts.aspect < 1 then 1 when facts.aspect > 10000 then 10000 else facts.aspect end,
          camera = facts.camera
      from (
        select versions.drive_id, versions.id,
          cast(round(100.0 * ${number('width')} / ${number('height')}) as bigint) as aspect,
          ${said('camera')} as camera
        from thumbnail_jobs
        inner join versions
          on versions.drive_id = thumbnail_jobs.drive_id and versions.blob_id = thumbnail_jobs.blob_id
        where thumbnail_jobs.picture is not null
      ) facts
      where nodes.drive_id = facts.drive_id and nodes.version_id = facts.id`)

    await database.run(sql`
      update thumbnail_jobs set state = 'waiting', attempts = 0, leased_until = 0
      where kind = 'video' and state = 'made'`)
    await database.run(sql`
      insert into thumbnail_jobs
        (drive_id, blob_id, kind, state, problem, attempts, leased_until, created_at, taken_at, picture)
      select versions.drive_id, versions.blob_id, 'video', 'waiting', null, 0, 0,
        min(versions.created_at), null, null
      from nodes
      inner join versions
        on versions.drive_id = nodes.drive_id and versions.id = nodes.version_id
      where nodes.mime_type in ('video/mp4', 'video/quicktime', 'video/webm', 'video/x-matroska')
        and nodes.size > 0
        and not exists (
          select 1 from thumbnail_jobs
          where thumbnail_jobs.drive_id = versions.drive_id
            and thumbnail_jobs.blob_id = versions.blob_id)
      group by versions.drive_id, versions.blob_id`)
  },
}
