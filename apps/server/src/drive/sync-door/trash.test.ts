import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { type CallDav, responsesOf } from '../webdav/testing.ts'
import { driveOf, propfindOf, syncOf, trashOf, valueIn } from './testing.ts'

/** What the apps ask for. */
const asked = propfindOf([
  'd:displayname',
  'd:getcontenttype',
  'd:resourcetype',
  'd:getcontentlength',
  'd:getlastmodified',
  'oc:id',
  'oc:fileid',
  'oc:size',
  'nc:trashbin-filename',
  'nc:trashbin-original-location',
  'nc:trashbin-deletion-time',
])

async function list(trash: CallDav, path = '/trash', depth = '1') {
  const answer = await trash('PROPFIND', path, { headers: { depth }, body: asked })
  expect(answer.status).toBe(207)
  return [...responsesOf(answer)].map(([href, rest]) => ({
    href,
    path: href.replace(/^\/remote\.php\/dav\/trashbin\/\w+/, ''),
    rest,
    name: valueIn(rest, 'nc:trashbin-filename'),
    from: valueIn(rest, 'nc:trashbin-original-location'),
    at: Number(valueIn(rest, 'nc:trashbin-deletion-time')),
  }))
}

/** What is in it, without itself. */
const inside = async (trash: CallDav, path?: string) => (await list(trash, path)).slice(1)

const destination = (name: string) => ({
  headers: { destination: `/remote.php/dav/trashbin/ana/restore/${name}`, overwrite: 'T' },
})

