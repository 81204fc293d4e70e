import { once } from 'node:events'
import http, { Agent } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { someBytes } from '../testing.ts'
import { serveDrive } from '../testing-http.ts'
import { type CallDav, davOf, responsesOf } from './testing.ts'

const prop = (names: string) =>
  `<D:propfind xmlns:D="DAV:" xmlns:x="urn:x"><D:prop>${names}</D:prop></D:propfind>`

onEachDatabase((openDatabase) => {
  const open = async () => {
    const served = await serveDrive(await openDatabase())
    return { ...served, dav: davOf(served, 'ana') }
  }
  const put = (dav: CallDav, path: string, body: string | Buffer, headers = {}) =>
    dav('PUT', path, { body, headers })

  test('OPTIONS is answered to everybody, here and at the top, and nothing else without a password', async () => {
    const { origin, dav } = await open()
    for (const path of ['/', '/dav', '/dav/', '/dav/any']) {
      const answer = await fetch(origin + path, { method: 'OPTIONS' })
      expect(answer.status, path).toBe(200)
      expect(answer.headers.get('dav')).toBe('1, 2, 3')
      expect(answer.headers.get('ms-author-via')).toBe('DAV')
      expect(answer.headers.get('allow')).toContain('PROPFIND')
    }
    const wrong = Buffer.from('ana:wrong').toString('base64')
    for (const authorization of ['', `Basic ${wrong}`, 'Basic !', 'Basic', 'Digest x']) {
      for (const method of ['PROPFIND', 'GET', 'PUT', 'LOCK']) {
        const answer = await fetch(`${origin}/dav/a`, { method, headers: { authorization } })
        expect(answer.status).toBe(401)
        expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Awan", charset="UTF-8"')
        expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
      }
    }
    expect((await dav('POST', '/a')).status).toBe(405)
    expect(
      (await fetch(`${origin}/dav/`, { headers: { authorization: 'Bearer ana' } })).status,
    ).toBe(200)
    expect(
      (await fetch(`${origin}/dav/`, { headers: { authorization: 'Bearer poor' } })).status,
    ).toBe(403)
  })

  test('a file is written, read in parts, and found by its tag in every answer', async () => {
    const { dav } = await open()
    const bytes = someBytes(9 * 1024 * 1024)
    for (const [name, body] of [
      ['small.txt', Buffer.from('We arrived.')],
      ['large.bin', bytes],
    ] as const) {
      const written = await put(dav, `/${name}`, body)
      expect(written.status).toBe(201)
      const etag = written.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
      const read = await dav('GET', `/${name}`, { headers: { range: 'bytes=3-9' } })
      expect([read.status, read.headers.get('etag')]).toEqual([206, etag])
      expect((await dav('GET', `/${name}`, { headers: { 'if-none-match': etag } })).status).toBe(
        304,
      )
      const head = await dav('HEAD', `/${name}`)
      expect(head.headers.get('content-length')).toBe(`${body.length}`)
      const found = await dav('PROPFIND', `/${name}`, { headers: { depth: '0' } })
      expect(found.status).toBe(207)
      expect(found.headers.get('content-type')).toBe('application/xml; charset=utf-8')
      expect(found.text).toContain(`<d:getetag>${etag.replaceAll('"', '&quot;')}</d:getetag>`)
      expect(found.text).toContain(`<d:getcontentlength>${body.length}</d:getcontentlength>`)
      expect(found.text).toContain(`<d:getlastmodified>${head.headers.get('last-modified')}<`)
      const stale = await put(dav, `/${name}`, 'x', { 'if-match': '"other"' })
      expect(stale.status).toBe(412)
      expect((await put(dav, `/${name}`, 'x', { 'if-none-match': '*' })).status).toBe(412)
      const again = await put(dav, `/${name}`, 'We left.', { 'if-match': etag })
      expect(again.status).toBe(204)
      expect((await dav('GET', `/${name}`)).text).toBe('We left.')
    }
  })

  test('a file without a length is stored whole, and one that ends before its announced length is not', async () => {
    const { dav } = await open()
    const stream = (text: string) => new Blob([text]).stream()
    const written = await dav('PUT', '/a', { body: stream('We arrived.') })
    expect(written.status).toBe(201)
    const expected = { 'x-expected-entity-length': '11' }
    const whole = await dav('PUT', '/a', { body: stream('We are off!'), headers: expected })
    expect(whole.status).toBe(204)
    const short = await dav('PUT', '/a', { body: stream('We'), headers: expected })
    expect(short.status).toBe(400)
    expect((await dav('GET', '/a')).text).toBe('We are off!')
  })

  test('names that cannot be held are refused with the reason, and folders are not made on the way', async () => {
    const { dav } = await open()
    expect((await put(dav, '/none/a', '1')).status).toBe(409)
    expect((await dav('MKCOL', '/none/a')).status).toBe(409)
    expect((await dav('MKCOL', '/a', { body: 'x' })).status).toBe(415)
    expect((await dav('MKCOL', '/a')).status).toBe(201)
    expect((await dav('MKCOL', '/a')).status).toBe(405)
    expect((await dav('MKCOL', '')).status).toBe(405)
    expect((await put(dav, '/a', '1')).status).toBe(405)
    for (const name of ['%00', 'a%2Fb', `${'x'.repeat(256)}`, 'a%0Ab']) {
      const refused = await put(dav, `/${name}`, '1')
      expect(refused.status, name).toBe(400)
      expect(refused.text).toContain('<s:message>the name ')
      expect((await dav('GET', `/${name}`)).status).toBe(404)
    }
    expect((await put(dav, '/e%CC%81', '1')).status).toBe(201)
    expect((await dav('GET', '/%C3%A9')).text).toBe('1')
    expect((await put(dav, '/b', '1', { 'content-range': 'bytes 0-0/2' })).status).toBe(400)
  })

  test('a folder is listed with its files, and never with everything below it', async () => {
    const { dav } = await open()
    await dav('MKCOL', '/trip')
    await put(dav, '/trip/a & b (1).txt', '1')
    await dav('MKCOL', '/trip/deep')
    await put(dav, '/trip/deep/c', '1')
    const listed = responsesOf(await dav('PROPFIND', '/trip', { headers: { depth: '1' } }))
    expect([...listed.keys()]).toEqual([
      '/dav/trip/',
      '/dav/trip/deep/',
      '/dav/trip/a%20%26%20b%20%281%29.txt',
    ])
    expect(listed.get('/dav/trip/deep/')).toContain(
      '<d:resourcetype><d:collection/></d:resourcetype>',
    )
    const alone = responsesOf(await dav('PROPFIND', '/trip/', { headers: { depth: '0' } }))
    expect([...alone.keys()]).toEqual(['/dav/trip/'])
    for (const headers of [{ depth: 'infinity' }, {}] as Record<string, string>[]) {
      const refused = await dav('PROPFIND', '/trip', { headers })
      expect(refused.status).toBe(403)
      expect(refused.text).toContain('<d:propfind-finite-depth/>')
    }
    expect((await dav('PROPFIND', '/trip', { headers: { depth: '2' } })).status).toBe(400)
    expect((await dav('PROPFIND', '/none', { headers: { depth: '0' } })).status).toBe(404)
    const some = await dav('PROPFIND', '/trip/deep/c', {
      headers: { depth: '0' },
      body: prop('<D:getcontentlength/><x:none/><D:quota-used-bytes/>'),
    })
    expect(some.text).toContain('<d:getcontentlength>1</d:getcontentlength>')
    expect(some.text).toMatch(/<x:none xmlns:x="urn:x"\/>.*404 Not Found/)
    const quota = await dav('PROPFIND', '', {
      headers: { depth: '0' },
      body: prop('<D:quota-used-bytes/><D:quota-available-bytes/>'),
    })
    expect(quota.text).toContain('<d:quota-used-bytes>2</d:quota-used-bytes>')
    const names = await dav('PROPFIND', '/trip', {
      headers: { depth: '0' },
      body: '<propfind xmlns="DAV:"><propname/></propfind>',
    })
    expect(names.text).toContain('<d:getetag/>')
  })

  test('a long folder is listed whole, and its answer begins before it has been read', async () => {
    const { dav, drive, as } = await open()
    await dav('MKCOL', '/many')
    const { files } = await as('ana').json('GET', '/drive/v1/files?parent_id=root')
    expect(files).toHaveLength(1)
    const names = Array.from({ length: 1_100 }, (_, n) => `many/${n}.txt`)
    await as('ana').plant(names, { content: '' })
    const listed = responsesOf(await dav('PROPFIND', '/many', { headers: { depth: '1' } }))
    expect(listed.size).toBe(1_101)
    expect(drive).toBeDefined()
  })

  test('the tag of a folder changes with anything below it, up to the top', async () => {
    const { dav, as } = await open()
    const tags = async () => {
      const found: (string | undefined)[] = []
      for (const path of ['', '/a', '/a/b', '/other']) {
        const { text } = await dav('PROPFIND', path, {
          headers: { depth: '0' },
          body: prop('<D:getetag/>'),
        })
        found.push(/<d:getetag>(.*?)</.exec(text)?.[1])
      }
      return found
    }
    for (const path of ['/a', '/a/b', '/other']) await dav('MKCOL', path)
    const before = await tags()
    await put(dav, '/a/b/c', '1')
    const [top, a, b, other] = await tags()
    expect(new Set([...before, top, a, b]).size).toBe(7)
    expect(other).toBe(before[3])
    await as('ana').json('DELETE', '/drive/v1/paths/a/b/c')
    expect((await tags()).slice(0, 3)).not.toEqual([top, a, b])
  })

  test('deleting moves to the trash, from where the web app restores it', async () => {
    const { dav, as } = await open()
    await dav('MKCOL', '/a')
    const written = await put(dav, '/a/b', '1')
    const wrong = await dav('DELETE', '/a/b', { headers: { 'if-match': '"other"' } })
    expect(wrong.status).toBe(412)
    const etag = written.headers.get('etag') ?? ''
    expect((await dav('DELETE', '/a/b', { headers: { 'if-match': etag } })).status).toBe(204)
    expect((await dav('DELETE', '/a/b')).status).toBe(404)
    expect((await dav('DELETE', '/a/')).status).toBe(204)
    expect((await dav('DELETE', '/')).status).toBe(403)
    const { files } = await as('ana').json('GET', '/drive/v1/trash')
    expect(files?.map(({ name }) => name).sort()).toEqual(['a', 'b'])
  })

  test('copies and moves replace or refuse, and say which they did', async () => {
    const { dav, origin } = await open()
    await dav('MKCOL', '/a')
    await dav('MKCOL', '/b')
    await put(dav, '/a/file', 'one')
    const go = (method: string, from: string, to: string, headers = {}) =>
      dav(method, from, { headers: { destination: to, ...headers } })
    expect((await go('COPY', '/a/file', `${origin}/dav/b/copy`)).status).toBe(201)
    expect((await go('COPY', '/a/file', '/dav/b/copy')).status).toBe(204)
    expect((await go('COPY', '/a/file', '/dav/b/copy', { overwrite: 'F' })).status).toBe(412)
    expect((await go('COPY', '/a/file', '/dav/none/copy')).status).toBe(409)
    expect((await go('COPY', '/a/file', '/dav/a/file')).status).toBe(403)
    expect((await go('COPY', '/a', '/dav/a/below')).status).toBe(403)
    expect((await go('MOVE', '/a/file', '/dav/a')).status).toBe(403)
    expect((await go('MOVE', '/a/file', 'http://other.test/dav/b/x')).status).toBe(502)
    expect((await go('MOVE', '/a/file', '/drive/v1/x')).status).toBe(502)
    expect((await go('MOVE', '/a/file', '')).status).toBe(400)
    expect((await go('MOVE', '/none', '/dav/x')).status).toBe(404)
    expect((await go('MOVE', '/', '/dav/x')).status).toBe(403)
    expect((await go('COPY', '/a', '/dav/tree')).status).toBe(201)
    expect((await dav('GET', '/tree/file')).text).toBe('one')
    expect((await go('COPY', '/a', '/dav/alone', { depth: '0' })).status).toBe(201)
    expect((await dav('GET', '/alone/file')).status).toBe(404)
    await put(dav, '/a/file', 'two')
    expect((await go('MOVE', '/a', '/dav/tree', { overwrite: 'F' })).status).toBe(412)
    expect((await go('MOVE', '/a', '/dav/tree')).status).toBe(204)
    expect((await dav('GET', '/tree/file')).text).toBe('two')
    expect((await go('MOVE', '/tree/file', '/dav/b/moved')).status).toBe(201)
    expect((await dav('GET', '/tree/file')).status).toBe(404)
    expect((await dav('GET', '/b/copy')).text).toBe('one')
  })

  test('a large tree is copied by the task runner, and the answer comes when it is complete', async () => {
    const { dav, drive, as } = await open()
    drive.runner.start()
    await as('ana').plant(Array.from({ length: 450 }, (_, n) => `tree/${n}`))
    const copied = await dav('COPY', '/tree', { headers: { destination: '/dav/copy' } })
    expect(copied.status).toBe(201)
    const listed = responsesOf(await dav('PROPFIND', '/copy', { headers: { depth: '1' } }))
    expect(listed.size).toBe(451)
  })

  test('the body of a refused file is read to its end, so that its program goes on with the same connection', async () => {
    const served = await open()
    const password = served.makePassword('ana')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const send = async (path: string, bytes: number) => {
      const request = http.request({
        agent,
        port: served.port,
        method: 'PUT',
        path: `/dav${path}`,
        auth: `ana:${password}`,
        headers: { 'content-length': bytes },
      })
      request.end(Buffer.alloc(bytes))
      const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
      await text(answer)
      return [answer.statusCode, request.reusedSocket]
    }
    expect(await send('/nowhere/a', 100_000)).toEqual([409, false])
    expect(await send('/nowhere/b', 100_000)).toEqual([409, true])
    expect(await send('/c', 3)).toEqual([201, true])
  })

  test('what exceeds the quota is refused as such', async () => {
    const served = await serveDrive(await openDatabase(), { quotaBytes: 10 })
    const dav = davOf(served, 'ana')
    const refused = await put(dav, '/a', someBytes(11))
    expect(refused.status).toBe(507)
    expect(refused.text).toContain('<d:quota-not-exceeded/>')
    expect((await put(dav, '/a', someBytes(10))).status).toBe(201)
    const copied = await dav('COPY', '/a', { headers: { destination: '/dav/b' } })
    expect(copied.status).toBe(507)
  })

  test('a password for one folder shows it as the top, and one that only reads changes nothing', async () => {
    const served = await open()
    const { dav } = served
    await dav('MKCOL', '/photos')
    await put(dav, '/photos/one', '1')
    await put(dav, '/secret', '2')
    const { files } = await served.as('ana').json('GET', '/drive/v1/files?parent_id=root')
    const folder = (files as { id?: string; name: string }[]).find(({ name }) => name === 'photos')
    const about = await served.as('ana').json('GET', '/drive/v1/about')
    const place = {
      driveId: (about as unknown as { drive_id: string }).drive_id,
      nodeId: folder?.id ?? '',
    }
    const narrow = davOf(served, 'ana', { folder: place })
    const listed = responsesOf(await narrow('PROPFIND', '/', { headers: { depth: '1' } }))
    expect([...listed.keys()]).toEqual(['/dav/', '/dav/one'])
    for (const path of ['/secret', '/../secret', '/%2e%2e/secret', '/photos/one']) {
      expect((await narrow('GET', path)).status, path).not.toBe(200)
    }
    expect((await put(narrow, '/two', '2')).status).toBe(201)
    expect((await dav('GET', '/photos/two')).text).toBe('2')
    const out = await narrow('MOVE', '/two', { headers: { destination: '/dav/../two' } })
    expect(out.status).not.toBe(201)
    expect((await narrow('DELETE', '/')).status).toBe(403)

    const reader = davOf(served, 'ana', { readOnly: true })
    expect((await reader('GET', '/photos/one')).text).toBe('1')
    for (const method of [
      'PUT',
      'DELETE',
      'MKCOL',
      'MOVE',
      'COPY',
      'LOCK',
      'UNLOCK',
      'PROPPATCH',
    ]) {
      const headers = { destination: '/dav/x' }
      expect((await reader(method, '/photos/one', { headers })).status, method).toBe(403)
    }
  })

  test('no line of the log has a password', async () => {
    const { dav, lines, makePassword } = await open()
    const password = makePassword('ana')
    await dav('PROPFIND', '/', { headers: { depth: '0' } })
    await dav('GET', '/none')
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).not.toContain(Buffer.from(`ana:${password}`).toString('base64'))
    expect(lines.join('')).not.toMatch(/Basic |authorization/i)
  })
})
