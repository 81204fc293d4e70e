import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { createTestFolder } from '../../blobs/testing.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { joinDrive, refusal, type TestDrive } from '../testing.ts'
import { findPicturePrograms } from './programs.ts'
import { officeFile, onePage } from './testing-documents.ts'
import { heicPhoto } from './testing-heic.ts'
import { plainJpeg, rawPhoto } from './testing-raw.ts'

const TAKEN = Date.parse('2026-11-15T18:24:57+07:00')

onEachDatabase((openDatabase) => {
  const open = async (programs = findPicturePrograms()) =>
    joinDrive(await openDatabase(), createMemoryBlobStore(), { programs })

  async function sizeOf({ thumbnails }: TestDrive, id: string) {
    const content = await thumbnails.open('ana', id, 256)
    const { width, height } = await sharp(await buffer(await content.read())).metadata()
    return [width, height]
  }

  const jobs = ({ db }: TestDrive) =>
    db.read((r) => r.selectFrom('thumbnail_jobs').selectAll().execute())

  async function linkOf(drive: TestDrive, id: string) {
    const { node } = await drive.nodes.get('ana', id)
    return drive.thumbnails.linkOf(await drive.as('ana'), node)
  }

  const photosOf = async (drive: TestDrive) =>
    (await drive.lists.photos('ana', { size: 9, token: undefined })).nodes.map(
      ({ name, taken_at }) => [name, taken_at],
    )

  test('a raw photo has the picture of its camera, and is among the photos by the time it was taken', async () => {
    const drive = await open()
    const raw = await drive.upload('ana', 'IMG_1.CR2', await rawPhoto({ orientation: 6 }))
    await drive.thumbnails.runner.run()
    expect(await sizeOf(drive, raw.id)).toEqual([128, 256])
    expect(await photosOf(drive)).toEqual([['IMG_1.CR2', TAKEN]])
    const [job] = await jobs(drive)
    expect(job).toMatchObject({ kind: 'raw', state: 'made' })
    const facts = { width: 3000, height: 6000, camera: 'Canon EOS R6' }
    expect(JSON.parse(job?.picture ?? '')).toMatchObject(facts)
  })

  test('documents have the picture that they hold, and those without one fail alone', async () => {
    const drive = await open()
    const picture = await plainJpeg(256, 180)
    const letter = await drive.upload('ana', 'letter.docx', officeFile(picture))
    const table = await drive.upload('ana', 'table.xlsx', officeFile(picture, { target: 'no.png' }))
    await drive.thumbnails.runner.run()
    expect(await sizeOf(drive, letter.id)).toEqual([256, 180])
    expect(await refusal(drive.thumbnails.open('ana', table.id, 256))).toBe('not_found')
    expect(await photosOf(drive)).toEqual([])
    const states = (await jobs(drive)).map(({ state, attempts }) => [state, attempts])
    expect(states.toSorted()).toEqual([
      ['failed', 1],
      ['made', 1],
    ])
  })

  test('without their programs contents have no thumbnails, and nothing fails', async () => {
    const drive = await open(findPicturePrograms(''))
    const page = await drive.upload('ana', 'page.pdf', onePage())
    const photo = await drive.upload('ana', 'photo.heic', Buffer.from('a photo'))
    const film = await drive.upload('ana', 'film.mp4', Buffer.from('a film'))
    await drive.thumbnails.runner.run()
    for (const { id } of [page, photo, film]) {
      expect(await linkOf(drive, id)).toBeUndefined()
      expect(await refusal(drive.thumbnails.open('ana', id, 256))).toBe('not_found')
    }
    // What the photo says of itself is asked for once; the others wait for their program.
    expect(await jobs(drive)).toMatchObject([{ kind: 'heic', state: 'failed', attempts: 1 }])
  })

  test('a program that is missing or broken fails its own contents, and those alone', async () => {
    const drive = await open({ ...findPicturePrograms(''), pdf: '/bin/false' })
    const page = await drive.upload('ana', 'page.pdf', onePage())
    const raw = await drive.upload('ana', 'a.nef', await rawPhoto())
    await drive.thumbnails.runner.run()
    expect(await refusal(drive.thumbnails.open('ana', page.id, 256))).toBe('not_found')
    expect(await sizeOf(drive, raw.id)).toEqual([256, 128])
  })

  test('a HEIC photo of which the pixels alone can be read has its picture and its size, and stays so', async () => {
    const folder = await createTestFolder()
    const [picture, heic] = [join(folder, 'picture.jpg'), join(folder, 'heif-dec')]
    await writeFile(picture, await plainJpeg(256, 180))
    await writeFile(heic, `#!/bin/sh\ncat ${picture} > "$5"\n`, { mode: 0o700 })
    const drive = await open({ ...findPicturePrograms(''), heic })
    const { id } = await drive.upload('ana', 'photo.heic', Buffer.from('a photo'))
    for (const time of ['at first', 'when somebody asks again']) {
      await drive.thumbnails.runner.run()
      expect(await sizeOf(drive, id), time).toEqual([256, 180])
      const [job] = await jobs(drive)
      expect(job?.state, time).toBe('made')
      expect(JSON.parse(job?.picture ?? '{}'), time).toEqual({ width: 256, height: 180 })
      const again = { picture: null, state: 'waiting', leased_until: 0 } as const
      await drive.db.write((w) => w.updateTable('thumbnail_jobs').set(again).execute())
    }
  })

  describe.skipIf(process.env.AWAN_TEST_PDF === undefined)('with pdftoppm', () => {
    test('a PDF has the picture of its first page, and is no photo', async () => {
      const drive = await open()
      const { id } = await drive.upload('ana', 'page.pdf', onePage())
      expect(await linkOf(drive, id)).toBeDefined()
      await drive.thumbnails.runner.run()
      expect(await sizeOf(drive, id)).toEqual([192, 256])
      expect(await jobs(drive)).toMatchObject([{ taken_at: null, picture: null }])
      expect(await photosOf(drive)).toEqual([])
    })
  })

  describe.skipIf(process.env.AWAN_TEST_HEIC === undefined)('with the program of libheif', () => {
    test('a HEIC photo has thumbnails, and what its camera says', async () => {
      const drive = await open()
      const { id } = await drive.upload('ana', 'IMG_2231.HEIC', await heicPhoto(640, 320))
      await drive.thumbnails.runner.run()
      expect(await sizeOf(drive, id)).toEqual([256, 128])
      expect(await photosOf(drive)).toEqual([['IMG_2231.HEIC', TAKEN]])
      const [job] = await jobs(drive)
      const facts = { width: 640, height: 320, camera: 'Apple iPhone 17' }
      expect(JSON.parse(job?.picture ?? '')).toMatchObject(facts)
    })

    test('without it, it is among the photos by the time it was taken all the same', async () => {
      const drive = await open(findPicturePrograms(''))
      const { id } = await drive.upload('ana', 'IMG_2231.HEIC', await heicPhoto(640, 320))
      await drive.thumbnails.runner.run()
      expect(await linkOf(drive, id)).toBeUndefined()
      expect(await photosOf(drive)).toEqual([['IMG_2231.HEIC', TAKEN]])
      expect(await jobs(drive)).toMatchObject([{ state: 'made', taken_at: TAKEN }])
    })
  })
})
