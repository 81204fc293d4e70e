import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import { createGrants } from '../access/grants.ts'

import type { PhotoFilter } from '../lists/lists.ts'
import { plantedNode, plantStars } from '../nodes/testing.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'
import { forPeople } from '../testing-access.ts'
import { someMp4 } from '../thumbnails/video/testing-videos.ts'
import { createPhotos } from './photos.ts'

const ALL = { size: 100, token: undefined }
const DAY = 86_400_000

function photo(red: number, taken?: string, camera?: string): Promise<Buffer> {
  const image = sharp({
    create: { width: 16, height: 8, channels: 3, background: { r: red, g: 0, b: 0 } },
  })
  const IFD0 = camera === undefined ? {} : { Model: camera }
  return (taken ? image.withExif({ IFD0, IFD2: { DateTimeOriginal: taken } }) : image)
    .jpeg()
    .toBuffer()
}

const photosOf = (drive: TestDrive) => forPeople(createPhotos(drive), drive.ownDrive)

const names = async (drive: TestDrive, sub = 'ana') =>
  (await photosOf(drive).list(sub, ALL)).nodes.map(({ name }) => name)

const measure = (drive: TestDrive, pageSize = 100, utcOffsetMinutes = 0) =>
  photosOf(drive).measure('ana', { pageSize, utcOffsetMinutes })

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  describe('photos', () => {
    test('photos of all folders are listed by the time they were taken', async () => {
      const drive = await open()
      const folder = await drive.nodes.createFolder('ana', {
        parentId: 'root',
        name: 'Trip',
        conflict: 'fail',
      })
      await drive.upload('ana', 'newer.jpg', await photo(1, '2019:05:02 10:00:00'))
      await drive.upload('ana', 'older.jpg', await photo(2, '2019:05:01 10:00:00'), {
        parentId: folder.id,
      })
      await drive.upload('ana', 'plain.jpg', await photo(3))
      await drive.upload('ana', 'note.txt', Buffer.from('a note'))
      await drive.upload('ana', 'logo.svg', Buffer.from('<svg/>'))
      await drive.upload('ana', 'house.dwg', Buffer.from('a drawing'))
      await drive.upload('ana', 'main.ts', Buffer.from('let a = 1'))
      await drive.thumbnails.runner.run()
      expect(await names(drive)).toEqual(['plain.jpg', 'newer.jpg', 'older.jpg'])
      expect((await measure(drive)).days.slice(1)).toEqual([
        { date: '2019-05-02', count: 1 },
        { date: '2019-05-01', count: 1 },
      ])
      expect(await names(drive, 'bo')).toEqual([])
    })

    test('a member of a folder sees and counts its photos, and none beside it', async () => {
      const drive = await open()
      const { id } = await drive.nodes.createFolder('ana', {
        parentId: 'root',
        name: 'Trip',
        conflict: 'fail',
      })
      await drive.upload('ana', 'hidden.jpg', await photo(1, '2019:05:02 10:00:00'))
      await drive.upload('ana', 'seen.jpg', await photo(2, '2019:05:01 10:00:00'), { parentId: id })
      await drive.thumbnails.runner.run()
      const ana = await drive.as('ana')
      const grants = createGrants({ ...drive, random: systemRandom })
      const grantee = { kind: 'person', sub: 'ben' } as const
      const grant = await grants.create(ana, { nodeId: id, grantee, role: 'viewer' })
      const ben: Access = { ...ana, actor: { kind: 'person', sub: 'ben' }, right: 'view' }
      const { nodes } = await photosOf(drive).list(ben, ALL)
      expect(nodes.map(({ name }) => name)).toEqual(['seen.jpg'])
      const { days } = await photosOf(drive).measure(ben, { pageSize: 100, utcOffsetMinutes: 0 })
      expect(days).toEqual([{ date: '2019-05-01', count: 1 }])
      await grants.revoke(ana, grant.id)
      expect(await refusal(photosOf(drive).list(ben, ALL))).toBe('not_found')
    })

    test('copies and repeated uploads of a photo have its capture time', async () => {
      const drive = await open()
      const bytes = await photo(1, '2019:05:02 10:00:00')
      const first = await drive.upload('ana', 'a.jpg', bytes)
      await drive.thumbnails.runner.run()
      await drive.upload('ana', 'b.jpg', bytes)
      await drive.thumbnails.runner.run()
      const folder = await drive.nodes.createFolder('ana', {
        parentId: 'root',
        name: 'Trip',
        conflict: 'fail',
      })
      await drive.tasks.begin('ana', 'copy', {
        ids: [first.id],
        parentId: folder.id,
        conflict: 'rename',
      })
      expect((await measure(drive)).days).toEqual([{ date: '2019-05-02', count: 3 }])
    })

    test('new content has its own capture time, and restoring a version brings the old one back', async () => {
      const drive = await open()
      const first = await drive.upload('ana', 'a.jpg', await photo(1, '2019:05:02 10:00:00'))
      await drive.thumbnails.runner.run()
      await drive.upload('ana', 'a.jpg', await photo(2, '2021:01:01 10:00:00'), {
        conflict: 'replace',
      })
      await drive.thumbnails.runner.run()
      expect((await measure(drive)).days).toEqual([{ date: '2021-01-01', count: 1 }])
      await drive.versions.restore('ana', first.id, first.version_id ?? '')
      expect((await measure(drive)).days).toEqual([{ date: '2019-05-02', count: 1 }])
    })

    test('photos in the trash are neither listed nor counted', async () => {
      const drive = await open()
      const folder = await drive.nodes.createFolder('ana', {
        parentId: 'root',
        name: 'Trip',
        conflict: 'fail',
      })
      const loose = await drive.upload('ana', 'loose.jpg', await photo(1))
      await drive.upload('ana', 'inside.jpg', await photo(2), { parentId: folder.id })
      await drive.upload('ana', 'kept.jpg', await photo(3))
      await drive.tasks.begin('ana', 'trash', { ids: [folder.id, loose.id] })
      expect(await names(drive)).toEqual(['kept.jpg'])
      expect(await measure(drive)).toMatchObject({ count: 1, pageTokens: [] })
    })
  })

  describe('filters', () => {
    async function fillWithAll(drive: TestDrive) {
      const taken = '2019:05:02 10:00:00'
      const sea = await drive.upload('ana', 'sea.jpg', await photo(1, taken, 'Pinhole'))
      await drive.upload('ana', 'sky.jpg', await photo(2, taken, 'Pinhole'))
      await drive.upload('ana', 'sun.jpg', await photo(3, taken))
      const film = someMp4({ seconds: 65, recorded: Date.UTC(2019, 4, 1, 10) })
      await drive.upload('ana', 'film.mp4', film)
      await drive.thumbnails.runner.run()
      const { id: drive_id } = await drive.drives.of('ana')
      await plantStars(drive.db, 'ana', [{ drive_id, node_id: sea.id, starred_at: 1 }])
    }

    test('photos are filtered by kind, star and camera, in the list and in its measure', async () => {
      const drive = await open()
      await fillWithAll(drive)
      const photos = photosOf(drive)
      const find = async (filter: PhotoFilter) => {
        const { nodes } = await photos.list('ana', ALL, filter)
        const given = { pageSize: 100, utcOffsetMinutes: 0, filter }
        const { count, days } = await photos.measure('ana', given)
        expect(count).toBe(nodes.length)
        expect(days.reduce((sum, day) => sum + day.count, 0)).toBe(count)
        return nodes.map(({ name }) => name).sort()
      }
      expect(await find({ kind: 'video' })).toEqual(['film.mp4'])
      expect(await find({ kind: 'image' })).toEqual(['sea.jpg', 'sky.jpg', 'sun.jpg'])
      expect(await find({ starred: true })).toEqual(['sea.jpg'])
      expect(await find({ starred: false, kind: 'image' })).toEqual(['sky.jpg', 'sun.jpg'])
      expect(await find({ camera: 'Pinhole' })).toEqual(['sea.jpg', 'sky.jpg'])
      expect(await find({ camera: 'Pinhole', starred: true })).toEqual(['sea.jpg'])
      expect(await find({ camera: 'Box' })).toEqual([])
      expect(await find({})).toHaveLength(4)
    })

    test('the measure tells shapes, kinds and cameras, and a video its length and when it was recorded', async () => {
      const drive = await open()
      await fillWithAll(drive)
      await drive.upload('ana', 'new.jpg', await photo(4))
      const given = { pageSize: 100, utcOffsetMinutes: 0, hasAspects: true }
      const measure = await photosOf(drive).measure('ana', { ...given, filter: { kind: 'video' } })
      expect(measure).toMatchObject({
        count: 1,
        days: [{ date: '2019-05-01', count: 1, aspects: [178] }],
        images: 4,
        videos: 1,
        cameras: [{ name: 'Pinhole', count: 2 }],
      })
      // Nobody has read the shape of the last one yet.
      const { days } = await photosOf(drive).measure('ana', given)
      expect(days.map(({ aspects }) => aspects)).toEqual([[0], [200, 200, 200], [178]])
      const { nodes } = await photosOf(drive).list('ana', ALL, { kind: 'video' })
      expect(nodes.map(({ duration_ms }) => duration_ms)).toEqual([65_000])
    })
  })

  describe('measuring the photos', () => {
    async function fill(drive: TestDrive, count: number, stepMs: number): Promise<void> {
      const { id, root_id } = await drive.drives.of('ana')
      const rows = Array.from({ length: count }, (_, index) =>
        plantedNode({
          drive_id: id,
          id: `p${String(index).padStart(6, '0')}`,
          parent_id: root_id,
          kind: 'file',
          name: `${index}.jpg`,
          mime_type: 'image/jpeg',
          modified_at: 10_000 * DAY - index * stepMs,
          now: 0,
        }),
      )
      for (let at = 0; at < rows.length; at += 500) {
        const some = rows.slice(at, at + 500)
        await drive.db.write((writer) => writer.insertInto('nodes').values(some).execute())
      }
    }

    test('each page token opens the list at its position, and the days add up to the count', async () => {
      const drive = await open()
      await fill(drive, 1050, DAY / 10)
      const { count, every, pageTokens, days } = await measure(drive, 100)
      expect({ count, every, tokens: pageTokens.length }).toEqual({
        count: 1050,
        every: 100,
        tokens: 10,
      })
      expect(days.reduce((sum, day) => sum + day.count, 0)).toBe(1050)
      for (const [index, token] of pageTokens.entries()) {
        const { nodes } = await photosOf(drive).list('ana', { size: 1, token })
        expect(nodes[0]?.name).toBe(`${(index + 1) * 100}.jpg`)
      }
    })

    test("photos are grouped into days of the caller's time zone", async () => {
      const drive = await open()
      await fill(drive, 1, 0)
      const dates = async (offset: number) =>
        (await measure(drive, 100, offset)).days.map(({ date }) => date)
      expect([await dates(0), await dates(-1), await dates(420)]).toEqual([
        ['1997-05-19'],
        ['1997-05-18'],
        ['1997-05-19'],
      ])
    })

    test('a page token of another list is rejected', async () => {
      const drive = await open()
      await fill(drive, 3, DAY)
      const { nextPageToken } = await drive.lists.recent('ana', { size: 1, token: undefined })
      const page = { size: 1, token: nextPageToken }
      expect(await refusal(photosOf(drive).list('ana', page))).toBe('invalid_argument')
    })
  })
})
