import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createTestFolder } from '../../blobs/testing.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { run } from '../testing-curl.ts'
import { serveDrive } from '../testing-http.ts'
import { drawing, someImage } from './testing-images.ts'

onEachDatabase((openDatabase) => {
  const serve = async () => serveDrive(await openDatabase())

  test('files have a thumbnail link that works without a token and can be cached', async () => {
    const { as, origin, drive } = await serve()
    const ana = as('ana')
    const file = await ana.upload('sea.jpg', await someImage(1000, 500))
    await ana.upload('drawing.svg', drawing)
    await ana.upload('note.txt', Buffer.from('x'))
    const link = file.thumbnail_link ?? ''
    expect(link).toMatch(/^\/drive\/v1\/thumbnails\//)
    const { files } = await ana.json('GET', '/drive/v1/files')
    expect(files?.map(({ name, thumbnail_link }) => [name, thumbnail_link])).toEqual([
      ['drawing.svg', undefined],
      ['note.txt', undefined],
      ['sea.jpg', link],
    ])
    expect((await ana.json('GET', `/drive/v1/files/${file.id}`)).thumbnail_link).toBe(link)
    const recent = (await ana.json('GET', '/drive/v1/recent')).files
    expect(recent?.map(({ thumbnail_link }) => thumbnail_link)).toContain(link)

    const early = await fetch(`${origin}${link}`)
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1'])
    expect(await early.json()).toMatchObject({ error: 'aborted' })
    await drive.thumbnails.run()

    const answer = await fetch(`${origin}${link}?size=512`)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([picture.width, picture.height]).toEqual([512, 256])
    const etag = answer.headers.get('etag') ?? ''
    const again = await fetch(`${origin}${link}?size=512`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect((await fetch(`${origin}${link}?size=7`)).status).toBe(400)
    expect((await fetch(`${origin}${link.slice(0, -1)}~`)).status).toBe(404)
  })

  test('the owner gets a thumbnail by file id, and another person gets not_found', async () => {
    const { as, drive } = await serve()
    const file = await as('ana').upload('sea.png', await someImage(1000, 500, 'png'))
    await drive.thumbnails.run()
    const path = `/drive/v1/files/${file.id}/thumbnail?size=1600`
    const own = await as('ana').call('GET', path)
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    const head = await as('ana').call('HEAD', path)
    expect(head.headers.get('content-length')).toBe(own.headers.get('content-length'))
    await own.arrayBuffer()
    const { error_uri: _, ...foreign } = await as('ben').json('GET', path)
    const { error_uri: __, ...unknown } = await as('ben').json('GET', '/drive/v1/files/x/thumbnail')
    expect(foreign).toEqual(unknown)
    expect(foreign).toMatchObject({ status: 404, error: 'not_found' })
  })

  // Left out where ffmpeg cannot be had, which the run says at its beginning.
  describe.skipIf(process.env.AWAN_TEST_FFMPEG === undefined)('with ffmpeg', () => {
    test('a video has a thumbnail', async () => {
      const { as, origin, drive } = await serve()
      const path = join(await createTestFolder(), 'a.mp4')
      const args = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=640x360', '-t', '2', path]
      expect((await run('ffmpeg', args)).code).toBe(0)
      const file = await as('ana').upload('film.mp4', await readFile(path))
      await drive.thumbnails.run()
      const answer = await fetch(`${origin}${file.thumbnail_link}`)
      expect(answer.status).toBe(200)
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect([width, height]).toEqual([256, 144])
    })
  })
})
