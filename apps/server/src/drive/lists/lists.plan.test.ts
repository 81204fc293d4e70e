import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Database } from '../../db/database.ts'
import { createCompilingReader } from '../../db/handle.ts'
import type { DriveRow } from '../../db/tables.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { insertManyFiles, plantStars } from '../nodes/testing.ts'
import { joinDrive } from '../testing.ts'
import { placedQuery } from './inside.store.ts'
import { type ListTime, timeQuery, trashedNamesQuery } from './lists.store.ts'
import type { WholePlace } from './whole-place.ts'

const INDEXES = {
  touched_at: 'nodes_recent',
  starred_at: 'node_marks_starred',
  opened_at: 'node_marks_opened',
  trashed_at: 'nodes_in_trash',
  taken_at: 'nodes_photos',
  modified_at: 'nodes_photos_by_change',
} satisfies Record<ListTime, string>

onEachExplainedDatabase((open, kind) => {
  test('each list of the whole drive reads one range of its own index', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, 5_000)
    await db.write(async (writer) => {
      const some = writer.updateTable('nodes').where('size', '<', 500)
      await some.set({ trashed_at: 5, parent_id: null }).where('kind', '=', 'file').execute()
    })
    await starSome(db, drive)
    await analyze()
    const reader = createCompilingReader(kind)
    for (const [time, index] of Object.entries(INDEXES) as [ListTime, string][]) {
      for (const before of [undefined, { at: 5, id: 'm1000300' }]) {
        const query = timeQuery(reader, viewOf(drive), time, before).limit(50)
        const table = time === 'starred_at' || time === 'opened_at' ? 'node_marks' : 'nodes'
        const cost = await explain(query.compile(), table)
        expect(cost.excess, time).toEqual([])
        expect(cost.ranges[0], time).toContain(index)
      }
    }
  })

  test('a search in the trash reads one range of its index', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, 20_000)
    await db.write(async (writer) => {
      const some = writer.updateTable('nodes').where('size', '<', 500)
      await some.set({ trashed_at: 5, parent_id: null }).where('kind', '=', 'file').execute()
    })
    await analyze()
    const reader = createCompilingReader(kind)
    for (const before of [undefined, { at: 5, id: 'm1000300' }]) {
      const query = trashedNamesQuery(reader, drive.id, before).limit(200)
      const cost = await explain(query.compile(), 'nodes')
      expect(cost.excess).toEqual([])
      expect(cost.ranges[0]).toContain('nodes_in_trash')
    }
  })

  test('selecting everything in the trash, starred or with a tag walks along an index', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, 5_000)
    await db.write(async (writer) => {
      const some = writer.updateTable('nodes').where('size', '<', 500)
      await some.set({ trashed_at: 5, parent_id: null }).where('kind', '=', 'file').execute()
    })
    await starSome(db, drive)
    await analyze()
    const reader = createCompilingReader(kind)
    for (const [whole, index] of [
      [{ place: 'trash', filter: {}, until: 9 }, 'nodes_in_trash'],
      [{ place: 'drive', filter: { starred: true } }, 'node_marks_starred'],
      [{ place: 'drive', filter: { tag: 'sea' } }, 'nodes_search'],
    ] satisfies [WholePlace, string][]) {
      const before = { at: 5, id: 'm1000300' }
      const query = placedQuery(reader, viewOf(drive), whole, { before }).limit(100)
      const table = index === 'node_marks_starred' ? 'node_marks' : 'nodes'
      const cost = await explain(query.compile(), table)
      expect(cost.excess, index).toEqual([])
      expect(cost.ranges[0], index).toContain(index)
    }
  })
})

const viewOf = ({ id }: DriveRow) => ({ id, reach: { actorId: 'ana' } })

/** Others have stars there too. */
async function starSome(db: Database, { id }: DriveRow): Promise<void> {
  const rows = await db.read((reader) =>
    reader.selectFrom('nodes').select('id').where('size', '<', 500).execute(),
  )
  const stars = rows.map(({ id: node_id }) => ({
    drive_id: id,
    node_id,
    starred_at: 5,
    opened_at: 5,
  }))
  for (const sub of ['ana', 'ben']) await plantStars(db, sub, stars)
}
