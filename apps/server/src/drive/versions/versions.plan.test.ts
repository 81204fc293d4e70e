import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { createCompilingReader } from '../../db/handle.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { joinDrive } from '../testing.ts'
import { versionQuery } from './versions.store.ts'

onEachExplainedDatabase((open, kind) => {
  test('the versions of a file are read as a range of an index, wherever a page begins', async () => {
    const { db, explain, analyze } = await open()
    const drive = joinDrive(db, createMemoryBlobStore())
    const { drive_id, version_id } = await drive.upload('ana', 'a.txt', Buffer.from('abc'))
    const { nodes } = await drive.nodes.list('ana', 'root', { size: 1, token: undefined })
    const node = { drive_id, id: nodes[0]?.id ?? '' }
    await db.write(async (writer) => {
      const version = await writer
        .selectFrom('versions')
        .selectAll()
        .where('id', '=', version_id)
        .executeTakeFirstOrThrow()
      for (let at = 0; at < 3000; at += 500) {
        const rows = Array.from({ length: 500 }, (_, n) => ({
          ...version,
          id: `v${String(at + n).padStart(5, '0')}`,
          created_at: Math.floor((at + n) / 4),
        }))
        await writer.insertInto('versions').values(rows).execute()
      }
    })
    await analyze()
    const reader = createCompilingReader(kind)
    for (const before of [undefined, { created_at: 500, id: 'v02001' }]) {
      const cost = await explain(versionQuery(reader, node, before).limit(50).compile(), 'versions')
      expect(cost.excess).toEqual([])
      expect(cost.ranges[0]).toContain('versions_by_node')
    }
  })
})
