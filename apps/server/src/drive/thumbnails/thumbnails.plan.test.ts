import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { createCompilingReader } from '../../db/handle.ts'
import { onEachExplainedDatabase } from '../../db/testing-plans.ts'
import { joinDrive } from '../testing.ts'
import { freeQuery } from './thumbnails.store.ts'

onEachExplainedDatabase((open, kind) => {
  test('looking for thumbnail jobs reads an index of waiting jobs only', async () => {
    const { db, explain, analyze } = await open()
    const drive = await joinDrive(db, createMemoryBlobStore()).drives.of('ana')
    await db.write(async (writer) => {
      for (let at = 0; at < 5_000; at += 500) {
        const ids = Array.from({ length: 500 }, (_, i) => `b${at + i}`)
        await writer
          .insertInto('blobs')
          .values(
            ids.map((id) => ({
              drive_id: drive.id,
              id,
              size: 1,
              hash: id,
              refs: 0,
              draft: '{}',
              created_at: 1,
              unused_since: 1,
            })),
          )
          .execute()
        await writer
          .insertInto('thumbnail_jobs')
          .values(
            ids.map((blob_id) => ({
              drive_id: drive.id,
              blob_id,
              kind: 'image' as const,
              state: 'made' as const,
              problem: null,
              attempts: 1,
              leased_until: 1,
              created_at: 1,
            })),
          )
          .execute()
      }
    })
    await analyze()
    const query = freeQuery(createCompilingReader(kind), 5).limit(4)
    const cost = await explain(query.compile(), 'thumbnail_jobs')
    expect(cost.excess).toEqual([])
    expect(cost.ranges[0]).toContain('thumbnail_jobs_waiting')
  })
})
