import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { type CallDav, davOf, responsesOf } from '../webdav/testing.ts'
import { driveOf, sha1, syncOf } from './testing.ts'

const PROPERTIES = [
  'd:resourcetype',
  'd:getlastmodified',
  'd:getcontentlength',
  'd:getetag',
  'oc:id',
  'oc:fileid',
  'oc:permissions',
  'oc:size',
  'oc:checksums',
  'oc:favorite',
  'oc:owner-id',
  'oc:owner-display-name',
  'oc:share-types',
  'oc:data-fingerprint',
  'nc:is-encrypted',
]

const question = `<?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"><d:prop>${PROPERTIES.map((name) => `<${name}/>`).join('')}</d:prop></d:propfind>`

async function propfind(dav: CallDav, path: string, depth = '1') {
  return dav('PROPFIND', path, { headers: { depth }, body: question })
}

/** What one property of each path says. */
async function told(dav: CallDav, path: string, name: string, depth = '1') {
  const responses = responsesOf(await propfind(dav, path, depth))
  return Object.fromEntries(
    [...responses].map(([href, rest]) => [
      decodeURIComponent(href.replace(/^\/remote\.php\/dav\/files\/\w+/, '')),
      new RegExp(`<${name}>(.*?)</${name}>`).exec(rest)?.[1],
    ]),
  )
}

