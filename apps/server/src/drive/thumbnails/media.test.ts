import sharp from 'sharp'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { someImage } from './testing-images.ts'
import { someMp4 } from './video/testing-videos.ts'

const TAKEN = '2019-05-02T10:00:00.000Z'

function photo(): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Model: 'Pinhole' }, IFD2: { DateTimeOriginal: '2019:05:02 10:00:00' } })
    .jpeg()
    .toBuffer()
}

onEachDatabase((openDatabase) => {
  const serve = async () => {
    const db = await openDatabase()
    return { db, ...(await serveDrive(db)) }
  }
  const toMedia = (id: string | undefined) => `/drive/v1/files/${id}/media`

  test('what the camera says is there once the thumbnails are made', async () => {
    const { as, drive } = await serve()
    const ana = as('ana')
    const file = await ana.upload('sea.jpg', await photo())
    expect(await ana.json('GET', toMedia(file.id))).toMatchObject({ is_pending: true })
    await drive.thumbnails.run()
    const media = {
      status: 200,
      photo_time: TAKEN,
      picture: { width: 8, height: 4, camera: 'Pinhole', taken_local: '2019-05-02T10:00:00' },
      is_pending: false,
    }
    expect(await ana.json('GET', toMedia(file.id))).toEqual(media)
  })

  test('an image from before is read when somebody asks, and its thumbnails stay', async () => {
    const { as, db, drive } = await serve()
    const ana = as('ana')
    const file = await ana.upload('sea.jpg', await photo())
    await drive.thumbnails.run()
    await db.write((w) => w.updateTable('thumbnail_jobs').set({ picture: null }).execute())
    const thumbnails = () => db.read((r) => r.selectFrom('thumbnails').selectAll().execute())
    const before = await thumbnails()
    expect(await ana.json('GET', toMedia(file.id))).toMatchObject({ is_pending: true })
    await drive.thumbnails.run()
    expect(await ana.json('GET', toMedia(file.id))).toMatchObject({
      picture: { camera: 'Pinhole' },
      is_pending: false,
    })
    expect(await thumbnails()).toEqual(before)
  })

  test('a photo without a capture time is sorted by its last change; what is broken is not pending', async () => {
    const { as, drive } = await serve()
    const ana = as('ana')
    const plain = await ana.upload('plain.png', await someImage(6, 3, 'png'))
    const broken = await ana.upload('broken.png', Buffer.from('no picture'))
    await ana.json('GET', toMedia(broken.id))
    await drive.thumbnails.run()
    expect(await ana.json('GET', toMedia(plain.id))).toEqual({
      status: 200,
      photo_time: plain.modified_time,
      picture: { width: 6, height: 3 },
      is_pending: false,
    })
    expect(await ana.json('GET', toMedia(broken.id))).toEqual({
      status: 200,
      photo_time: broken.modified_time,
      is_pending: false,
    })
  })

  test('a text, a folder and the photo of another person are not found, in the same words', async () => {
    const { as } = await serve()
    const ana = as('ana')
    const file = await ana.upload('sea.jpg', await photo())
    const note = await ana.upload('note.txt', Buffer.from('x'))
    const folder = await ana.json('POST', '/drive/v1/files', { kind: 'folder', name: 'Trip' })
    const [foreign, ofText, ofFolder] = await Promise.all([
      as('ben').json('GET', toMedia(file.id)),
      ana.json('GET', toMedia(note.id)),
      ana.json('GET', toMedia(folder.id)),
    ])
    expect(foreign).toMatchObject({ status: 404, error: 'not_found' })
    for (const answer of [ofText, ofFolder]) {
      expect(answer).toMatchObject({ status: 404, error: 'not_found' })
      expect(answer).toHaveProperty('error_description', Reflect.get(foreign, 'error_description'))
    }
  })

  test('visitors of a link get it only where the link allows downloads', async () => {
    const { as, origin, drive } = await serve()
    const ana = as('ana')
    const file = await ana.upload('sea.jpg', await photo())
    await drive.thumbnails.run()
    const visit = async (options: object) => {
      const link = await ana.json('POST', '/drive/v1/links', { node_id: file.id, ...options })
      const body = JSON.stringify({ token: Reflect.get(link, 'token') })
      const opened = await fetch(`${origin}/drive/v1/links:open`, { method: 'POST', body })
      const { visit_token } = (await opened.json()) as { visit_token: string }
      return as(visit_token).json('GET', toMedia(file.id))
    }
    expect(await visit({})).toMatchObject({ picture: { camera: 'Pinhole' } })
    const refused = await visit({ allow_download: false })
    expect(refused).toMatchObject({ error: 'permission_denied' })
    expect(JSON.stringify(refused)).not.toContain('Pinhole')
  })

  test('visitors of a link see photos, and learn nothing of cameras', async () => {
    const { as, origin, drive } = await serve()
    const ana = as('ana')
    const folder = await ana.json('POST', '/drive/v1/files', { kind: 'folder', name: 'Trip' })
    await ana.upload('sea.jpg', await photo(), { parent_id: Reflect.get(folder, 'id') })
    await drive.thumbnails.run()
    const link = await ana.json('POST', '/drive/v1/links', { node_id: Reflect.get(folder, 'id') })
    const body = JSON.stringify({ token: Reflect.get(link, 'token') })
    const opened = await fetch(`${origin}/drive/v1/links:open`, { method: 'POST', body })
    const { visit_token } = (await opened.json()) as { visit_token: string }
    const visitor = as(visit_token)
    const measured = await visitor.json('GET', '/drive/v1/photos:measure')
    expect(measured).toMatchObject({ count: 1, images: 1, cameras: [] })
    const byCamera = await visitor.json('GET', '/drive/v1/photos?camera=Pinhole')
    expect(byCamera).toMatchObject({ status: 200, files: [] })
    const own = await ana.json('GET', '/drive/v1/photos:measure?aspects=true&starred=false')
    expect(own).toMatchObject({
      days: [{ count: 1, aspects: [200] }],
      cameras: [{ name: 'Pinhole', count: 1 }],
    })
  })

  test('the size, the length and the time of a video are read from its header, even where no frame can be', async () => {
    const { as, drive } = await serve()
    const ana = as('ana')
    const film = await ana.upload('film.mp4', someMp4({ seconds: 3 }))
    expect(await ana.json('GET', toMedia(film.id))).toMatchObject({ is_pending: true })
    await drive.thumbnails.run()
    expect(await ana.json('GET', toMedia(film.id))).toMatchObject({
      photo_time: '2024-07-01T12:00:00.000Z',
      picture: { width: 1920, height: 1080, duration_ms: 3_000 },
      is_pending: false,
    })
    const listed = await ana.json('GET', '/drive/v1/photos')
    expect(listed).toMatchObject({ files: [{ duration_ms: 3_000 }] })
  })

  test('a link whose downloads are used up tells no camera details, but to whoever has the photo', async () => {
    const { as, origin, drive } = await serve()
    const ana = as('ana')
    const file = await ana.upload('sea.jpg', await photo())
    await drive.thumbnails.run()
    const link = await ana.json('POST', '/drive/v1/links', { node_id: file.id, download_limit: 1 })
    const visit = async () => {
      const body = JSON.stringify({ token: Reflect.get(link, 'token') })
      const opened = await fetch(`${origin}/drive/v1/links:open`, { method: 'POST', body })
      return as(((await opened.json()) as { visit_token: string }).visit_token)
    }
    const [first, second] = [await visit(), await visit()]
    const known = { picture: { camera: 'Pinhole' } }
    expect(await second.json('GET', toMedia(file.id))).toMatchObject(known)
    const downloaded = await first.call('GET', `/drive/v1/files/${file.id}/content`)
    await downloaded.arrayBuffer()
    expect(await first.json('GET', toMedia(file.id))).toMatchObject(known)
    const refused = await second.json('GET', toMedia(file.id))
    expect(refused).toMatchObject({ error: 'permission_denied' })
    expect(JSON.stringify(refused)).not.toContain('Pinhole')
  })
})
