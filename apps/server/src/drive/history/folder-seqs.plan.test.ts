import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { createCompilingReader } from '../../db/handle.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { someNode } from '../following/testing.ts'
import { insertManyFiles } from '../nodes/testing.ts'
import { joinDrive } from '../testing.ts'
import { stepsOf, touchesAfter } from './folder-seqs.store.ts'

const FILES = 5_000

onEachExplainedDatabase((open, kind) => {
  test('the latest changes and the folders above them are read as ranges of indexes', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, FILES)
    await drives.transact(drive.id, 'ana', async ({ recordChange }) => {
      for (let n = 0; n < FILES; n++) recordChange({ deleted: someNode(`m${n}`) })
    })
    await analyze()
    const reader = createCompilingReader(kind)
    const latest = touchesAfter(reader, drive.id, { after: FILES - 20, limit: 500 })
    const changes = await explain(latest.compile(), 'changes')
    expect(changes.excess).toEqual([])
    expect(changes.ranges).toHaveLength(1)
    expect(changes.touched ?? 0).toBeLessThan(50)
    const steps = stepsOf(reader, drive.id, ['m1000005', 'm1000006', 'm1003000'])
    const nodes = await explain(steps.compile(), 'nodes')
    expect(nodes.excess).toEqual([])
    expect(nodes.ranges).toHaveLength(1)
    expect(nodes.touched ?? 0).toBeLessThan(20)
  })
})
