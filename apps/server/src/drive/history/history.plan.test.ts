import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { createCompilingReader } from '../../db/handle.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { someNode } from '../following/testing.ts'
import { insertManyFiles } from '../nodes/testing.ts'
import { joinDrive } from '../testing.ts'
import { changedIds, firstChangeSeqs, goneIds, presentIds } from './history.store.ts'

const FILES = 5_000

onEachExplainedDatabase((open, kind) => {
  test('a page of a past tree is read as ranges of indexes, however many changes came later', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, FILES)
    await drives.transact(drive.id, 'ana', async ({ recordChange, recordGone }) => {
      for (let n = 0; n < FILES; n++) {
        const node = someNode(`m${1_000_000 + n}`)
        recordChange({ deleted: node }, n % 2 === 0 ? { action: 'rename' } : undefined)
        recordGone([{ ...node, id: `g${n}`, parent_id: 'x' }])
      }
    })
    await analyze()
    const reader = createCompilingReader(kind)
    const page = { seq: 10, afterId: 'm1002000', limit: 50 }
    const ids = ['m1000005', 'm1000006', 'm1003000']
    const queries = {
      nodes: presentIds(reader, drive.id, page),
      changes: changedIds(reader, drive.id, page),
      gone_nodes: goneIds(reader, drive.id, { ...page, afterId: 'g2' }),
    }
    for (const [table, query] of Object.entries(queries)) {
      const cost = await explain(query.compile(), table)
      expect(cost.excess, table).toEqual([])
      expect(cost.ranges, table).toHaveLength(1)
      expect(cost.touched ?? 0, table).toBeLessThan(200)
    }
    const first = firstChangeSeqs(reader, drive.id, { seq: 10, ids })
    const cost = await explain(first.compile(), 'changes')
    expect(cost.ranges[0]).toContain('changes_by_node')
    expect(cost.touched ?? 0).toBeLessThan(20)
  })
})
