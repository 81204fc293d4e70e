import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { migratePostgres, migrateSqlite } from '../../db/migrate.ts'
import { earlierPhotos } from '../../db/migrations/016-earlier-photos.ts'
import { migrations } from '../../db/migrations/index.ts'
import { openPostgres } from '../../db/postgres.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { usePostgresDatabases, useSqliteFiles } from '../../db/testing.ts'
import { joinDrive, type TestDrive } from '../testing.ts'

const KINDS = [
  { kind: 'SQLite', usePlaces: useSqliteFiles, migrate: migrateSqlite, openAt: openSqlite },
  {
    kind: 'PostgreSQL',
    usePlaces: usePostgresDatabases,
    migrate: migratePostgres,
    openAt: openPostgres,
  },
]

describe.each(KINDS)('on $kind', ({ usePlaces, migrate, openAt }) => {
  const { place } = usePlaces()

  test('the migration finds the capture time of photos that already had thumbnails', async () => {
    const at = await place('empty')
    // What came later is there before it: today's code does not run on an older database.
    const others = migrations.filter((migration) => migration !== earlierPhotos)
    await migrate(at, others)
    const blobs = createMemoryBlobStore()
    {
      await using db = openAt(at)
      const drive = joinDrive(db, blobs)
      await drive.upload('ana', 'old.jpg', await photo(1))
      await drive.upload('ana', 'new.jpg', await photo(2))
      await drive.thumbnails.runner.run()
      await asBeforeTheTimeline(drive, 'old.jpg')
    }
    expect(await migrate(at, [...others, earlierPhotos])).toContain(earlierPhotos.name)

    await using db = openAt(at)
    const drive = joinDrive(db, blobs)
    const before = await picturesOf(drive)
    expect(await takenOf(drive)).toEqual({ 'new.jpg': TAKEN_AT, 'old.jpg': null })
    const waiting = await db.read((r) =>
      r.selectFrom('thumbnail_jobs').selectAll().where('state', '=', 'waiting').execute(),
    )
    expect(waiting).toHaveLength(1)
    await drive.thumbnails.runner.run()
    expect(await takenOf(drive)).toEqual({ 'new.jpg': TAKEN_AT, 'old.jpg': TAKEN_AT })
    expect(await picturesOf(drive)).toEqual(before)
  })
})

const TAKEN_AT = Date.UTC(2019, 4, 2, 10)

function photo(red: number): Promise<Buffer> {
  const background = { r: red, g: 0, b: 0 }
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .withExif({ IFD2: { DateTimeOriginal: '2019:05:02 10:00:00' } })
    .jpeg()
    .toBuffer()
}

/** Its thumbnails were made by a version that knew of no cameras. */
async function asBeforeTheTimeline({ db }: TestDrive, name: string): Promise<void> {
  await db.write(async (w) => {
    const nodes = w.updateTable('nodes').set({ taken_at: null }).where('name', '=', name)
    const { version_id } = await nodes.returning('version_id').executeTakeFirstOrThrow()
    const { blob_id } = await w
      .selectFrom('versions')
      .select('blob_id')
      .where('id', '=', version_id ?? '')
      .executeTakeFirstOrThrow()
    await w
      .updateTable('thumbnail_jobs')
      .set({ taken_at: null, created_at: 1 })
      .where('blob_id', '=', blob_id)
      .execute()
  })
}

async function takenOf({ db }: TestDrive): Promise<Record<string, number | null>> {
  const rows = await db.read((r) =>
    r
      .selectFrom('nodes')
      .select(['name', 'taken_at'])
      .where('kind', '=', 'file')
      .orderBy('name')
      .execute(),
  )
  return Object.fromEntries(rows.map(({ name, taken_at }) => [name, taken_at]))
}

function picturesOf({ db }: TestDrive) {
  return db.read((r) => r.selectFrom('thumbnails').selectAll().orderBy('picture_id').execute())
}
