import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { createCompilingReader } from '../../db/handle.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { someNode } from '../following/testing.ts'
import { joinDrive } from '../testing.ts'
import { actionQuery, lastMovesQuery } from './activity.store.ts'

onEachExplainedDatabase((open, kind) => {
  test('the activity of a drive is read as a range of an index that skips silent changes', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const { id } = await drives.of('ana')
    for (let round = 0; round < 5; round++) {
      await drives.transact(id, 'ana', async ({ recordChange }) => {
        for (let n = 0; n < 20; n++)
          recordChange({ deleted: someNode(`n${n}`) }, { action: 'rename' })
        for (let n = 0; n < 900; n++) recordChange({ deleted: someNode(`s${n}`) })
      })
    }
    await analyze()
    const reader = createCompilingReader(kind)
    for (const before of [undefined, { at: Date.now(), seq: 2000 }]) {
      const all = actionQuery(reader, id, { nodeId: undefined, before }).limit(10)
      const cost = await explain(all.compile(), 'changes')
      expect(cost.excess).toEqual([])
      expect(cost.ranges[0]).toContain('changes_of_people')
      const ofOne = actionQuery(reader, id, { nodeId: 'n5', before }).limit(10)
      const one = await explain(ofOne.compile(), 'changes')
      expect(one.excess).toEqual([])
      expect(one.ranges[0]).toContain('changes_by_node')
    }
    const moves = await explain(lastMovesQuery(reader, id, ['n5', 'n6']).compile(), 'changes')
    expect(moves.ranges[0]).toContain('changes_by_node')
  })
})
