import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davBy, davOf, lockBody, tokenOf } from '../webdav/testing.ts'

const AT = '/Shared%20with%20me/team'

onEachDatabase((openDatabase) => {
  /** Ben is an editor of a folder of Ana's, and Vera a viewer; Ben's program has a password that the test can end. */
  async function open() {
    const state = { frozen: new Set<string>() }
    const db = await openDatabase()
    const served = await serveDrive(db, {
      people: { isActive: async (_reader, sub) => !state.frozen.has(sub) },
    })
    const { as } = served
    const { id: team } = await as('ana').json('POST', '/drive/v1/files', {
      kind: 'folder',
      name: 'team',
    })
    const share = (sub: string, role: string) =>
      as('ana').json('POST', `/drive/v1/files/${team}/grants`, {
        grantee: { kind: 'person', sub },
        role,
      })
    const grant = await share('ben', 'editor')
    await share('vera', 'viewer')
    const { drive_id: driveId } = (await as('ana').json('GET', '/drive/v1/about')) as unknown as {
      drive_id: string
    }
    const password = served.makePassword('ben')
    const [ana, ben] = [davOf(served, 'ana'), davBy(served, 'ben', password)]
    const lock = (path = AT, headers: object = { depth: 'infinity' }) =>
      ben('LOCK', path, { headers: { ...headers }, body: lockBody('exclusive', 'Ben at work') })
    const write = async () => (await ana('PUT', '/team/new.txt', { body: 'new' })).status
    const locksOf = (sub: string, id = team) =>
      as(sub).json('GET', `/drive/v1/files/${id}/locks?drive_id=${driveId}`) as unknown as Promise<{
        status: number
        locks: Record<string, unknown>[]
      }>
    const endLocks = async (sub: string, id = team) => {
      const answer = await as(sub).json('DELETE', `/drive/v1/files/${id}/locks?drive_id=${driveId}`)
      const { ended } = answer as unknown as { ended?: number }
      return ended ?? answer.error
    }
    return {
      ...served,
      db,
      state,
      team,
      grant,
      driveId,
      password,
      ana,
      ben,
      lock,
      write,
      locksOf,
      endLocks,
    }
  }

  test('everybody who sees a file is told who has locked it and until when, and nobody else', async () => {
    const { lock, locksOf, clock } = await open()
    expect((await locksOf('vera')).locks).toEqual([])
    expect((await lock(AT, { depth: 'infinity', timeout: 'Second-600' })).status).toBe(200)
    const shown = {
      file: { name: 'team', kind: 'folder' },
      holder: { sub: 'ben', name: 'ben' },
      owner_text: 'Ben at work',
      shared: false,
      deep: true,
      expires_time: new Date(clock.now() + 600_000).toISOString(),
    }
    expect((await locksOf('vera')).locks).toMatchObject([{ ...shown, can_end: false }])
    expect((await locksOf('ben')).locks).toMatchObject([{ ...shown, can_end: true }])
    expect((await locksOf('ana')).locks).toMatchObject([{ ...shown, can_end: true }])
    expect((await locksOf('eve')).status).toBe(404)
    clock.advance(600_000)
    expect((await locksOf('ana')).locks).toEqual([])
  })

  test('lists, searches and the file itself say that it is locked, as long as it is', async () => {
    const { as, team, driveId, ana, ben, lock, endLocks } = await open()
    await ana('PUT', '/team/a.txt', { body: 'a' })
    await ana('PUT', '/team/b.txt', { body: 'b' })
    const lockedIn = async (sub: string, path: string) => {
      const answer = (await as(sub).json('GET', `/drive/v1/${path}`)) as unknown as {
        files?: { name: string; locked?: boolean }[]
        hits?: { file: { name: string; locked?: boolean } }[]
      }
      const files = answer.files ?? answer.hits?.map(({ file }) => file) ?? []
      return files.filter(({ locked }) => locked).map(({ name }) => name)
    }
    const inTeam = `files?parent_id=${team}&drive_id=${driveId}`
    expect(await lockedIn('ana', inTeam)).toEqual([])
    const token = tokenOf(await lock(`${AT}/a.txt`, {}))
    for (const sub of ['ana', 'ben', 'vera']) expect(await lockedIn(sub, inTeam)).toEqual(['a.txt'])
    expect(await lockedIn('ana', `${inTeam}&page_size=1000`)).toEqual(['a.txt'])
    for (const path of ['recent', 'search?q=txt', 'search?q=a'])
      expect(await lockedIn('ana', path), path).toEqual(['a.txt'])
    expect(await lockedIn('ana', 'files')).toEqual([])
    const unlocked = await ben('UNLOCK', `${AT}/a.txt`, { headers: { 'lock-token': `<${token}>` } })
    expect(unlocked.status).toBe(204)
    expect(await lockedIn('ana', inTeam)).toEqual([])

    // A locked folder holds what is in it.
    await lock()
    expect(await lockedIn('ana', 'files')).toEqual(['team'])
    expect(await lockedIn('ana', inTeam)).toEqual(['a.txt', 'b.txt'])
    expect(await as('ana').json('GET', `/drive/v1/files/${team}`)).toMatchObject({ locked: true })
    await endLocks('ana')
    expect(await lockedIn('ana', inTeam)).toEqual([])
  })

  test('the owner of the drive ends the lock of an editor, whose token then opens nothing', async () => {
    const { lock, write, endLocks, ben, locksOf } = await open()
    const token = tokenOf(await lock())
    expect(await write()).toBe(423)
    expect(await endLocks('vera')).toBe('permission_denied')
    expect(await endLocks('eve')).toBe('not_found')
    expect(await write()).toBe(423)
    expect(await endLocks('ana')).toBe(1)
    expect(await endLocks('ana')).toBe(0)
    expect(await write()).toBe(201)
    expect((await locksOf('ana')).locks).toEqual([])
    const stale = { if: `(<${token}>)` }
    expect((await ben('PUT', `${AT}/new.txt`, { headers: stale, body: 'old' })).status).toBe(412)
  })

  test('the holder ends their own lock, another editor does not end it, and a manager of a part neither', async () => {
    const { as, team, lock, write, endLocks } = await open()
    for (const [sub, role] of [
      ['eli', 'editor'],
      ['mia', 'manager'],
    ]) {
      await as('ana').json('POST', `/drive/v1/files/${team}/grants`, {
        grantee: { kind: 'person', sub },
        role,
      })
    }
    await lock()
    expect(await endLocks('eli')).toBe('permission_denied')
    expect(await endLocks('mia')).toBe('permission_denied')
    expect(await endLocks('ben')).toBe(1)
    expect(await write()).toBe(201)
  })

  test('a lock above a file and those below a folder are listed and ended with it', async () => {
    const { as, ana, lock, locksOf, endLocks, driveId } = await open()
    await ana('PUT', '/team/a.txt', { body: 'a' })
    const list = await as('ana').json('GET', `/drive/v1/files?parent_id=root&drive_id=${driveId}`)
    const [{ id: top } = { id: '' }] = (list.files ?? []) as unknown as { id: string }[]
    const inside = await as('ana').json('GET', `/drive/v1/files?parent_id=${top}`)
    const [{ id: file } = { id: '' }] = (inside.files ?? []) as unknown as { id: string }[]
    await lock(`${AT}/a.txt`, {})
    expect((await locksOf('ana', top)).locks).toMatchObject([{ file: { id: file } }])
    expect(await endLocks('ana', top)).toBe(1)
    await lock()
    expect((await locksOf('ana', file)).locks).toMatchObject([{ file: { id: top }, deep: true }])
    expect(await endLocks('ben', file)).toBe(1)
  })

  for (const [reason, end] of [
    [
      'their access is revoked',
      ({ as, grant }) => as('ana').json('DELETE', `/drive/v1/grants/${grant.id}`),
    ],
    [
      'they may only look any more',
      ({ as, grant }) =>
        as('ana').json('PATCH', `/drive/v1/grants/${grant.id}`, { role: 'viewer' }),
    ],
    ['their account is frozen or gone', async ({ state }) => state.frozen.add('ben')],
    ['their app password is revoked', async ({ endPassword, password }) => endPassword(password)],
  ] as [string, (opened: Awaited<ReturnType<typeof open>>) => Promise<unknown>][]) {
    test(`a lock ends the moment that its holder could not take it any more: ${reason}`, async () => {
      const opened = await open()
      const { lock, write, locksOf, ana } = opened
      await lock()
      expect(await write()).toBe(423)
      await end(opened)
      expect((await locksOf('ana')).locks).toEqual([])
      const mine = await ana('LOCK', '/team', { headers: { depth: 'infinity' }, body: lockBody() })
      expect(mine.status).toBe(200)
      const held = { if: `(<${tokenOf(mine)}>)` }
      expect((await ana('PUT', '/team/new.txt', { headers: held, body: '1' })).status).toBe(201)
    })
  }

  test('a lock keeps nobody from ending access, changing it, or giving it to others', async () => {
    const { as, team, driveId, ana, ben, write } = await open()
    const give = async (by: string, sub: string, role: string) =>
      as(by).json('POST', `/drive/v1/files/${team}/grants?drive_id=${driveId}`, {
        grantee: { kind: 'person', sub },
        role,
      })
    await give('ana', 'mia', 'manager')
    const eli = await give('mia', 'eli', 'editor')
    const body = { node_id: team, role: 'viewer' }
    const link = await as('mia').json('POST', `/drive/v1/links?drive_id=${driveId}`, body)
    expect([eli.status, link.status]).toEqual([200, 200])

    // Of two who lock it together, whoever is taken out first leaves the lock of the other one.
    const shared = { headers: { depth: 'infinity' }, body: lockBody('shared') }
    expect((await ben('LOCK', AT, shared)).status).toBe(200)
    expect((await ana('LOCK', '/team', shared)).status).toBe(200)
    expect((await give('mia', 'eva', 'viewer')).status).toBe(200)
    const statusOf = async (method: string, path: string, sent?: object) =>
      (await as('mia').json(method, `/drive/v1/${path}?drive_id=${driveId}`, sent)).status
    expect(await statusOf('PATCH', `grants/${eli.id}`, { role: 'viewer' })).toBe(200)
    expect(await statusOf('DELETE', `grants/${eli.id}`)).toBe(200)
    expect(await statusOf('DELETE', `links/${link.id}`)).toBe(200)
    expect(await write()).toBe(423)
  })

  test('a lock holds the folders above it where its holder would lose access by the very change', async () => {
    const { as, ana, ben, team, lock } = await open()
    expect((await ben('MKCOL', `${AT}/sub`)).status).toBe(201)
    expect((await ben('PUT', `${AT}/sub/a.txt`, { body: 'a' })).status).toBe(201)
    expect((await lock(`${AT}/sub/a.txt`, {})).status).toBe(200)
    const { files } = await as('ana').json('GET', `/drive/v1/files?parent_id=${team}`)
    const [{ id: sub } = { id: '' }] = (files ?? []) as unknown as { id: string }[]
    const other = await as('ana').json('POST', '/drive/v1/files', { kind: 'folder', name: 'sub' })

    const move = (id: string, body: object) =>
      as('ana').json('PATCH', `/drive/v1/files/${id}`, body)
    // Out of what is shared with the holder, and into the trash, because another one takes its place.
    expect((await move(sub, { parent_id: 'root', conflict: 'rename' })).status).toBe(423)
    expect((await move(other.id, { parent_id: team, conflict: 'replace' })).status).toBe(423)
    expect((await ana('GET', '/team/sub/a.txt')).text).toBe('a')
  })

  test('a visitor of a link is told that something is locked, and not by whom', async () => {
    const { as, origin, team, ana, lock } = await open()
    await ana('PUT', '/team/a.txt', { body: 'a' })
    expect((await lock(`${AT}/a.txt`, {})).status).toBe(200)
    const { files } = await as('ana').json('GET', `/drive/v1/files?parent_id=${team}`)
    const [{ id } = { id: '' }] = (files ?? []) as unknown as { id: string }[]
    const body = { node_id: team, role: 'editor' }
    const { token } = (await as('ana').json('POST', '/drive/v1/links', body)) as unknown as {
      token: string
    }
    const opened = await fetch(`${origin}/drive/v1/links:open`, {
      method: 'POST',
      body: JSON.stringify({ token }),
    })
    const { visit_token } = (await opened.json()) as { visit_token: string }
    const rename = (by: string) => as(by).json('PATCH', `/drive/v1/files/${id}`, { name: 'b.txt' })
    const toOwner = await rename('ana')
    expect([toOwner.status, JSON.stringify(toOwner)]).toEqual([
      423,
      expect.stringContaining('Ben at work'),
    ])
    const toVisitor = await rename(visit_token)
    expect(toVisitor.status).toBe(423)
    expect(JSON.stringify(toVisitor)).not.toContain('Ben')
  })

  test('a lock that has ended does not come back with the access of its holder', async () => {
    const { state, lock, write, ana } = await open()
    await lock()
    state.frozen.add('ben')
    const mine = await ana('LOCK', '/team/own.txt', { body: lockBody() })
    expect(mine.status).toBe(201)
    state.frozen.delete('ben')
    expect(await write()).toBe(201)
  })

  test('the locks of one person leave room for those of others in the same drive', async () => {
    const { db, driveId, ana, lock, clock } = await open()
    await lock(`${AT}/0.txt`, {})
    const [row] = await db.read((reader) => reader.selectFrom('node_locks').selectAll().execute())
    if (!row) throw new Error('nothing is locked')
    await db.write(async (writer) => {
      for (let n = 1; n < 500; n++) {
        const more = { ...row, token: `opaquelocktoken:${n}`, is_shared: 1 }
        await writer.insertInto('node_locks').values(more).execute()
      }
    })
    expect(row).toMatchObject({ drive_id: driveId, person_sub: 'ben', session_id: null })
    expect((await lock(`${AT}/500.txt`, {})).status).toBe(429)
    expect((await ana('LOCK', '/own.txt', { body: lockBody() })).status).toBe(201)
    clock.advance(3_600_000)
    expect((await lock(`${AT}/501.txt`, {})).status).toBe(201)
  })
})
