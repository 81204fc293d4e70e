import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { drawing, someImage } from '../thumbnails/testing-images.ts'
import { responsesOf } from '../webdav/testing.ts'
import { driveOf, propfindOf, syncOf, valueIn } from './testing.ts'

onEachDatabase((openDatabase) => {
  async function open(options: Parameters<typeof serveDrive>[1] = {}) {
    const served = await serveDrive(await openDatabase(), options)
    const { origin, makePassword } = served
    const ask = (path: string, sub = 'ana', limit?: Parameters<typeof makePassword>[1]) => {
      const login = Buffer.from(`${sub}:${makePassword(sub, limit)}`).toString('base64')
      const headers = { authorization: `Basic ${login}` }
      return fetch(`${origin}/index.php${path}`, { headers, redirect: 'manual' })
    }
    const ana = syncOf(served, 'ana')
    await ana('MKCOL', '/trip')
    const put = async (path: string, body: Buffer) => {
      const { headers } = await ana('PUT', path, { body })
      return Number.parseInt(headers.get('oc-fileid') ?? '', 10)
    }
    return { ...served, ask, ana, put }
  }

  describe('previews', () => {
    test('come by number and by path, at least as large as asked for, as soon as they are made', async () => {
      const { ask, put, drive } = await open()
      drive.thumbnails.start()
      const number = await put('/trip/sea & sky.jpg', await someImage(1000, 500))
      const widthOf = async (path: string) => {
        const answer = await ask(path)
        expect([answer.status, answer.headers.get('content-type')], path).toEqual([
          200,
          'image/webp',
        ])
        return (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width
      }
      expect(await widthOf(`/core/preview?fileId=${number}&x=300&y=200&a=1&mode=cover`)).toBe(512)
      expect(await widthOf(`/core/preview?fileId=${number}`)).toBe(256)
      const file = encodeURIComponent('/trip/sea & sky.jpg')
      expect(await widthOf(`/core/preview.png?file=${file}&x=4096&y=4096&forceIcon=0`)).toBe(1000)
      expect(await widthOf('/apps/files/api/v1/thumbnail/256/256/trip/sea%20%26%20sky.jpg')).toBe(
        256,
      )
      const etag = (await ask(`/core/preview?fileId=${number}`)).headers.get('etag')
      expect(etag).toMatch(/^".+"$/)
    })

    test('are not there for other files, other people and other folders than that of the password', async () => {
      const { as, ask, put, drive, origin } = await open()
      drive.thumbnails.start()
      const sea = await put('/sea.jpg', await someImage(100, 50))
      const text = await put('/a.txt', Buffer.from('words'))
      const draw = await put('/drawing.svg', drawing)
      const broken = await put('/broken.jpg', Buffer.from('not an image'))
      const get = async (path: string, sub?: string, limit?: Parameters<typeof ask>[2]) =>
        (await ask(path, sub, limit)).status
      for (const number of [text, draw, broken, 987_654_321, 'x', '']) {
        expect(await get(`/core/preview?fileId=${number}`), String(number)).toBe(404)
      }
      for (const path of [
        '/core/preview',
        '/core/preview.png?file=/no.jpg',
        '/core/preview?file=',
      ]) {
        expect(await get(path), path).toBe(404)
      }
      expect(await get('/apps/files/api/v1/thumbnail/256/256/no.jpg')).toBe(404)
      expect(await get('/apps/files/api/v1/thumbnail/256')).toBe(404)
      const path = `/core/preview?fileId=${sea}`
      expect([await get(path), await get(path, 'eva')]).toEqual([200, 404])
      expect((await fetch(`${origin}/index.php${path}`)).status).toBe(401)
      const trip = await as('ana').json('GET', '/drive/v1/files')
      const driveId = await driveOf(as('ana'))
      const nodes = trip.files as unknown as { id: string; name: string }[]
      const nodeId = nodes.find(({ name }) => name === 'trip')?.id ?? ''
      expect(await get(path, 'ana', { folder: { driveId, nodeId } })).toBe(404)
      expect(await get(path, 'ana', { readOnly: true })).toBe(200)
    })

    test('are announced where there is one, and where one comes', async () => {
      const { ana, put, drive } = await open()
      await put('/trip/sea.jpg', await someImage(100, 50))
      await put('/trip/broken.jpg', Buffer.from('not an image'))
      await put('/trip/a.txt', Buffer.from('words'))
      await ana('MKCOL', '/trip/folder')
      const told = async () => {
        const body = propfindOf(['nc:has-preview', 'nc:rich-workspace', 'nc:creation_time'])
        const answer = await ana('PROPFIND', '/trip', { headers: { depth: '1' }, body })
        return [...responsesOf(answer)].map(([href, rest]) => [
          href.slice('/remote.php/dav/files/ana/trip/'.length),
          valueIn(rest, 'nc:has-preview'),
        ])
      }
      const before = await told()
      expect(Object.fromEntries(before)).toMatchObject({ 'sea.jpg': 'true', 'a.txt': 'false' })
      await drive.thumbnails.run()
      expect((await told()).sort()).toEqual([
        ['', 'false'],
        ['a.txt', 'false'],
        ['broken.jpg', 'false'],
        ['folder/', 'false'],
        ['sea.jpg', 'true'],
      ])
    })
  })

  test('the date of a picture is when it was taken, or that of its file', async () => {
    const { ana } = await open()
    const headers = { 'x-oc-mtime': '1700000000' }
    await ana('PUT', '/trip/a.jpg', { body: Buffer.from('x'), headers })
    await ana('PUT', '/trip/a.txt', { body: Buffer.from('x'), headers })
    const body = propfindOf(['nc:metadata-photos-original_date_time'])
    const { text } = await ana('PROPFIND', '/trip', { headers: { depth: '1' }, body })
    expect(text.match(/original_date_time>\d+</g)).toEqual(['original_date_time>1700000000<'])
  })

  test('an avatar is the picture that somebody has set, and not found otherwise', async () => {
    const pictures = new Map([
      ['ana', '/v1/pictures/x'],
      ['eva', 'https://elsewhere.example/x'],
      ['ira', '//elsewhere.example/x'],
      ['gone', '/v1/pictures/y'],
    ])
    const { ask, origin } = await open({
      people: {
        isActive: async (_reader, sub) => sub !== 'gone',
        describePeople: async (_reader, subs) =>
          subs.map((sub) => ({ sub, name: sub, picture: pictures.get(sub) ?? null })),
      },
    })
    const own = await ask('/avatar/ana/128')
    expect([own.status, own.headers.get('location')]).toEqual([302, '/v1/pictures/x'])
    for (const path of [
      'ben/128',
      'eva/128',
      'ira/128',
      'gone/128',
      'ana/128/more/x',
      '',
      '%zz/1',
    ]) {
      expect([400, 404], path).toContain((await ask(`/avatar/${path}`)).status)
    }
    expect((await fetch(`${origin}/index.php/avatar/ana/128`)).status).toBe(401)
  })
})
