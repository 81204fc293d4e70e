import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import type { Database } from '../../db/database.ts'
import { createCompilingReader } from '../../db/handle.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { insertManyFiles } from '../nodes/testing.ts'
import { joinDrive } from '../testing.ts'
import { blobsQuery, nodesQuery, versionsQuery } from './check.store.ts'

onEachExplainedDatabase((open, kind) => {
  test('each page of a check is read as a range that starts after the last id', async () => {
    const { db, explain, analyze } = await open()
    const { drives } = joinDrive(db, createMemoryBlobStore())
    const drive = await drives.of('ana')
    await insertManyFiles(db, drive, 5_000)
    await giveContents(db, drive.id)
    await analyze()
    const reader = createCompilingReader(kind)
    const pages = {
      nodes: nodesQuery(reader, drive.id, 'm1000300').limit(100).compile(),
      versions: versionsQuery(reader, drive.id, 'm1000300').limit(100).compile(),
      blobs: blobsQuery(reader, drive.id, 'm1000300').limit(100).compile(),
    }
    for (const [table, query] of Object.entries(pages)) {
      const { ranges, excess } = await explain(query, table)
      expect(excess, table).toEqual([])
      expect(ranges[0], table).toMatch(/id.*>/)
    }
  })
})

/** Each file gets a version and a blob of the same id. */
async function giveContents(db: Database, driveId: string): Promise<void> {
  await db.write(async (writer) => {
    const files = await writer.selectFrom('nodes').select('id').where('kind', '=', 'file').execute()
    for (let at = 0; at < files.length; at += 500) {
      const some = files.slice(at, at + 500).map(({ id }) => ({ drive_id: driveId, id }))
      const content = { size: 1, hash: 'x', created_at: 1 }
      await writer
        .insertInto('blobs')
        .values(
          some.map((key) => ({ ...key, ...content, refs: 1, draft: '{}', unused_since: null })),
        )
        .execute()
      await writer
        .insertInto('versions')
        .values(
          some.map((key) => ({
            ...key,
            ...content,
            node_id: key.id,
            blob_id: key.id,
            name: null,
            created_by: null,
          })),
        )
        .execute()
    }
  })
}
