import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { type CallDav, davOf, lockBody, responsesOf, tokenOf } from './testing.ts'

onEachDatabase((openDatabase) => {
  const open = async () => {
    const served = await serveDrive(await openDatabase())
    return { ...served, dav: davOf(served, 'ana') }
  }
  const lock = (dav: CallDav, path: string, headers = {}, body = lockBody()) =>
    dav('LOCK', path, { headers, body })
  const put = (dav: CallDav, path: string, body: string, headers = {}) =>
    dav('PUT', path, { body, headers })
  const holding = (token: string) => ({ if: `(<${token}>)` })
  const idOf = async ({ as }: Awaited<ReturnType<typeof open>>, name: string) => {
    const { files } = await as('ana').json('GET', '/drive/v1/files?parent_id=root')
    return (files as { id?: string; name: string }[]).find((one) => one.name === name)?.id ?? ''
  }

  test('a locked file is changed only with the token, and not by the web app either', async () => {
    const served = await open()
    const { dav, as } = served
    await put(dav, '/a', '1')
    const locked = await lock(dav, '/a', { timeout: 'Second-600' })
    expect(locked.status).toBe(200)
    expect(locked.text).toContain('<d:timeout>Second-600</d:timeout>')
    expect(locked.text).toContain('<d:owner>Ana</d:owner>')
    const token = tokenOf(locked)
    for (const [method, headers] of [
      ['PUT', {}],
      ['DELETE', {}],
      ['MOVE', { destination: '/dav/b' }],
      ['LOCK', {}],
      ['PROPPATCH', {}],
    ] as const) {
      const body =
        method === 'LOCK'
          ? lockBody()
          : '<propertyupdate xmlns="DAV:"><set><prop><x xmlns="urn:x"/></prop></set></propertyupdate>'
      const isEmpty = method === 'DELETE' || method === 'MOVE'
      const refused = await dav(method, '/a', { headers, ...(isEmpty ? {} : { body }) })
      expect(refused.status, method).toBe(423)
      expect(refused.text).toContain(
        method === 'LOCK' ? 'no-conflicting-lock' : 'lock-token-submitted',
      )
    }
    await put(dav, '/c', '1')
    const onto = await dav('COPY', '/c', { headers: { destination: '/dav/a' } })
    expect(onto.status).toBe(423)

    const id = await idOf(served, 'a')
    const { json } = as('ana')
    const rename = await json('PATCH', `/drive/v1/files/${id}`, { name: 'b' })
    expect([rename.status, rename.error]).toEqual([423, 'failed_precondition'])
    expect(JSON.stringify(rename)).toContain('"reason":"LOCKED"')
    expect(JSON.stringify(rename)).toContain('"owner":"Ana"')
    expect((await json('DELETE', '/drive/v1/paths/a')).status).toBe(423)
    const written = await as('ana').call('PUT', '/drive/v1/paths/a', { body: 'other' })
    expect(written.status).toBe(423)
    const upload = await json('POST', '/drive/v1/uploads', { name: 'a', size: 0 })
    const commit = `/drive/v1/uploads/${upload.id}/commit`
    expect((await json('POST', commit, { conflict: 'replace' })).status).toBe(423)
    const task = await json('POST', '/drive/v1/files:batchTrash', {
      ids: [id, await idOf(served, 'c')],
    })
    expect(JSON.stringify(task)).toContain('is locked by Ana until')
    expect((await dav('GET', '/a')).text).toBe('1')
    expect((await dav('GET', '/c')).status).toBe(404)

    expect((await put(dav, '/a', '2', holding(token))).status).toBe(204)
    const unlocked = await dav('UNLOCK', '/a', { headers: { 'lock-token': `<${token}>` } })
    expect(unlocked.status).toBe(204)
    expect((await put(dav, '/a', '3')).status).toBe(204)
    const again = await dav('UNLOCK', '/a', { headers: { 'lock-token': `<${token}>` } })
    expect(again.status).toBe(409)
  })

  test('a lock ends when its time is over, and lasts longer when it is refreshed', async () => {
    const { dav, clock } = await open()
    const token = tokenOf(await lock(dav, '/a', { timeout: 'Infinite, Second-60' }))
    clock.advance(50_000)
    const refreshed = await dav('LOCK', '/a', {
      headers: { ...holding(token), timeout: 'Second-100' },
    })
    expect(refreshed.status).toBe(200)
    expect(refreshed.text).toContain('<d:timeout>Second-100</d:timeout>')
    expect(refreshed.headers.get('lock-token')).toBeNull()
    clock.advance(99_000)
    expect((await put(dav, '/a', '1')).status).toBe(423)
    clock.advance(1_000)
    expect((await put(dav, '/a', '1')).status).toBe(204)
    const late = await dav('LOCK', '/a', { headers: holding(token) })
    expect(late.status).toBe(412)
    expect((await dav('LOCK', '/a')).status).toBe(400)
    const longest = await lock(dav, '/a', { timeout: 'Second-4100000000' })
    expect(longest.text).toContain('<d:timeout>Second-3600</d:timeout>')
  })

  test('a locked folder covers what is put into it, moved out of it and moved with it', async () => {
    const { dav } = await open()
    await dav('MKCOL', '/f')
    await dav('MKCOL', '/f/deep')
    await put(dav, '/f/deep/x', '1')
    await put(dav, '/out', '1')
    const token = tokenOf(await lock(dav, '/f', { depth: 'infinity' }))
    for (const [method, path, to] of [
      ['PUT', '/f/new', ''],
      ['PUT', '/f/deep/x', ''],
      ['PUT', '/f/deep/new', ''],
      ['MKCOL', '/f/sub', ''],
      ['DELETE', '/f/deep', ''],
      ['MOVE', '/f/deep/x', '/dav/y'],
      ['MOVE', '/out', '/dav/f/deep/out'],
      ['COPY', '/out', '/dav/f/out'],
      ['LOCK', '/f/deep/none', ''],
    ] as const) {
      const body = method === 'PUT' ? '2' : method === 'LOCK' ? lockBody() : undefined
      const options = { ...(body !== undefined && { body }) }
      const headers = { destination: to }
      expect((await dav(method, path, { headers, ...options })).status, `${method} ${path}`).toBe(
        423,
      )
    }
    const shown = await dav('PROPFIND', '/f/deep/x', { headers: { depth: '0' } })
    expect(shown.text).toContain('<d:lockroot><d:href>/dav/f</d:href></d:lockroot>')
    const tagged = { if: `</dav/f> (<${token}>)` }
    expect((await put(dav, '/f/deep/new', '2', tagged)).status).toBe(201)
    const copied = await dav('COPY', '/f/deep', {
      headers: { destination: '/dav/f/again', ...tagged },
    })
    expect(copied.status).toBe(201)
    expect((await dav('DELETE', '/f', { headers: holding(token) })).status).toBe(204)
    await dav('MKCOL', '/f')
    expect((await put(dav, '/f/new', '1')).status).toBe(201)
  })

  test('a lock of depth 0 holds the names in a folder, and a locked file holds the folders above it', async () => {
    const { dav } = await open()
    await dav('MKCOL', '/f')
    await put(dav, '/f/a', '1')
    const token = tokenOf(await lock(dav, '/f', { depth: '0' }))
    expect((await put(dav, '/f/a', '2')).status).toBe(204)
    expect((await put(dav, '/f/b', '2')).status).toBe(423)
    expect((await dav('DELETE', '/f/a')).status).toBe(423)
    await dav('UNLOCK', '/f', { headers: { 'lock-token': `<${token}>` } })
    await lock(dav, '/f/a')
    expect((await dav('DELETE', '/f')).status).toBe(423)
    expect((await dav('MOVE', '/f', { headers: { destination: '/dav/g' } })).status).toBe(423)
    expect((await lock(dav, '/f', { depth: 'infinity' })).status).toBe(423)
    expect((await put(dav, '/f/b', '2')).status).toBe(201)
  })

  test('several shared locks go together, one of them is enough, and none goes with an exclusive one', async () => {
    const { dav } = await open()
    await put(dav, '/a', '1')
    const shared = () => lock(dav, '/a', {}, lockBody('shared'))
    const [first, second] = [await shared(), await shared()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect((await lock(dav, '/a')).status).toBe(423)
    expect((await put(dav, '/a', '2')).status).toBe(423)
    expect((await put(dav, '/a', '2', holding(tokenOf(second)))).status).toBe(204)
    const shown = await dav('PROPFIND', '/a', { headers: { depth: '0' } })
    expect(shown.text.match(/<d:activelock>/g)).toHaveLength(2)
  })

  test('a move leaves the lock behind, and so does deleting', async () => {
    const { dav } = await open()
    const token = tokenOf(await lock(dav, '/a'))
    const moved = await dav('MOVE', '/a', { headers: { destination: '/dav/b', ...holding(token) } })
    expect(moved.status).toBe(201)
    expect((await put(dav, '/b', '1')).status).toBe(204)
    expect((await put(dav, '/a', '1')).status).toBe(201)
  })

  test('the token of somebody else opens nothing, the owner of the drive ends their lock, and viewers refresh none', async () => {
    const served = await open()
    const { dav, as } = served
    await dav('MKCOL', '/team')
    const id = await idOf(served, 'team')
    const shared = await as('ana').json('POST', `/drive/v1/files/${id}/grants`, {
      grantee: { kind: 'person', sub: 'ben' },
      role: 'editor',
    })
    expect(shared.status, JSON.stringify(shared)).toBe(200)
    const ben = davOf(served, 'ben')
    const token = tokenOf(await lock(ben, '/Shared%20with%20me/team/a'))
    expect(token).toMatch(/^opaquelocktoken:/)
    expect((await put(dav, '/team/a', '1', holding(token))).status).toBe(423)
    expect((await put(ben, '/Shared%20with%20me/team/a', '1', holding(token))).status).toBe(204)
    const released = await dav('UNLOCK', '/team/a', { headers: { 'lock-token': `<${token}>` } })
    expect(released.status).toBe(204)
    const own = tokenOf(await lock(dav, '/team/a'))
    const refused = await ben('UNLOCK', '/Shared%20with%20me/team/a', {
      headers: { 'lock-token': `<${own}>` },
    })
    expect(refused.status).toBe(403)
    await dav('UNLOCK', '/team/a', { headers: { 'lock-token': `<${own}>` } })

    const last = tokenOf(await lock(ben, '/Shared%20with%20me/team/a'))
    const role = await as('ana').json('PATCH', `/drive/v1/grants/${shared.id}`, { role: 'viewer' })
    expect(role.status, JSON.stringify(role)).toBe(200)
    const refreshed = await ben('LOCK', '/Shared%20with%20me/team/a', { headers: holding(last) })
    expect(refreshed.status).toBe(412)
  })

  test('the If header decides with tokens, tags and Not', async () => {
    const { dav } = await open()
    const etag = (await put(dav, '/a', '1')).headers.get('etag') ?? ''
    const given = async (header: string) => (await put(dav, '/a', '1', { if: header })).status
    expect(await given(`([${etag}])`)).toBe(204)
    expect(await given('(["other"])')).toBe(412)
    expect(await given('(<DAV:no-lock>)')).toBe(412)
    expect(await given(`(["other"]) (Not <DAV:no-lock> [${etag}])`)).toBe(204)
    expect(await given(`</dav/none> (<urn:x>) </dav/a> ([${etag}])`)).toBe(204)
    expect(await given('<http://other.test/dav/a> (Not <urn:x>)')).toBe(204)
    expect(await given('(broken')).toBe(400)
    const token = tokenOf(await lock(dav, '/a'))
    expect(await given(`(<${token}> [${etag}])`)).toBe(204)
    expect(await given(`(<${token}> ["other"])`)).toBe(412)
    expect(await given('(Not <DAV:no-lock>)')).toBe(423)
    const expected = (await dav('PROPFIND', '/a', { headers: { depth: '0' } })).text
    expect(expected).toContain(`<d:href>${token}</d:href>`)
  })

  test('the Finder writes a file: an empty one, its lock, the bytes without a length', async () => {
    const { dav } = await open()
    for (const name of ['report.txt', '._report.txt', '.DS_Store']) {
      expect((await put(dav, `/${name}`, '')).status).toBe(201)
      const token = tokenOf(await lock(dav, `/${name}`, { depth: '0', timeout: 'Second-600' }))
      const written = await dav('PUT', `/${name}`, {
        body: new Blob(['We arrived.']).stream(),
        headers: { ...holding(token), 'x-expected-entity-length': '11' },
      })
      expect(written.status).toBe(204)
      const released = await dav('UNLOCK', `/${name}`, { headers: { 'lock-token': `<${token}>` } })
      expect(released.status).toBe(204)
      expect((await dav('GET', `/${name}`)).text).toBe('We arrived.')
    }
  })

  test('Windows writes a file: a lock without Depth, the bytes, and its dates as properties', async () => {
    const { dav, as } = await open()
    expect((await put(dav, '/a.docx', '')).status).toBe(201)
    const locked = await lock(dav, '/a.docx', { timeout: 'Second-3600' })
    const held = holding(tokenOf(locked))
    expect((await put(dav, '/a.docx', 'words', held)).status).toBe(204)
    const update = await dav('PROPPATCH', '/a.docx', {
      headers: held,
      body: '<?xml version="1.0" encoding="utf-8" ?><D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop><Z:Win32CreationTime>Mon, 02 Mar 2020 08:00:00 GMT</Z:Win32CreationTime><Z:Win32LastAccessTime>Tue, 03 Mar 2020 08:00:00 GMT</Z:Win32LastAccessTime><Z:Win32LastModifiedTime>Tue, 03 Mar 2020 09:00:00 GMT</Z:Win32LastModifiedTime><Z:Win32FileAttributes>00000020</Z:Win32FileAttributes></D:prop></D:set></D:propertyupdate>',
    })
    expect(update.status).toBe(207)
    expect(update.text).toContain('HTTP/1.1 200 OK')
    const found = await dav('PROPFIND', '/a.docx', { headers: { depth: '0' } })
    expect(found.text).toContain('>00000020</Z:Win32FileAttributes>')
    expect(found.text).toContain('<d:getlastmodified>Tue, 03 Mar 2020 09:00:00 GMT<')
    const { files } = await as('ana').json('GET', '/drive/v1/files?parent_id=root')
    expect(files).toMatchObject([{ modified_time: '2020-03-03T09:00:00.000Z' }])
  })

  test('davfs2 makes a file by its lock, and writes it with the tag that it got', async () => {
    const { dav } = await open()
    const made = await lock(dav, '/new.txt', { timeout: 'Second-1800' })
    expect(made.status).toBe(201)
    const listed = responsesOf(await dav('PROPFIND', '/', { headers: { depth: '1' } }))
    expect([...listed.keys()]).toEqual(['/dav/', '/dav/new.txt'])
    const tag = /<d:getetag>(.*?)</.exec(listed.get('/dav/new.txt') ?? '')?.[1] ?? ''
    const headers = { ...holding(tokenOf(made)), 'if-match': tag.replaceAll('&quot;', '"') }
    const written = await put(dav, '/new.txt', 'We arrived.', headers)
    expect(written.status).toBe(204)
    const stale = await put(dav, '/new.txt', 'late', headers)
    expect(stale.status).toBe(412)
    expect((await lock(dav, '/none/new.txt')).status).toBe(409)
  })

  test('properties of clients are kept, copied, moved and removed, all of a call or none', async () => {
    const { dav, db } = { ...(await open()), db: undefined }
    expect(db).toBeUndefined()
    await put(dav, '/a', '1')
    const patch = (inner: string) =>
      dav('PROPPATCH', '/a', {
        body: `<D:propertyupdate xmlns:D="DAV:" xmlns:x="urn:x">${inner}</D:propertyupdate>`,
      })
    const value = '<x:note kind="1">a &amp; <x:b>c</x:b> 家 😀</x:note>'
    expect((await patch(`<D:set><D:prop>${value}<x:other/></D:prop></D:set>`)).status).toBe(207)
    const refused = await patch(
      '<D:set><D:prop><x:third/><D:getetag>x</D:getetag></D:prop></D:set>',
    )
    expect(refused.text).toMatch(/getetag\/>.*403 Forbidden.*cannot-modify-protected-property/s)
    expect(refused.text).toMatch(/third.*424 Failed Dependency/)
    const all = async (path: string) =>
      (await dav('PROPFIND', path, { headers: { depth: '0' } })).text
    expect(await all('/a')).toContain('>a &amp; <x:b>c</x:b> 家 😀</x:note>')
    expect(await all('/a')).not.toContain('third')
    await dav('COPY', '/a', { headers: { destination: '/dav/b' } })
    await dav('MOVE', '/a', { headers: { destination: '/dav/c' } })
    for (const path of ['/b', '/c']) expect(await all(path)).toContain('</x:note>')
    const removed = await dav('PROPPATCH', '/c', {
      body: '<propertyupdate xmlns="DAV:"><remove><prop><x:note xmlns:x="urn:x"/><none/></prop></remove></propertyupdate>',
    })
    expect(removed.text).toContain('200 OK')
    expect(await all('/c')).not.toContain('</x:note>')
    expect(await all('/b')).toContain('</x:note>')
    expect((await patch('')).status).toBe(400)
  })
})
