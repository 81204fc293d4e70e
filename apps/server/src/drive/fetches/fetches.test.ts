import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { toTaskFor } from '../tasks/to-task.ts'
import { onEachDrive, someBytes } from '../testing.ts'
import { openSite, sends } from './testing.ts'
import {
  begin,
  expectForgotten,
  expectNothingLeft,
  fetchAll,
  fetching,
  LARGE,
  listFiles,
  readFile,
  SMALL,
} from './testing-fetches.ts'

onEachDrive((openDrive) => {
  const open = (options: Parameters<typeof openDrive>[0] = {}) =>
    openDrive({ fetches: fetching(), ...options })

  test('files are fetched with name, type and time as their server says them', async () => {
    const drive = await open()
    using site = await openSite({
      '/get': sends(() => LARGE, {
        headers: {
          'content-disposition': "attachment; filename*=UTF-8''caf%C3%A9%20list.csv",
          'content-type': 'text/csv; charset=utf-8',
          'last-modified': 'Tue, 03 Mar 2020 10:00:00 GMT',
        },
      }),
      '/some%20photo.jpg': sends(() => SMALL, {
        headers: { 'content-type': 'application/octet-stream' },
      }),
      '/empty.txt': sends(() => Buffer.alloc(0)),
    })
    const paths = ['/get?key=secret', '/some%20photo.jpg', '/empty.txt']
    const task = await fetchAll(
      drive,
      paths.map((path) => site.url + path),
    )
    expect(task).toMatchObject({ phase: 'complete', done: 3, total: 3, failures: [] })
    expect(JSON.parse(task.cursor ?? '')).toMatchObject({
      bytes: { done: LARGE.length + SMALL.length, total: LARGE.length + SMALL.length },
    })
    const files = await listFiles(drive)
    expect(files).toMatchObject([
      {
        name: 'café list.csv',
        mime_type: 'text/csv; charset=utf-8',
        modified_at: Date.parse('2020-03-03T10:00:00Z'),
        size: LARGE.length,
      },
      { name: 'empty.txt', mime_type: 'text/plain', size: 0 },
      { name: 'some photo.jpg', mime_type: 'image/jpeg', size: SMALL.length },
    ])
    expect((await readFile(drive, 'café list.csv')).equals(LARGE)).toBe(true)
    expect((await drive.drives.of('ana')).used_bytes).toBe(LARGE.length + SMALL.length)
    await expectNothingLeft(drive)
    await expectForgotten(drive)
  })

  test('a file of unknown length is charged to the quota as it comes', async () => {
    const drive = await open()
    using site = await openSite({
      '/large.bin': sends(() => LARGE, { measured: false }),
      '/empty.bin': sends(() => Buffer.alloc(0), { measured: false }),
    })
    const task = await fetchAll(drive, [`${site.url}/large.bin`, `${site.url}/empty.bin`])
    expect(task).toMatchObject({ phase: 'complete', failures: [] })
    expect((await readFile(drive, 'large.bin')).equals(LARGE)).toBe(true)
    expect(await listFiles(drive)).toMatchObject([{ name: 'empty.bin', size: 0 }, {}])
    await expectNothingLeft(drive)
  })

  test.each([true, false])(
    'a connection that breaks in the middle is continued where it broke (length told: %s)',
    async (measured) => {
      const drive = await open()
      const answer = sends(() => LARGE, {
        measured,
        etag: '"one"',
        breaksAfter: [2.5 * BLOCK_BYTES, 10, 10, 10, 10, 2 * BLOCK_BYTES + 10],
      })
      using site = await openSite({ '/large.bin': answer })
      const task = await fetchAll(drive, [`${site.url}/large.bin`])
      expect(task).toMatchObject({ phase: 'complete', failures: [] })
      expect((await readFile(drive, 'large.bin')).equals(LARGE)).toBe(true)
      expect(site.rangesOf('/large.bin').slice(1)).toContain(`bytes=${2 * BLOCK_BYTES}-`)
      await expectNothingLeft(drive)
    },
  )

  test.each([
    ['knows no ranges', { ranges: false, etag: '"one"' }],
    ['does not say which version it sends', {}],
    ['has a weak tag', { etag: 'W/"one"' }],
  ])('from a server that %s a broken file comes from its beginning again', async (_, options) => {
    const drive = await open()
    const answer = sends(() => LARGE, { ...options, breaksAfter: [3 * BLOCK_BYTES] })
    using site = await openSite({ '/large.bin': answer })
    const task = await fetchAll(drive, [`${site.url}/large.bin`])
    expect(task).toMatchObject({ phase: 'complete', failures: [] })
    expect((await readFile(drive, 'large.bin')).equals(LARGE)).toBe(true)
    await expectNothingLeft(drive)
  })

  test('a file that changes while it comes is never made of two', async () => {
    const drive = await open()
    const other = someBytes(4 * BLOCK_BYTES + 1)
    let asked = 0
    using site = await openSite({
      '/large.bin': (request, response) => {
        asked += 1
        const isFirst = asked === 1
        const [bytes, etag] = isFirst ? [LARGE, '"one"'] : [other, '"two"']
        sends(() => bytes, { etag, ...(isFirst && { breaksAfter: [3 * BLOCK_BYTES] }) })(
          request,
          response,
        )
      },
    })
    const task = await fetchAll(drive, [`${site.url}/large.bin`])
    expect(task).toMatchObject({ phase: 'complete', failures: [] })
    expect((await readFile(drive, 'large.bin')).equals(other)).toBe(true)
    await expectNothingLeft(drive)
  })

  test('each address fails for itself, in words without the address', async () => {
    const drive = await open({ fetches: fetching({ maxBytes: LARGE.length - 1 }) })
    using site = await openSite({
      '/private': (_, response) => response.writeHead(401).end(),
      '/gone': (_, response) => response.writeHead(410).end(),
      '/teapot': (_, response) => response.writeHead(418).end(),
      '/busy': (_, response) => response.writeHead(503).end(),
      '/inside': (_, response) =>
        response.writeHead(302, { location: 'http://169.254.169.254/latest?key=secret' }).end(),
      '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
      '/large.bin': sends(() => LARGE),
      '/unmeasured.bin': sends(() => LARGE, { measured: false }),
      '/short.bin': sends(() => SMALL, { headers: { 'content-length': '10' } }),
      '/changing.bin': (request, response) =>
        sends(() => someBytes(BLOCK_BYTES + site.seen.length), { breaksAfter: [10] })(
          request,
          response,
        ),
      '/good.txt': sends(() => SMALL),
    })
    const expected = {
      '/private': ['sign_in', 'permission_denied'],
      '/gone': ['missing', 'not_found'],
      '/nothing': ['missing', 'not_found'],
      '/teapot': ['refused', 'failed_precondition'],
      '/busy': ['no_answer', 'unavailable'],
      '/inside': ['not_allowed', 'invalid_argument'],
      '/loop': ['refused', 'failed_precondition'],
      '/large.bin': ['too_large', 'resource_exhausted'],
      '/unmeasured.bin': ['too_large', 'resource_exhausted'],
      '/short.bin': ['broken', 'aborted'],
      '/changing.bin': ['broken', 'aborted'],
    }
    const paths = ['/good.txt', ...Object.keys(expected)]
    const { host } = new URL(site.url)
    const task = await fetchAll(drive, [
      ...paths.map((path) => `${site.url.replace('//', '//ana:word@')}${path}?key=secret`),
      'http://127.0.0.1:1025/?key=secret',
    ])
    expect(task).toMatchObject({ phase: 'complete', done: 13 })
    const failures = task.failures.toSorted((a, b) => Number(a.id) - Number(b.id))
    expect(failures.map(({ id, reason, error, host }) => [id, reason, error, host])).toEqual([
      ...Object.values(expected).map((words, at) => [String(at + 1), ...words, host]),
      ['12', 'no_answer', 'unavailable', '127.0.0.1:1025'],
    ])
    expect(failures.slice(0, 3).map(({ name }) => name)).toEqual(['private', 'gone', 'nothing'])
    expect(JSON.stringify(task)).not.toMatch(/secret|word@/)
    expect((await listFiles(drive)).map(({ name }) => name)).toEqual(['good.txt'])
    await expectNothingLeft(drive)
    await expectForgotten(drive)
  })

  test('what did not come is named to the person who asked for it alone', async () => {
    const drive = await open()
    using site = await openSite({})
    await fetchAll(drive, [`${site.url}/private-word`])
    const [row] = await drive.db.read((r) => r.selectFrom('tasks').selectAll().execute())
    if (!row) throw new Error('there is no task')
    const shownTo = (sub: string) => toTaskFor({ actor: { kind: 'person', sub } })(row).failures
    expect(shownTo('ana')).toMatchObject([{ name: 'private-word', reason: 'missing' }])
    expect(shownTo('mia')).toHaveLength(1)
    expect(JSON.stringify(shownTo('mia'))).not.toMatch(/private-word|127\.0\.0\.1/)
  })

  test('the addresses are nowhere but at their servers', async () => {
    const drive = await open()
    using site = await openSite({ '/a.txt': sends(() => SMALL) })
    await fetchAll(drive, [`${site.url}/a.txt?key=secret`])
    const tables = ['changes', 'nodes', 'versions', 'uploads', 'tasks'] as const
    for (const table of tables) {
      const rows = await drive.db.read((r) => r.selectFrom(table).selectAll().execute())
      expect(JSON.stringify(rows)).not.toContain('secret')
    }
    expect(site.seen.map(({ url }) => url)).toEqual(['/a.txt?key=secret'])
  })

  test('what does not fit the quota is refused before its first byte, or when there is no more room', async () => {
    const drive = await open({ quotaBytes: LARGE.length - 1 })
    using site = await openSite({
      '/large.bin': sends(() => LARGE),
      '/unmeasured.bin': sends(() => LARGE, { measured: false }),
      '/small.txt': sends(() => SMALL),
    })
    const paths = ['/large.bin', '/unmeasured.bin', '/small.txt']
    const { failures } = await fetchAll(
      drive,
      paths.map((path) => site.url + path),
    )
    expect(failures.map(({ name, reason }) => [name, reason])).toEqual([
      ['large.bin', 'no_room'],
      ['unmeasured.bin', 'no_room'],
    ])
    expect((await listFiles(drive)).map(({ name }) => name)).toEqual(['small.txt'])
    expect((await drive.drives.of('ana')).used_bytes).toBe(SMALL.length)
    await expectNothingLeft(drive)
  })

  test('a name that is taken gets a number, is replaced or refused, as the caller says', async () => {
    const drive = await open()
    using site = await openSite({ '/a.txt': sends(() => SMALL) })
    const url = `${site.url}/a.txt`
    await drive.upload('ana', 'a.txt', Buffer.from('old'))
    expect((await fetchAll(drive, [url], { conflict: 'fail' })).failures).toMatchObject([
      { id: '0', name: 'a.txt', reason: 'name_taken', error: 'already_exists' },
    ])
    await expectNothingLeft(drive)
    await fetchAll(drive, [url])
    expect((await listFiles(drive)).map(({ name }) => name)).toEqual(['a (2).txt', 'a.txt'])
    expect(await readFile(drive, 'a.txt')).toEqual(Buffer.from('old'))
    await fetchAll(drive, [url], { conflict: 'replace' })
    expect(await readFile(drive, 'a.txt')).toEqual(SMALL)
    await expectNothingLeft(drive)
  })

  test('a fetch is undone into the trash, but for what was changed since', async () => {
    const drive = await open()
    using site = await openSite({ '/a.txt': sends(() => SMALL), '/b.txt': sends(() => SMALL) })
    const { id } = await fetchAll(drive, [`${site.url}/a.txt`, `${site.url}/b.txt`])
    const [, b] = await listFiles(drive)
    await drive.nodes.update('ana', b?.id ?? '', { name: 'mine.txt', conflict: 'fail' })
    const undo = await drive.tasks.undo('ana', id)
    await drive.runner.run()
    expect(await drive.tasks.get('ana', undo.id)).toMatchObject({ phase: 'complete', kept: 1 })
    expect((await listFiles(drive)).map(({ name }) => name)).toEqual(['mine.txt'])
    const back = await drive.tasks.undo('ana', undo.id)
    await drive.runner.run()
    expect((await drive.tasks.get('ana', back.id)).phase).toBe('complete')
    expect((await listFiles(drive)).map(({ name }) => name)).toEqual(['a.txt', 'mine.txt'])
  })

  test('twenty are fetched by one task, and by twenty', async () => {
    const drive = await open()
    const paths = Array.from({ length: 20 }, (_, i) => `/${String(i).padStart(2, '0')}.bin`)
    using site = await openSite(
      Object.fromEntries(paths.map((path, i) => [path, sends(() => someBytes(i * 50_000))])),
    )
    await fetchAll(
      drive,
      paths.map((path) => site.url + path),
    )
    expect(await listFiles(drive)).toHaveLength(20)
    for (const path of paths) await begin(drive, [site.url + path])
    await drive.runner.run()
    expect(await listFiles(drive)).toHaveLength(40)
    for (const [i, path] of paths.entries()) {
      expect((await readFile(drive, path.slice(1))).equals(someBytes(i * 50_000))).toBe(true)
    }
    await expectNothingLeft(drive)
  })
})