onEachDatabase((openDatabase) => {
  const open = async (options: Parameters<typeof serveDrive>[1] = {}) => {
    const served = await serveDrive(await openDatabase(), options)
    served.drive.runner.start()
    const ask = (path: string, init?: RequestInit) => fetch(`${served.origin}${path}`, init)
    const login = (sub: string, password = served.makePassword(sub)) => ({
      headers: { authorization: `Basic ${Buffer.from(`${sub}:${password}`).toString('base64')}` },
    })
    return { ...served, ask, login, ana: syncOf(served, 'ana') }
  }

  describe('what clients ask around the files', () => {
    test('is told before anybody signs in, and nothing of anybody', async () => {
      const { ask } = await open()
      expect(await (await ask('/status.php')).json()).toEqual({
        installed: true,
        maintenance: false,
        needsDbUpgrade: false,
        version: '32.0.0.0',
        versionstring: '32.0.0',
        edition: '',
        productname: 'Awan',
        extendedSupport: false,
      })
      expect((await ask('/index.php/204')).status).toBe(204)
      expect((await ask('/index.php/core/wipe/check', { method: 'POST' })).status).toBe(404)
      const told = await (await ask('/ocs/v2.php/cloud/capabilities?format=json')).json()
      expect(told).toMatchObject({
        ocs: {
          meta: { status: 'ok', statuscode: 200 },
          data: {
            version: { major: 32, minor: 0, micro: 0, string: '32.0.0' },
            capabilities: {
              dav: { chunking: '1.0' },
              core: { 'webdav-root': 'remote.php/webdav' },
            },
          },
        },
      })
      expect(JSON.stringify(told)).not.toContain('bulkupload')
    })

    test('both versions say who signed in, in JSON and in XML, and refuse everybody else', async () => {
      const { ask, login } = await open({ quotaBytes: 1_000 })
      const ana = login('ana')
      const first = await (await ask('/ocs/v1.php/cloud/user?format=json', ana)).json()
      expect(first).toMatchObject({
        ocs: {
          meta: { statuscode: 100 },
          data: { id: 'ana', quota: { total: 1_000, used: 0, free: 1_000 } },
        },
      })
      const xml = await (await ask('/ocs/v2.php/cloud/user', ana)).text()
      expect(xml).toContain('<statuscode>200</statuscode>')
      expect(xml).toContain('<id>ana</id>')
      for (const path of ['/ocs/v1.php/cloud/user', '/ocs/v2.php/core/apppassword']) {
        const refused = await ask(`${path}?format=json`)
        expect(refused.status).toBe(401)
        expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /)
      }
      expect((await ask('/ocs/v2.php/cloud/capabilities', login('ana', 'wrong'))).status).toBe(401)
      expect((await ask('/ocs/v2.php/core/getapppassword', ana)).status).toBe(403)
      expect((await ask('/ocs/v2.php/toString', ana)).status).toBe(404)
    })

    test('a client that signs out gives its password up', async () => {
      const { ask, login } = await open()
      const ana = login('ana')
      const path = '/ocs/v2.php/core/apppassword'
      expect((await ask(path, { method: 'DELETE', ...ana })).status).toBe(200)
      expect((await ask('/ocs/v2.php/cloud/user', ana)).status).toBe(401)
    })
  })

  describe('files', () => {
    test('paths name whoever signed in, by an app password alone', async () => {
      const { origin, ask, login, ana, ...served } = await open()
      await ana('PUT', '/a', { body: 'words' })
      expect((await ask('/remote.php/dav/files/ana/a', login('ana'))).status).toBe(200)
      expect((await ask('/remote.php/webdav/a', login('ana'))).status).toBe(200)
      expect((await ask('/remote.php/dav/files/ana/a')).status).toBe(401)
      const bearer = { headers: { authorization: 'Bearer ana' } }
      expect((await ask('/remote.php/dav/files/ana/a', bearer)).status).toBe(401)
      for (const path of ['files/eva/', 'files/%61na2/', 'files/', 'uploads/eva/x', 'nothing']) {
        expect((await ask(`/remote.php/dav/${path}`, login('ana'))).status, path).toBe(404)
      }
      const eva = davOf({ origin, ...served }, 'eva', undefined, '/remote.php/dav/files/ana')
      expect((await eva('PROPFIND', '/', { headers: { depth: '1' } })).status).toBe(404)
      const from = syncOf({ origin, ...served }, 'eva')
      await from('PUT', '/b', { body: 'mine' })
      const destination = '/remote.php/dav/files/ana/b'
      expect((await from('MOVE', '/b', { headers: { destination } })).status).toBe(502)
    })

    test('a listing has the properties, prefixes and addresses that clients read', async () => {
      const { ana } = await open()
      await ana('MKCOL', '/trip')
      const body = Buffer.from('We arrived.')
      const headers = { 'oc-checksum': sha1(body), 'x-oc-mtime': '1700000000.5' }
      const put = await ana('PUT', '/trip/a%20(1).txt', { body, headers })
      expect(put.status).toBe(201)
      expect(put.headers.get('x-oc-mtime')).toBe('accepted')
      expect(put.headers.get('oc-etag')).toBe(put.headers.get('etag'))
      const answer = await propfind(ana, '/trip')
      expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
      expect(answer.text).toContain(
        'xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"',
      )
      const [folder, file] = [...responsesOf(answer)]
      expect(folder?.[0]).toBe('/remote.php/dav/files/ana/trip/')
      expect(file?.[0]).toBe('/remote.php/dav/files/ana/trip/a%20%281%29.txt')
      expect(file?.[1]).toMatch(/^<d:propstat><d:prop>.*HTTP\/1.1 200 OK/)
      const id = put.headers.get('oc-fileid')
      expect(file?.[1]).toContain(`<oc:id>${id}</oc:id>`)
      expect(file?.[1]).toContain(`<oc:fileid>${Number.parseInt(id ?? '', 10)}</oc:fileid>`)
      expect(file?.[1]).toContain(
        `<oc:checksums><oc:checksum>${sha1(body)}</oc:checksum></oc:checksums>`,
      )
      expect(file?.[1]).toContain('<oc:permissions>RGDNVW</oc:permissions><oc:size>11</oc:size>')
      expect(file?.[1]).toContain('Tue, 14 Nov 2023 22:13:20 GMT')
      expect(file?.[1]).toContain('<oc:owner-id>ana</oc:owner-id>')
      expect(file?.[1]).toContain('<nc:is-encrypted/>')
      expect(folder?.[1]).toContain('<oc:permissions>RGDNVCK</oc:permissions>')
      expect(folder?.[1]).toContain('<oc:data-fingerprint/>')
      const got = await ana('GET', '/trip/a%20(1).txt', { headers: { range: 'bytes=3-9' } })
      expect([got.status, got.text]).toEqual([206, 'arrived'])
      expect(got.headers.get('etag')).toBe(put.headers.get('etag'))
      expect(got.headers.get('oc-checksum')).toBe(sha1(body))
      const top = await told(ana, '/', 'oc:data-fingerprint')
      expect(top['/']).toMatch(/^\w{20,}$/)
      expect(top['/trip/']).toBeUndefined()
      expect(await told(ana, '', 'oc:permissions', '0')).toEqual({ '/': 'RGCK' })
    })

    test('addresses begin as they were written, with doubled slashes and without one at the end', async () => {
      const { ask, login, ana } = await open()
      await ana('MKCOL', '/trip')
      await ana('PUT', '/trip/a', { body: '' })
      const { headers } = login('ana')
      for (const root of [
        '/remote.php/dav/files/ana//trip',
        '/remote.php//dav/files/ana/trip',
        '/remote.php/webdav//trip/',
        '//remote.php/webdav/trip',
      ]) {
        const answer = await ask(root, { method: 'PROPFIND', headers: { ...headers, depth: '1' } })
        const text = await answer.text()
        const hrefs = [...text.matchAll(/<d:href>(.*?)<\/d:href>/g)].map(([, href]) => href)
        const plain = root.replace(/\/$/, '')
        expect(hrefs, root).toEqual([`${plain}/`, `${plain}/a`])
      }
    })

    test('the tag of every folder above a change is another one, and of no other folder', async () => {
      const { ana } = await open()
      for (const path of ['/a', '/a/b', '/a/b/c', '/d']) await ana('MKCOL', path)
      const tags = async () => ({
        ...(await told(ana, '/', 'd:getetag')),
        ...(await told(ana, '/a', 'd:getetag')),
        ...(await told(ana, '/a/b', 'd:getetag')),
      })
      const changed = async (work: () => Promise<unknown>) => {
        const before = await tags()
        await work()
        const after = await tags()
        return Object.keys(before).filter((path) => before[path] !== after[path])
      }
      const above = ['/', '/a/', '/a/b/', '/a/b/c/']
      expect(await changed(() => ana('PUT', '/a/b/c/x', { body: '1' }))).toEqual(above)
      expect(await changed(() => ana('PUT', '/a/b/c/x', { body: '2' }))).toEqual(above)
      expect(await changed(() => ana('GET', '/a/b/c/x'))).toEqual([])
      const destination = '/remote.php/dav/files/ana/d/x'
      const move = () => ana('MOVE', '/a/b/c/x', { headers: { destination } })
      expect((await changed(move)).sort()).toEqual([...above, '/d/'].sort())
      expect(await changed(() => ana('DELETE', '/a/b/c'))).toEqual(
        expect.arrayContaining(['/', '/a/', '/a/b/']),
      )
    })

    test('what others share changes the tags of the folders that it is shown in, and has rights of its own', async () => {
      const { as, ana, ...served } = await open()
      const ben = syncOf(served, 'ben')
      const trip = await as('ana').json('POST', '/drive/v1/files', { kind: 'folder', name: 'trip' })
      const share = (role: string) =>
        as('ana').json('POST', `/drive/v1/files/${trip.id}/grants`, {
          grantee: { kind: 'person', sub: 'ben' },
          role,
        })
      const tags = async () => [
        (await told(ben, '/', 'd:getetag', '0'))['/'],
        ...Object.values(await told(ben, '/Shared%20with%20me', 'd:getetag')),
      ]
      const before = await told(ben, '/', 'd:getetag', '0')
      await share('viewer')
      const first = await tags()
      expect(first[0]).not.toBe(before['/'])
      await ana('PUT', '/trip/a', { body: 'x' })
      const second = await tags()
      expect(second.filter((tag) => first.includes(tag))).toEqual([])
      const list = '/Shared with me'
      expect(await told(ben, '/Shared%20with%20me', 'oc:permissions')).toEqual({
        [`${list}/`]: 'SG',
        [`${list}/trip/`]: 'SG',
      })
      expect(await told(ben, '/Shared%20with%20me/trip', 'oc:permissions')).toMatchObject({
        [`${list}/trip/a`]: 'SG',
      })
      await share('editor')
      const third = await tags()
      expect(third.slice(0, 2)).not.toEqual(second.slice(0, 2))
      expect(await told(ben, '/Shared%20with%20me', 'oc:permissions')).toMatchObject({
        [`${list}/trip/`]: 'SGCK',
      })
      const dates = Object.values(await told(ben, '/', 'd:getlastmodified'))
      expect(dates.every((date) => Date.parse(date ?? '') > 0)).toBe(true)
      const ids = Object.values(await told(ben, '/Shared%20with%20me', 'oc:fileid'))
      for (const id of ids) expect(BigInt(id ?? '')).toBeLessThan(2n ** 63n)
      expect(new Set(ids).size).toBe(2)
    })

    test('a password that only reads, or opens one folder, gives no more than that', async () => {
      const { as, ana, ...served } = await open()
      const trip = await as('ana').json('POST', '/drive/v1/files', { kind: 'folder', name: 'trip' })
      await ana('PUT', '/trip/a', { body: 'x' })
      await ana('PUT', '/own', { body: 'x' })
      const reader = syncOf(served, 'ana', { readOnly: true })
      expect(await told(reader, '/trip', 'oc:permissions')).toEqual({
        '/trip/': 'G',
        '/trip/a': 'G',
      })
      expect((await reader('PUT', '/trip/b', { body: '' })).status).toBe(403)
      const driveId = await driveOf(as('ana'))
      const inside = syncOf(served, 'ana', { folder: { driveId, nodeId: trip.id } })
      expect(await told(inside, '/', 'oc:permissions')).toEqual({ '/': 'RGCK', '/a': 'RGDNVW' })
    })

    test('ids stay through moves, which are answered 201, also onto something', async () => {
      const { ana } = await open()
      await ana('PUT', '/a', { body: 'x' })
      await ana('PUT', '/b', { body: 'y' })
      const { '/a': id } = await told(ana, '/', 'oc:id')
      const moved = await ana('MOVE', '/a', {
        headers: { destination: '/remote.php/dav/files/ana/b' },
      })
      expect(moved.status).toBe(201)
      expect(await told(ana, '/', 'oc:id')).toMatchObject({ '/b': id })
      expect(await told(ana, '/', 'oc:id')).not.toHaveProperty('/a')
    })

    test('a file whose checksum or precondition does not hold is not written, and the error says why', async () => {
      const { ana } = await open()
      const body = Buffer.alloc(5_000_000, 1)
      for (const bytes of [Buffer.from('small'), Buffer.alloc(0), body]) {
        for (const sum of [`SHA1:${'0'.repeat(40)}`, 'Adler32:00000007', `MD5:${'a'.repeat(32)}`]) {
          const answer = await ana('PUT', '/a', { body: bytes, headers: { 'oc-checksum': sum } })
          expect(answer.status).toBe(400)
          expect(answer.text).toContain('<s:exception>data_loss</s:exception><s:message>')
        }
      }
      expect((await ana('GET', '/a')).status).toBe(404)
      const good = { 'oc-checksum': 'Adler32:062c0215' }
      expect((await ana('PUT', '/a', { body: 'hello', headers: good })).status).toBe(201)
      expect(
        (await ana('PUT', '/b', { body, headers: { 'oc-checksum': sha1(body) } })).status,
      ).toBe(201)
      const stale = { 'if-match': '"0123"' }
      expect((await ana('PUT', '/a', { body: 'x', headers: stale })).status).toBe(412)
      expect((await ana('PUT', '/a', { body: 'x', headers: { 'oc-chunked': '1' } })).status).toBe(
        501,
      )
      expect((await ana('MKCOL', '/a')).status).toBe(405)
      expect((await ana('GET', '/a')).text).toBe('hello')
    })

    test('a full drive is 507, and what somebody has locked is 423', async () => {
      const { ana } = await open({ quotaBytes: 10 })
      expect((await ana('PUT', '/a', { body: 'x'.repeat(11) })).status).toBe(507)
      await ana('PUT', '/b', { body: 'x' })
      const lock =
        '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>'
      expect((await ana('LOCK', '/b', { body: lock })).status).toBe(200)
      expect((await ana('PUT', '/b', { body: 'y' })).status).toBe(423)
    })
  })
})