onEachDatabase((openDatabase) => {
  async function open() {
    const served = await serveDrive(await openDatabase())
    served.drive.runner.start()
    const [ana, trash] = [syncOf(served, 'ana'), trashOf(served, 'ana')]
    await ana('MKCOL', '/trip')
    await ana('MKCOL', '/trip/photos')
    await ana('PUT', '/trip/a & b.txt', { body: 'words' })
    await ana('PUT', '/trip/photos/1.txt', { body: 'one' })
    return { ...served, ana, trash }
  }

  test('lists what was deleted, with its name, its place and the time, the trash itself first', async () => {
    const { ana, trash, clock } = await open()
    expect((await ana('DELETE', '/trip/a & b.txt')).status).toBe(204)
    clock.advance(5_000)
    await ana('DELETE', '/trip/photos')
    const [top, photos, file, ...more] = await list(trash)
    expect([top?.href, more]).toEqual(['/remote.php/dav/trashbin/ana/trash/', []])
    expect(file).toMatchObject({ name: 'a &amp; b.txt', from: 'trip/a &amp; b.txt' })
    expect(photos).toMatchObject({ name: 'photos', from: 'trip/photos' })
    expect(photos?.at).toBe(Math.floor(clock.now() / 1000))
    expect(file?.at).toBe(Math.floor((clock.now() - 5_000) / 1000))
    expect(file?.path).toMatch(/^\/trash\/a%20%26%20b\.txt\.d\d+$/)
    expect(photos?.path).toMatch(/^\/trash\/photos\.d\d+\/$/)
    const id = valueIn(file?.rest, 'oc:fileid')
    // Clients read it as a number here.
    expect(valueIn(file?.rest, 'oc:id')).toBe(id)
    expect(id).toMatch(/^\d+$/)
    expect(file?.rest).toContain('<oc:size>5</oc:size>')
    expect(file?.rest).toContain('<d:resourcetype/>')
    expect(photos?.rest).toContain('<d:resourcetype><d:collection/></d:resourcetype>')
    expect(await list(trash, '/trash', '0')).toHaveLength(1)
  })

  test('folders are looked into, and files in the trash are read', async () => {
    const { ana, trash } = await open()
    await ana('DELETE', '/trip')
    const [trip] = await inside(trash)
    const [photos, words] = await inside(trash, trip?.path)
    expect([photos?.from, words?.from]).toEqual(['trip/photos', 'trip/a &amp; b.txt'])
    const [one] = await inside(trash, photos?.path)
    expect(one).toMatchObject({ name: '1.txt', from: 'trip/photos/1.txt', at: trip?.at })
    expect((await trash('GET', one?.path ?? '')).text).toBe('one')
  })

  test('what is moved to the folder for it is back where it was, under a free name', async () => {
    const { ana, trash } = await open()
    await ana('DELETE', '/trip/a & b.txt')
    await ana('PUT', '/trip/a & b.txt', { body: 'newer' })
    const [file] = await inside(trash)
    const answer = await trash('MOVE', file?.path ?? '', destination('a%20%26%20b.txt'))
    expect(answer.status).toBe(201)
    expect((await ana('GET', '/trip/a & b (2).txt')).text).toBe('words')
    expect((await ana('GET', '/trip/a & b.txt')).text).toBe('newer')
    expect(await inside(trash)).toEqual([])
    // What is not in the trash is not found there any more.
    expect((await trash('MOVE', file?.path ?? '', destination('x'))).status).toBe(404)
  })

  test('where its folder is gone too it comes back to the top', async () => {
    const { ana, trash } = await open()
    await ana('DELETE', '/trip/photos')
    await ana('DELETE', '/trip')
    const photos = (await inside(trash)).find(({ name }) => name === 'photos')
    await trash('MOVE', photos?.path ?? '', destination('photos'))
    expect((await ana('GET', '/photos/1.txt')).text).toBe('one')
  })

  test('one or all of it is deleted for good', async () => {
    const { ana, trash } = await open()
    await ana('PUT', '/b', { body: 'b' })
    for (const path of ['/trip/a & b.txt', '/trip', '/b']) await ana('DELETE', path)
    const found = await inside(trash)
    const one = found.find(({ name }) => name === 'b')
    expect((await trash('DELETE', one?.path ?? '')).status).toBe(204)
    expect((await inside(trash)).map(({ name }) => name).sort()).toEqual(['a &amp; b.txt', 'trip'])
    expect((await trash('DELETE', '/trash')).status).toBe(204)
    expect(await inside(trash)).toEqual([])
  })

  test('what somebody restores at the same moment is not deleted for good', async () => {
    const { ana, trash } = await open()
    for (let round = 0; round < 8; round++) {
      await ana('PUT', '/both.txt', { body: 'one' })
      await ana('DELETE', '/both.txt')
      const path = (await inside(trash))[0]?.path ?? ''
      const [restored, deleted] = await Promise.all([
        trash('MOVE', path, destination('both.txt')),
        trash('DELETE', path),
      ])
      const { status } = await ana('GET', '/both.txt')
      const isRestored = restored.status === 201
      expect([isRestored, deleted.status === 204]).toEqual([status === 200, status === 404])
      await ana('DELETE', '/both.txt')
      await trash('DELETE', '/trash')
    }
  })

  test('nothing is moved out of the trash, into it or within it in another way', async () => {
    const { ana, trash } = await open()
    await ana('DELETE', '/trip/a & b.txt')
    const [file] = await inside(trash)
    for (const to of ['/remote.php/dav/files/ana/x', '/remote.php/dav/trashbin/ana/trash/x']) {
      const { status } = await trash('MOVE', file?.path ?? '', { headers: { destination: to } })
      expect(status, to).toBe(400)
    }
    for (const method of ['PUT', 'MKCOL', 'COPY', 'PROPPATCH', 'LOCK']) {
      expect((await trash(method, file?.path ?? '')).status, method).toBe(405)
    }
    for (const path of ['', '/restore', '/trash/x', '/trash/x.d1', '/trash/other.d99999999999']) {
      expect((await trash('PROPFIND', path, { headers: { depth: '1' } })).status, path).toBe(404)
    }
    const wrong = file?.path.replace('b.txt.d', 'c.txt.d') ?? ''
    expect((await trash('DELETE', wrong)).status).toBe(404)
    expect(await inside(trash)).toHaveLength(1)
  })

  test("nobody sees another person's trash, nor gets more of it by a password than that allows", async () => {
    const { ana, trash, as, ...served } = await open()
    const driveId = await driveOf(as('ana'))
    const { files } = await as('ana').json('GET', '/drive/v1/files')
    const [trip] = files as unknown as { id: string }[]
    await as('ana').json('POST', `/drive/v1/files/${trip?.id}/grants`, {
      grantee: { kind: 'person', sub: 'ben' },
      role: 'editor',
    })
    await ana('DELETE', '/trip/a & b.txt')
    const [file] = await inside(trash)
    const path = file?.path ?? ''
    const stranger = trashOf(served, 'ben')
    expect(await inside(stranger)).toEqual([])
    expect((await stranger('GET', path)).status).toBe(404)
    expect((await stranger('DELETE', path)).status).toBe(404)
    const reader = trashOf(served, 'ana', { readOnly: true })
    expect((await reader('DELETE', path)).status).toBe(403)
    expect((await reader('MOVE', path, destination('x'))).status).toBe(403)
    expect((await reader('PROPFIND', '/trash', { headers: { depth: '1' } })).status).toBe(403)
    const folder = { driveId, nodeId: trip?.id ?? '' }
    const narrow = trashOf(served, 'ana', { folder })
    expect(await inside(narrow)).toEqual([])
    expect((await narrow('GET', path)).status).toBe(404)
    expect((await narrow('DELETE', path)).status).toBe(404)
    expect((await narrow('DELETE', '/trash')).status).toBe(403)
    expect(await inside(trash)).toHaveLength(1)
  })
})
