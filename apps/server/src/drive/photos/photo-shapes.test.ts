import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { type Migration, migratePostgres, migrateSqlite } from '../../db/migrate.ts'
import { photoShapes } from '../../db/migrations/048-photo-shapes.ts'
import { migrations } from '../../db/migrations/index.ts'
import { openPostgres } from '../../db/postgres.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { usePostgresDatabases, useSqliteFiles } from '../../db/testing.ts'
import { joinDrive } from '../testing.ts'
import { someMp4 } from '../thumbnails/video/testing-videos.ts'

const KINDS = [
  { kind: 'SQLite', usePlaces: useSqliteFiles, migrate: migrateSqlite, openAt: openSqlite },
  {
    kind: 'PostgreSQL',
    usePlaces: usePostgresDatabases,
    migrate: migratePostgres,
    openAt: openPostgres,
  },
]

/** Takes away what the migration has brought, so that it is applied once more. */
const withoutShapes: Migration = {
  name: '998-without-shapes',
  async up(schema) {
    for (const column of ['aspect', 'duration_ms', 'camera']) {
      await schema.alterTable('nodes').dropColumn(column).execute()
    }
  },
}

describe.each(KINDS)('on $kind', ({ usePlaces, migrate, openAt }) => {
  const { place } = usePlaces()

  test('the migration gives earlier photos their shape and camera, and has earlier videos read', async () => {
    const at = await place('empty')
    await migrate(at, migrations)
    const blobs = createMemoryBlobStore()
    const image = sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    {
      await using db = openAt(at)
      const drive = joinDrive(db, blobs)
      const photo = image
        .clone()
        .withExif({ IFD0: { Model: 'Pinhole' } })
        .jpeg()
      await drive.upload('ana', 'photo.jpg', await photo.toBuffer())
      await drive.upload('ana', 'plain.png', await image.png().toBuffer())
      await drive.upload('ana', 'seen.mp4', someMp4({ seconds: 5 }))
      await drive.upload('ana', 'unseen.mp4', someMp4({ seconds: 6 }))
      await drive.thumbnails.runner.run()
      // As the server left them that had no columns for it: one video with its pictures, one without a program.
      await db.write(async (w) => {
        const { blob_id } = await w
          .selectFrom('nodes')
          .innerJoin('versions', 'versions.id', 'nodes.version_id')
          .select('versions.blob_id')
          .where('nodes.name', '=', 'unseen.mp4')
          .executeTakeFirstOrThrow()
        await w.deleteFrom('thumbnail_jobs').where('blob_id', '=', blob_id).execute()
        const videos = w.updateTable('thumbnail_jobs').where('kind', '=', 'video')
        await videos.set({ state: 'made', picture: null, problem: null }).execute()
      })
    }
    const again = { ...photoShapes, name: '999-shapes-again' }
    await migrate(at, [...migrations, withoutShapes, again])

    await using db = openAt(at)
    const drive = joinDrive(db, blobs)
    const shown = () =>
      db.read((r) =>
        r
          .selectFrom('nodes')
          .select(['name', 'aspect', 'duration_ms', 'camera'])
          .where('kind', '=', 'file')
          .orderBy('name')
          .execute(),
      )
    const nothing = { aspect: null, duration_ms: null, camera: null }
    const images = [
      { name: 'photo.jpg', aspect: 150, duration_ms: null, camera: 'Pinhole' },
      { name: 'plain.png', aspect: 150, duration_ms: null, camera: null },
    ]
    expect(await shown()).toEqual([
      ...images,
      { name: 'seen.mp4', ...nothing },
      { name: 'unseen.mp4', ...nothing },
    ])
    await drive.thumbnails.runner.run()
    expect(await shown()).toEqual([
      ...images,
      { name: 'seen.mp4', aspect: 178, duration_ms: 5_000, camera: null },
      { name: 'unseen.mp4', aspect: 178, duration_ms: 6_000, camera: null },
    ])
  })
})
