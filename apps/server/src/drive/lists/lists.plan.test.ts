import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { createCompilingReader } from '../../db/handle.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { insertManyFiles } from '../nodes/testing.ts'
import { joinDrive } from '../testing.ts'
import { placedQuery } from './inside.store.ts'
import type { WholePlace } from './inside.ts'
import { type ListTime, timeQuery } from './lists.store.ts'

const INDEXES = {
  touched_at: 'nodes_recent',
  starred_at: 'nodes_starred',
  trashed_at: 'nodes_in_trash',
  taken_at: 'nodes_photos',
} satisfies Record<ListTime, string>

onEachExplainedDatabase((open, kind) => {
  test('each list of the whole drive is a range of its own index', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, 5_000)
    await db.write(async (writer) => {
      const some = writer.updateTable('nodes').where('size', '<', 500)
      await some.set({ starred_at: 5 }).execute()
      await some.set({ trashed_at: 5, parent_id: null }).where('kind', '=', 'file').execute()
    })
    await analyze()
    const reader = createCompilingReader(kind)
    for (const [time, index] of Object.entries(INDEXES) as [ListTime, string][]) {
      for (const before of [undefined, { at: 5, id: 'm1000300' }]) {
        const query = timeQuery(reader, drive.id, time, before).limit(50)
        const cost = await explain(query.compile(), 'nodes')
        expect(cost.excess, time).toEqual([])
        expect(cost.ranges[0], time).toContain(index)
      }
    }
  })

  test('all of a place is walked along an index, with a filter too', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, 5_000)
    await db.write(async (writer) => {
      const some = writer.updateTable('nodes').where('size', '<', 500)
      await some.set({ starred_at: 5 }).execute()
      await some.set({ trashed_at: 5, parent_id: null }).where('kind', '=', 'file').execute()
    })
    await analyze()
    const reader = createCompilingReader(kind)
    for (const [whole, index] of [
      [{ place: 'trash', filter: {}, until: 9 }, 'nodes_in_trash'],
      [{ place: 'drive', filter: { starred: true } }, 'nodes_starred'],
      [{ place: 'drive', filter: { tag: 'sea' } }, 'nodes_search'],
    ] satisfies [WholePlace, string][]) {
      const before = { at: 5, id: 'm1000300' }
      const query = placedQuery(reader, drive.id, whole, { before }).limit(100)
      const cost = await explain(query.compile(), 'nodes')
      expect(cost.excess, index).toEqual([])
      expect(cost.ranges[0], index).toContain(index)
    }
  })
})
