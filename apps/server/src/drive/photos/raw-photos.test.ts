import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { migratePostgres, migrateSqlite } from '../../db/migrate.ts'
import { rawPhotos } from '../../db/migrations/046-raw-photos.ts'
import { migrations } from '../../db/migrations/index.ts'
import { openPostgres } from '../../db/postgres.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { usePostgresDatabases, useSqliteFiles } from '../../db/testing.ts'
import { joinDrive } from '../testing.ts'

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

  test('the migration gives raw photos the type that they would get now, and changes no other file', async () => {
    const at = await place('empty')
    const others = migrations.filter((migration) => migration !== rawPhotos)
    await migrate(at, others)
    const blobs = createMemoryBlobStore()
    const names = ['a.CR2', 'b.nef', 'c.arw', 'd.raf', 'note.txt', 'nef', 'e.ORF']
    {
      await using db = openAt(at)
      const drive = joinDrive(db, blobs)
      for (const name of names) await drive.upload('ana', name, Buffer.from(name))
      await db.write(async (w) => {
        const raw = w.updateTable('nodes').where('type', 'in', ['cr2', 'nef', 'arw', 'raf'])
        await raw.set({ mime_type: null }).execute()
        const said = w.updateTable('nodes').where('type', '=', 'raf')
        await said.set({ mime_type: 'application/octet-stream' }).execute()
        const own = w.updateTable('nodes').where('type', '=', 'orf')
        await own.set({ mime_type: 'image/own' }).execute()
      })
    }
    expect(await migrate(at, [...others, rawPhotos])).toContain(rawPhotos.name)

    await using db = openAt(at)
    const rows = await db.read((r) =>
      r.selectFrom('nodes').select(['name', 'mime_type']).where('kind', '=', 'file').execute(),
    )
    expect(Object.fromEntries(rows.map(({ name, mime_type }) => [name, mime_type]))).toEqual({
      'a.CR2': 'image/x-canon-cr2',
      'b.nef': 'image/x-nikon-nef',
      'c.arw': 'image/x-sony-arw',
      'd.raf': 'image/x-fuji-raf',
      'e.ORF': 'image/own',
      'note.txt': 'text/plain',
      nef: null,
    })
  })
})
