import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davOf, lockBody, responsesOf, tokenOf } from './testing.ts'

onEachDatabase((openDatabase) => {
  const open = async () => {
    const served = await serveDrive(await openDatabase())
    const { as } = served
    const makeFolder = (sub: string, name: string) =>
      as(sub).json('POST', '/drive/v1/files', { kind: 'folder', name })
    const share = (sub: string, id: string, to: string, role = 'editor') =>
      as(sub).json('POST', `/drive/v1/files/${id}/grants`, {
        grantee: { kind: 'person', sub: to },
        role,
      })
    return {
      ...served,
      makeFolder,
      share,
      ben: davOf(served, 'ben'),
      ana: davOf(served, 'ana'),
      narrow: davOf(served, 'ben', { readOnly: true }),
    }
  }
  const list = async (dav: ReturnType<typeof davOf>, path: string) => [
    ...responsesOf(await dav('PROPFIND', path, { headers: { depth: '1' } })).keys(),
  ]

  test('what others share is in a folder of its own, and the same names are kept apart', async () => {
    const { makeFolder, share, ben, ana, as } = await open()
    expect(await list(ben, '/')).toEqual(['/dav/'])
    const trip = await makeFolder('ana', 'trip')
    const other = await makeFolder('eva', 'trip')
    await share('ana', trip.id, 'ben')
    await share('eva', other.id, 'ben', 'viewer')
    expect(await list(ben, '/')).toEqual(['/dav/', '/dav/Shared%20with%20me/'])
    const [, ...both] = await list(ben, '/Shared%20with%20me')
    expect(both).toHaveLength(2)
    expect(new Set(both)).toEqual(
      new Set(['/dav/Shared%20with%20me/trip/', '/dav/Shared%20with%20me/trip%20%282%29/']),
    )
    const statuses = await Promise.all(
      both.map(async (href) => {
        const path = `${href.slice('/dav'.length)}note.txt`
        return (await ben('PUT', path, { body: 'hi' })).status
      }),
    )
    expect(statuses.sort()).toEqual([201, 403])
    expect((await ana('GET', '/trip/note.txt')).text).toBe('hi')
    const { files } = await as('ana').json('GET', `/drive/v1/files?parent_id=${trip.id}`)
    expect(files?.map(({ name }) => name)).toEqual(['note.txt'])
  })

  test('nothing takes the place of a folder that it is in, by whatever path the folder is named', async () => {
    const { share, ben, ana, as } = await open()
    const make = async (name: string, parent_id = 'root') =>
      as('ana').json('POST', '/drive/v1/files', { kind: 'folder', name, parent_id })
    const work = await make('project')
    const plan = await make('plan', work.id)
    const inner = await make('inner', plan.id)
    await ana('PUT', '/project/plan/inner/file', { body: 'kept' })
    await share('ana', work.id, 'ben')
    await share('ana', inner.id, 'ben')
    const at = '/Shared%20with%20me'
    const onto = { headers: { destination: `/dav${at}/project/plan` } }
    for (const method of ['MOVE', 'COPY']) {
      expect((await ben(method, `${at}/inner/file`, onto)).status, method).toBe(403)
    }
    expect((await ana('GET', '/project/plan/inner/file')).text).toBe('kept')
    const beside = { headers: { destination: `/dav${at}/project/plan/file` } }
    expect((await ben('MOVE', `${at}/inner/file`, beside)).status).toBe(201)
  })

  test('a list of what is shared opens each drive once, however much of it is shared', async () => {
    const db = await openDatabase()
    let reads = 0
    const counted = new Proxy(db, {
      get(target, name) {
        if (name === 'read') reads++
        const part = Reflect.get(target, name)
        return typeof part === 'function' ? part.bind(target) : part
      },
    })
    const served = await serveDrive(counted)
    const ben = davOf(served, 'ben')
    const shareOne = async (sub: string, name: string) => {
      const { id } = await served.as(sub).json('POST', '/drive/v1/files', { kind: 'folder', name })
      const grantee = { kind: 'person', sub: 'ben' }
      await served.as(sub).json('POST', `/drive/v1/files/${id}/grants`, { grantee, role: 'viewer' })
    }
    const readsOfList = async () => {
      const before = reads
      const found = await list(ben, '/Shared%20with%20me')
      return { entries: found.length - 1, reads: reads - before }
    }
    for (const sub of ['ana', 'eva']) await shareOne(sub, 'first')
    const few = await readsOfList()
    expect(few.entries).toBe(2)
    for (let n = 0; n < 10; n++) await shareOne('ana', `more ${n}`)
    expect(await readsOfList()).toEqual({ entries: 12, reads: few.reads })
  })

  test('the folders beside the own files are read-only, and yield to an own file of their name', async () => {
    const { makeFolder, share, ben } = await open()
    const trip = await makeFolder('ana', 'trip')
    await share('ana', trip.id, 'ben')
    const at = '/Shared%20with%20me'
    expect((await ben('DELETE', at)).status).toBe(403)
    expect((await ben('MKCOL', at)).status).toBe(403)
    expect((await ben('PUT', at, { body: 'x' })).status).toBe(403)
    expect((await ben('MOVE', at, { headers: { destination: '/dav/x' } })).status).toBe(403)
    expect((await ben('DELETE', `${at}/trip`)).status).toBe(403)
    expect((await ben('MKCOL', `${at}/none`)).status).toBe(404)
    expect((await ben('GET', `${at}/none`)).status).toBe(404)
    await makeFolder('ben', 'Shared with me')
    expect(await list(ben, '/')).toEqual([
      '/dav/',
      '/dav/Shared%20with%20me/',
      '/dav/Shared%20with%20me%20%282%29/',
    ])
    expect(await list(ben, at)).toEqual(['/dav/Shared%20with%20me/'])
    expect(await list(ben, '/Shared%20with%20me%20%282%29')).toHaveLength(2)
  })

  test('a single file that is shared is written and locked in its place, and is neither moved nor deleted there', async () => {
    const { share, ben, ana, as, narrow } = await open()
    await ana('PUT', '/plan.txt', { body: 'first' })
    await ana('PUT', '/read.txt', { body: 'only read' })
    const { files } = await as('ana').json('GET', '/drive/v1/files?parent_id=root')
    const [plan, read] = ['plan.txt', 'read.txt'].map(
      (name) =>
        (files as unknown as { id: string; name: string }[]).find((file) => file.name === name)?.id,
    )
    await share('ana', plan ?? '', 'ben')
    await share('ana', read ?? '', 'ben', 'viewer')
    const at = '/Shared%20with%20me/plan.txt'
    expect((await ben('GET', at)).text).toBe('first')
    const saved = await ben('PUT', at, { body: 'second' })
    expect(saved.status).toBe(204)
    const now = await ana('GET', '/plan.txt')
    expect(now.text).toBe('second')
    expect(now.headers.get('etag')).toBe(saved.headers.get('etag'))
    const versions = await as('ana').json('GET', `/drive/v1/files/${plan}/versions`)
    expect((versions as unknown as { versions: unknown[] }).versions).toHaveLength(2)
    // Larger than what is written with its row, with a length and without one.
    const large = Buffer.alloc(9 * 1024 * 1024, 'x')
    expect((await ben('PUT', at, { body: large })).status).toBe(204)
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(large)
        controller.enqueue(Buffer.from('end'))
        controller.close()
      },
    })
    expect((await ben('PUT', at, { body: stream })).status).toBe(204)
    expect((await ana('GET', '/plan.txt')).text).toHaveLength(large.length + 3)
    const stale = { 'if-match': saved.headers.get('etag') ?? '' }
    expect((await ben('PUT', at, { headers: stale, body: 'late' })).status).toBe(412)

    const lock = await ben('LOCK', at, { body: lockBody() })
    expect(lock.status).toBe(200)
    expect((await ana('PUT', '/plan.txt', { body: 'mine' })).status).toBe(423)
    expect((await ben('PUT', at, { body: 'without the token' })).status).toBe(423)
    const held = { if: `(<${tokenOf(lock)}>)` }
    expect((await ben('PUT', at, { headers: held, body: 'third' })).status).toBe(204)
    const unlocked = await ben('UNLOCK', at, { headers: { 'lock-token': `<${tokenOf(lock)}>` } })
    expect(unlocked.status).toBe(204)
    expect((await ana('GET', '/plan.txt')).text).toBe('third')

    const away = { headers: { destination: '/dav/own.txt' } }
    expect((await ben('DELETE', at)).status).toBe(403)
    expect((await ben('MOVE', at, away)).status).toBe(403)
    expect((await ben('MKCOL', at)).status).toBe(405)
    expect((await ben('PUT', `${at}/below.txt`, { body: 'x' })).status).toBe(409)
    const unwritable = '/Shared%20with%20me/read.txt'
    expect((await ben('PUT', unwritable, { body: 'x' })).status).toBe(403)
    expect((await ben('LOCK', unwritable, { body: lockBody() })).status).toBe(403)
    expect((await narrow('PUT', at, { body: 'x' })).status).toBe(403)
    expect((await ana('GET', '/plan.txt')).text).toBe('third')
    expect((await ana('GET', '/read.txt')).text).toBe('only read')
  })

  test('how full a drive is, is not told to whoever was let into a part of it', async () => {
    const { makeFolder, share, ana, ben } = await open()
    const trip = await makeFolder('ana', 'trip')
    await share('ana', trip.id, 'ben')
    const body =
      '<D:propfind xmlns:D="DAV:"><D:prop><D:quota-used-bytes/><D:quota-available-bytes/></D:prop></D:propfind>'
    const ask = { headers: { depth: '0' }, body }
    expect((await ana('PROPFIND', '/trip', ask)).text).toContain('<d:quota-used-bytes>')
    const told = await ben('PROPFIND', '/Shared%20with%20me/trip', ask)
    expect(told.status).toBe(207)
    expect(told.text).not.toMatch(/<d:quota-[a-z]+-bytes>/)
  })

  test('files are copied and moved between drives, under the name that was asked for', async () => {
    const { makeFolder, share, ben, ana, drive } = await open()
    drive.runner.start()
    const trip = await makeFolder('ana', 'trip')
    await share('ana', trip.id, 'ben')
    await ben('MKCOL', '/own')
    await ben('PUT', '/own/a', { body: 'mine' })
    const at = '/Shared%20with%20me/trip'
    const copied = await ben('COPY', '/own', { headers: { destination: `/dav${at}/copy` } })
    expect(copied.status).toBe(201)
    expect((await ana('GET', '/trip/copy/a')).text).toBe('mine')
    const refused = await ben('COPY', '/own', {
      headers: { destination: `/dav${at}/copy`, overwrite: 'F' },
    })
    expect(refused.status).toBe(412)
    const moved = await ben('MOVE', `${at}/copy/a`, { headers: { destination: '/dav/own/b' } })
    expect(moved.status).toBe(201)
    expect((await ben('GET', '/own/b')).text).toBe('mine')
    expect((await ana('GET', '/trip/copy/a')).status).toBe(404)
    const locked = await ana('LOCK', '/trip', {
      body: '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>',
    })
    expect(locked.status).toBe(200)
    const into = await ben('COPY', '/own/b', { headers: { destination: `/dav${at}/late` } })
    expect(into.status).toBe(423)
    const out = await ben('MOVE', `${at}/copy`, { headers: { destination: '/dav/late' } })
    expect(out.status).toBe(423)
  })

  test('team drives are in a folder of their own', async () => {
    const { as, ben } = await open()
    const made = await as('ben').json('POST', '/drive/v1/drives', { name: 'Crew/2' })
    expect(made.status, JSON.stringify(made)).toBe(200)
    expect(await list(ben, '/Team%20drives')).toEqual([
      '/dav/Team%20drives/',
      '/dav/Team%20drives/Crew_2/',
    ])
    expect((await ben('PUT', '/Team%20drives/Crew_2/a', { body: '1' })).status).toBe(201)
    expect(await list(ben, '/Team%20drives/Crew_2')).toHaveLength(2)
  })
})
