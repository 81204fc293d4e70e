import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { createCompilingReader } from '../../db/handle.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { insertManyFiles } from '../nodes/testing.ts'
import { joinDrive } from '../testing.ts'
import { beginningWith, byTermQuery, byTimeQuery, timeAheadQuery } from './search.store.ts'
import { byTextTermQuery } from './text-search.store.ts'

onEachExplainedDatabase((open, kind) => {
  test('a search reads ranges of an index and never scans the whole drive', async () => {
    const { db, explain, analyze } = await open()
    const { drives, cleanUp } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, 5_000)
    await cleanUp()
    await analyze()
    const reader = createCompilingReader(kind)
    const narrowing = { driveId: drive.id, filter: {}, viewer: 'ana' }

    for (const after of [undefined, { term: '0hay 1002000', id: 'm1002000' }]) {
      const page = { after, limit: 50 }
      const query = byTermQuery(reader, narrowing, beginningWith('0hay'), page).compile()
      const terms = await explain(query, 'name_terms')
      expect(terms.ranges.join()).toMatch(/name_terms_pk|PRIMARY KEY/)
      expect(terms.excess.filter((step) => !step.startsWith('SCAN some'))).toEqual([])
      if (terms.touched !== undefined) expect(terms.touched).toBeLessThanOrEqual(50)
      const nodes = await explain(query, 'nodes')
      expect(nodes.ranges.join()).toMatch(/nodes_pk|sqlite_autoindex_nodes_1/)
    }

    for (const before of [undefined, { at: 1_002_000, id: 'm1002000' }]) {
      const bounds = { before, until: { at: 1_000_500, id: '' } }
      const latest = byTimeQuery(reader, narrowing, { words: ['hay'] }, bounds).limit(50)
      const ahead = timeAheadQuery(reader, drive.id, before).limit(1).offset(999)
      for (const query of [latest.compile(), ahead.compile()]) {
        const cost = await explain(query, 'nodes')
        expect(cost.excess).toEqual([])
        expect(cost.ranges[0]).toContain('nodes_search')
      }
    }

    // Where there is little, PostgreSQL rather reads all of it.
    if (kind === 'postgres') return
    const page = { after: undefined, limit: 50 }
    const texts = byTextTermQuery(reader, narrowing, beginningWith('sea'), page).compile()
    for (const table of ['text_terms', 'texts', 'versions', 'nodes']) {
      expect((await explain(texts, table)).ranges.join(), table).toMatch(/drive_id=\?/)
    }
  })
})
