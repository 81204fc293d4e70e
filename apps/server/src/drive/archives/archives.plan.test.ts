import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { createCompilingReader } from '../../db/handle.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { insertManyFiles } from '../nodes/testing.ts'
import { joinDrive } from '../testing.ts'
import { pageQuery } from './archives.store.ts'

onEachExplainedDatabase((open, kind) => {
  test('the entries of an archive are read as ranges of an index', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, 5_000)
    await analyze()
    const reader = createCompilingReader(kind)
    for (const after of ['', '1m1000300']) {
      const query = pageQuery(reader, drive.id, drive.root_id, after).limit(50)
      const cost = await explain(query.compile(), 'nodes')
      expect(cost.excess).toEqual([])
      expect(cost.ranges[0]).toContain('nodes_listing')
    }
  })
})
