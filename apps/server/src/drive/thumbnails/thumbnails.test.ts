import { buffer } from 'node:stream/consumers'
import { isServiceError } from '@awan/protocol/errors'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import { handOverDrive } from '../account-files/hand-over-drive.ts'
import { removeDrive } from '../account-files/remove-drive.ts'
import { createContentReader } from '../contents/content-reader.ts'
import { createReadContent } from '../downloads/read-content.ts'
import { HOUR_MS, joinDrive, refusal, type TestDrive } from '../testing.ts'
import { findMiscounts } from '../testing-tree.ts'
import { findPicturePrograms } from './programs.ts'
import { bombImage, drawing, someImage } from './testing-images.ts'
import { LEASE_MS, MAX_ATTEMPTS, ThumbnailRunner } from './thumbnail-runner.ts'
import { takeJob } from './thumbnails.store.ts'

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  async function widthOf({ thumbnails }: TestDrive, id: string, size = 256) {
    const content = await thumbnails.open('ana', id, size)
    const bytes = await buffer(await content.read())
    expect(bytes.length).toBe(content.sizeBytes)
    return (await sharp(bytes).metadata()).width
  }

  const ask = ({ thumbnails }: TestDrive, id: string) => refusal(thumbnails.open('ana', id, 256))

  const rows = ({ db }: TestDrive) =>
    db.read(async (r) => ({
      jobs: await r.selectFrom('thumbnail_jobs').selectAll().execute(),
      thumbnails: await r.selectFrom('thumbnails').selectAll().execute(),
    }))

  test('an uploaded image gets thumbnails, and until then the call answers NOT_YET', async () => {
    const drive = await open()
    const file = await drive.upload('ana', 'sea.jpg', await someImage(2000, 1000))
    await drive.upload('ana', 'note.txt', Buffer.from('note'))
    expect((await rows(drive)).jobs).toMatchObject([{ kind: 'image', state: 'waiting' }])
    const early = await drive.thumbnails.open('ana', file.id, 256).catch((error) => error)
    expect(isServiceError(early, 'aborted')).toBe(true)
    expect(early.details).toMatchObject([{ reason: 'NOT_YET', metadata: { retry_after: '1' } }])
    await drive.thumbnails.runner.run()
    expect(await widthOf(drive, file.id)).toBe(256)
    expect(await widthOf(drive, file.id, 512)).toBe(512)
    expect(await widthOf(drive, file.id, 1600)).toBe(1600)
    expect(await findMiscounts(drive)).toEqual([])
    // Nobody is charged for them.
    expect((await drive.drives.of('ana')).used_bytes).toBe(file.size + 4)
  })

  test('an image without a thumbnail job gets one when its thumbnail is requested', async () => {
    const drive = await open()
    const file = await drive.upload('ana', 'sea.jpg', await someImage(300, 300))
    await drive.db.write((writer) => writer.deleteFrom('thumbnail_jobs').execute())
    await drive.thumbnails.runner.run()
    expect(await ask(drive, file.id)).toBe('aborted')
    expect(await ask(drive, file.id)).toBe('aborted')
    await drive.thumbnails.runner.run()
    expect(await widthOf(drive, file.id)).toBe(256)
  })

  test('requested thumbnails are made before the rest, the latest request first', async () => {
    const { db, blobs, clock, upload } = await open()
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) {
      await upload('ana', name, await someImage(300 + name.charCodeAt(0), 300))
    }
    const jobs = await db.read((r) => r.selectFrom('thumbnail_jobs').selectAll().execute())
    const [first, , last] = jobs
    if (!first || !last) throw new Error('nothing was ordered')
    const parts = { db, blobs, clock, random: systemRandom, programs: findPicturePrograms('') }
    const readContent = createReadContent(createContentReader(parts))
    const made: string[] = []
    const runner = new ThumbnailRunner({
      ...parts,
      readContent: (content, range) => {
        made.push(content.blobId)
        return readContent(content, range)
      },
      spareTime: {
        use: (step) => {
          made.push('spare time')
          return step()
        },
      },
    })
    for (const { drive_id, blob_id } of [last, first]) runner.want({ drive_id, blob_id })
    await runner.run()
    expect(made.slice(0, 3)).toEqual([first.blob_id, last.blob_id, 'spare time'])
    expect(new Set(made).size).toBe(4)
  })

  test('copies share their thumbnails, and new content gets its own', async () => {
    const drive = await open()
    const image = await someImage(300, 300)
    const file = await drive.upload('ana', 'sea.jpg', image)
    await drive.thumbnails.runner.run()
    await drive.tasks.begin('ana', 'copy', { ids: [file.id], parentId: 'root', conflict: 'rename' })
    const { nodes } = await drive.nodes.list('ana', 'root', { size: 9, token: undefined })
    for (const { id } of nodes) expect(await widthOf(drive, id)).toBe(256)
    expect((await rows(drive)).thumbnails).toHaveLength(3)
    await drive.upload('ana', 'sea.jpg', await someImage(100, 100), { conflict: 'replace' })
    expect(await ask(drive, file.id)).toBe('aborted')
    await drive.thumbnails.runner.run()
    expect(await widthOf(drive, file.id)).toBe(100)
  })

  test('a file that is not an image has no thumbnail and is not tried again', async () => {
    const drive = await open()
    const whole = await someImage(300, 300, 'png')
    const ids: string[] = []
    for (const [name, bytes] of [
      ['bomb.png', bombImage(30_000, 30_000)],
      ['half.png', whole.subarray(0, whole.length - 20)],
      ['drawing.png', drawing],
      ['text.jpg', Buffer.from('not a picture')],
    ] as const) {
      ids.push((await drive.upload('ana', name, bytes)).id)
    }
    await drive.thumbnails.runner.run()
    const { jobs } = await rows(drive)
    for (const job of jobs) {
      expect(job).toMatchObject({ state: 'failed', attempts: 1 })
      expect(job.problem).toMatch(/^not an image that can be read: /)
    }
    expect(jobs).toHaveLength(4)
    for (const id of ids) expect(await ask(drive, id)).toBe('not_found')
    // What never can have one is not even tried.
    for (const [name, bytes] of [
      ['drawing.svg', drawing],
      ['empty.png', Buffer.alloc(0)],
      ['note.txt', Buffer.from('x')],
    ] as const) {
      const { id } = await drive.upload('ana', name, bytes)
      expect(await ask(drive, id)).toBe('not_found')
    }
    expect(await ask(drive, 'root')).toBe('not_found')
    expect((await rows(drive)).jobs).toHaveLength(4)
    // One beside them is made all the same.
    const good = await drive.upload('ana', 'good.png', whole)
    await drive.thumbnails.runner.run()
    expect(await widthOf(drive, good.id)).toBe(256)
  })

  test('a thumbnail opens for its owner, and by its link until that expires', async () => {
    const drive = await open()
    const file = await drive.upload('ana', 'sea.jpg', await someImage(300, 300))
    await drive.thumbnails.runner.run()
    expect(await refusal(drive.thumbnails.open('ben', file.id, 256))).toBe('not_found')
    const ana = await drive.as('ana')
    const { node } = await drive.nodes.get('ana', file.id)
    const link = drive.thumbnails.linkOf(ana, node)?.split('/').at(-1) ?? ''
    expect((await drive.thumbnails.openLink(link, 512)).sizeBytes).toBeGreaterThan(0)
    const other = await drive.downloads.createLink('ana', file.id)
    for (const bad of [`${link.slice(0, -1)}~`, other.link, '']) {
      expect(await refusal(drive.thumbnails.openLink(bad, 256)), bad).toBe('not_found')
    }
    // The same for hours, so that a browser keeps what it has.
    drive.clock.advance(12 * HOUR_MS - (drive.clock.now() % (12 * HOUR_MS)) - 1)
    expect(drive.thumbnails.linkOf(ana, node)).toContain(link)
    drive.clock.advance(1)
    expect(drive.thumbnails.linkOf(ana, node)).not.toContain(link)
    drive.clock.advance(12 * HOUR_MS - 1)
    await drive.thumbnails.openLink(link, 256)
    drive.clock.advance(1)
    expect(await refusal(drive.thumbnails.openLink(link, 256))).toBe('not_found')
    const next = drive.thumbnails.linkOf(ana, node)?.split('/').at(-1) ?? ''
    await drive.tasks.begin('ana', 'delete', { ids: [file.id] })
    expect(await refusal(drive.thumbnails.openLink(next, 256))).toBe('not_found')
  })

  test('a thumbnail job fails after its process was killed too many times', async () => {
    const drive = await open()
    const file = await drive.upload('ana', 'sea.jpg', await someImage(300, 300))
    const die = async () => {
      const [job] = (await rows(drive)).jobs
      const now = drive.clock.now()
      const lease = { now, until: now + LEASE_MS }
      expect(job && (await drive.db.write((w) => takeJob(w, job, lease)))).toBeTruthy()
    }
    await die()
    await drive.thumbnails.runner.run()
    expect(await ask(drive, file.id)).toBe('aborted')
    for (let i = 1; i < MAX_ATTEMPTS; i++) {
      drive.clock.advance(LEASE_MS)
      await die()
    }
    drive.clock.advance(LEASE_MS)
    await drive.thumbnails.runner.run()
    expect((await rows(drive)).jobs).toMatchObject([{ state: 'failed' }])
    expect(await ask(drive, file.id)).toBe('not_found')
  })

  test('a thumbnail job is retried after the blob store has failed', async () => {
    const drive = await open()
    const file = await drive.upload('ana', 'sea.jpg', await someImage(300, 300))
    const create = drive.blobs.create.bind(drive.blobs)
    drive.blobs.create = () => Promise.reject(new Error('no disk'))
    await expect(drive.thumbnails.runner.run()).rejects.toThrow('no disk')
    drive.blobs.create = create
    drive.clock.advance(LEASE_MS)
    await drive.thumbnails.runner.run()
    expect(await widthOf(drive, file.id)).toBe(256)
  })

  test('a lost thumbnail is made again, with or without its database row', async () => {
    const drive = await open()
    const file = await drive.upload('ana', 'sea.jpg', await someImage(300, 300))
    await drive.thumbnails.runner.run()
    const { thumbnails } = await rows(drive)
    await drive.blobs.delete(thumbnails.find(({ size }) => size === 256)?.picture_id ?? '')
    const content = await drive.thumbnails.open('ana', file.id, 256)
    expect(await refusal(content.read())).toBe('aborted')
    expect(await drive.listBlobs()).toHaveLength(1)
    await drive.thumbnails.runner.run()
    expect(await widthOf(drive, file.id)).toBe(256)
    await drive.db.write((writer) => writer.deleteFrom('thumbnails').execute())
    expect(await ask(drive, file.id)).toBe('aborted')
    await drive.thumbnails.runner.run()
    expect(await widthOf(drive, file.id)).toBe(256)
  })

  test('thumbnails are deleted with their content and with their drive', async () => {
    const drive = await open()
    const file = await drive.upload('ana', 'sea.jpg', await someImage(300, 300))
    await drive.upload('ben', 'sea.jpg', await someImage(300, 300))
    await drive.thumbnails.runner.run()
    drive.clock.advance(100 * 24 * HOUR_MS)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toHaveLength(8)
    expect(await widthOf(drive, file.id)).toBe(256)
    await drive.tasks.begin('ana', 'delete', { ids: [file.id] })
    drive.clock.advance(24 * HOUR_MS + 1)
    await drive.cleanUp()
    expect(await drive.listBlobs()).toHaveLength(4)
    await removeDrive(drive, 'ben')
    expect(await drive.listBlobs()).toEqual([])
    expect(await rows(drive)).toEqual({ jobs: [], thumbnails: [] })
  })

  test('thumbnails move with a merged drive', async () => {
    const drive = await open()
    const file = await drive.upload('AMS=1', 'sea.jpg', await someImage(300, 300))
    await drive.thumbnails.runner.run()
    await drive.upload('ana', 'own.txt', Buffer.from('own'))
    const move = { from: 'AMS=1', to: 'ana', folderName: 'Phone' }
    await drive.db.write((writer) => handOverDrive(drive, writer, move))
    expect(await widthOf(drive, file.id)).toBe(256)
    expect(await findMiscounts(drive)).toEqual([])
  })
})
