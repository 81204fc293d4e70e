import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { createCompilingReader } from '../../db/handle.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { insertManyFiles } from '../nodes/testing.ts'
import { joinDrive } from '../testing.ts'
import { nodeByNumber } from './find-node.store.ts'

onEachExplainedDatabase((open, kind) => {
  test('a node is found by its number in an index', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, 2_000)
    await analyze()
    const reader = createCompilingReader(kind)
    const found = await explain(nodeByNumber(reader, drive.id, 1_000_500).compile(), 'nodes')
    expect(found.ranges[0]).toContain('nodes_by_number')
  })
})
