import { listJobs } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, newUpload } from '../testing.ts'
import { jobRoutes } from './jobs.routes.ts'

onEachDatabase((open) => {
  test('jobs of all drives are counted and listed without file names', async () => {
    const db = await open()
    const drive = joinDrive(db, createMemoryBlobStore())
    const ask = (state: 'open' | 'failed' | 'ended') =>
      jobRoutes({ db })
        .find(({ endpoint }) => endpoint === listJobs)
        ?.handle({ query: { state, limit: 10 } } as never)
    const file = await drive.upload('ana', 'secret plans.txt', Buffer.from('a plan'))
    await drive.uploads.create('bo', newUpload('begun.bin', Buffer.alloc(100)))
    expect(await ask('open')).toMatchObject({
      tasks: { pending: 0, running: 0, complete: 0, failed: 0, cancelled: 0 },
      thumbnails: { waiting: 0, failed: 0 },
      texts_waiting: 1,
      uploads_open: 1,
      jobs: [],
    })

    await drive.tasks.begin('ana', 'trash', { ids: [file.id] })
    const ended = await ask('ended')
    expect(ended).toMatchObject({ jobs: [{ sub: 'ana', phase: 'complete', failed: 0 }] })
    expect(JSON.stringify(ended)).not.toContain('secret')
    await db.write((writer) => writer.updateTable('tasks').set({ phase: 'failed' }).execute())
    expect(await ask('failed')).toMatchObject({ tasks: { failed: 1 }, jobs: [{ phase: 'failed' }] })
    expect(await ask('open')).toMatchObject({ jobs: [] })
  })
})
