import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davBy, davOf, lockBody, responsesOf } from './testing.ts'

const AT = '/Shared%20with%20me/trip'

onEachDatabase((openDatabase) => {
  /** Ben may add to a folder of Ana's, has made a folder in it, and Ana has put a file into that. */
  async function open() {
    const served = await serveDrive(await openDatabase())
    const { as } = served
    const [ana, ben] = [davOf(served, 'ana'), davOf(served, 'ben')]
    const trip = await as('ana').json('POST', '/drive/v1/files', { kind: 'folder', name: 'trip' })
    await as('ana').json('POST', `/drive/v1/files/${trip.id}/grants`, {
      grantee: { kind: 'person', sub: 'ben' },
      role: 'contributor',
    })
    expect((await ben('MKCOL', `${AT}/mine`)).status).toBe(201)
    expect((await ana('PUT', '/trip/mine/hers.txt', { body: 'hers' })).status).toBe(201)
    const { files } = await as('ana').json('GET', `/drive/v1/files?parent_id=${trip.id}`)
    const about = await as('ana').json('GET', '/drive/v1/about')
    const folder = {
      driveId: (about as unknown as { drive_id: string }).drive_id,
      nodeId: (files as unknown as { id: string }[])[0]?.id ?? '',
    }
    return { ...served, ana, ben, folder, narrow: davOf(served, 'ben', { folder }) }
  }

  test('a password for a folder that a contributor made changes nothing that others put into it', async () => {
    const { ana, narrow } = await open()
    expect((await narrow('GET', '/hers.txt')).text).toBe('hers')
    expect((await narrow('PUT', '/own.txt', { body: 'own' })).status).toBe(201)
    expect((await narrow('PUT', '/own.txt', { body: 'own again' })).status).toBe(204)
    const headers = { destination: '/dav/moved.txt' }
    expect((await narrow('PUT', '/hers.txt', { body: 'not hers' })).status).toBe(403)
    expect((await narrow('DELETE', '/hers.txt')).status).toBe(403)
    expect((await narrow('MOVE', '/hers.txt', { headers })).status).toBe(403)
    expect((await narrow('LOCK', '/hers.txt', { body: lockBody() })).status).toBe(403)
    expect((await ana('GET', '/trip/mine/hers.txt')).text).toBe('hers')
  })

  test('a copy by a password for one folder never goes on outside of it, wherever its folders go meanwhile', async () => {
    const served = await serveDrive(await openDatabase())
    const { as, drive } = served
    const make = (name: string, parent_id = 'root') =>
      as('ana').json('POST', '/drive/v1/files', { kind: 'folder', name, parent_id })
    const inside = await make('inside')
    const [tree, outside] = [await make('tree', inside.id), await make('outside')]
    await as('ana').plant(Array.from({ length: 250 }, (_, n) => `inside/tree/${n}`))
    const about = await as('ana').json('GET', '/drive/v1/about')
    const { drive_id: driveId } = about as unknown as { drive_id: string }
    const narrow = davOf(served, 'ana', { folder: { driveId, nodeId: inside.id } })
    const count = async (id: string) => {
      const counted = await as('ana').json('GET', `/drive/v1/files/${id}/summary`)
      return (counted as unknown as { files: number }).files
    }
    const move = (id: string, parent_id: string) =>
      as('ana').json('PATCH', `/drive/v1/files/${id}`, { parent_id })
    const openTask = async () => {
      const list = () => as('ana').json('GET', '/drive/v1/tasks?state=open')
      const tasksOf = async () => ((await list()) as unknown as { tasks: object[] }).tasks
      await expect.poll(tasksOf).toHaveLength(1)
    }
    // It waits for the runner, which begins when everything is where it is to be.
    const into = await make('into', inside.id)
    const copying = narrow('COPY', '/tree', { headers: { destination: '/dav/into/copy' } })
    await openTask()
    const done = await count(into.id)
    expect(done).toBeLessThan(250)
    await move(into.id, outside.id)
    await drive.runner.run()
    expect((await copying).status).not.toBe(201)
    expect(await count(into.id)).toBe(done)

    await move(tree.id, outside.id)
    const from = await narrow('COPY', '/tree', { headers: { destination: '/dav/again' } })
    expect(from.status).toBe(404)
  })

  test('what moves out of the folder while it is copied by its password is not read any further', async () => {
    const served = await serveDrive(await openDatabase())
    const { as, drive } = served
    const ana = davOf(served, 'ana')
    for (const path of ['/inside', '/inside/tree', '/outside']) await ana('MKCOL', path)
    await as('ana').plant(Array.from({ length: 250 }, (_, n) => `inside/tree/${n}`))
    const { files = [] } = await as('ana').json('GET', '/drive/v1/files?parent_id=root')
    const idOf = (name: string) =>
      (files as unknown as { id: string; name: string }[]).find((one) => one.name === name)?.id ??
      ''
    const about = await as('ana').json('GET', '/drive/v1/about')
    const { drive_id: driveId } = about as unknown as { drive_id: string }
    const narrow = davOf(served, 'ana', { folder: { driveId, nodeId: idOf('inside') } })
    const copying = narrow('COPY', '/tree', { headers: { destination: '/dav/copy' } })
    const copied = async () => {
      const listed = await ana('PROPFIND', '/inside/copy', { headers: { depth: '1' } })
      return listed.status === 207 ? responsesOf(listed).size - 1 : 0
    }
    await expect.poll(copied).toBeGreaterThan(0)
    const done = await copied()
    await ana('MOVE', '/inside/tree', { headers: { destination: '/dav/outside/tree' } })
    await ana('PUT', '/outside/tree/secret', { body: 'secret' })
    await drive.runner.run()
    expect((await copying).status).not.toBe(201)
    expect(await copied()).toBe(done)
  })

  test('a revoked password ends the wait for a copy that it began', async () => {
    const served = await serveDrive(await openDatabase())
    const password = served.makePassword('ana')
    const ana = davBy(served, 'ana', password)
    await served.as('ana').plant(Array.from({ length: 250 }, (_, n) => `tree/${n}`))
    const copying = ana('COPY', '/tree', { headers: { destination: '/dav/copy' } })
    const isBegun = async () => (await ana('PROPFIND', '/copy', { headers: { depth: '0' } })).status
    await expect.poll(isBegun).toBe(207)
    served.endPassword(password)
    expect((await copying).status).toBe(401)
  })

  test('a revoked password ends a download that it began, a second later', async () => {
    const served = await serveDrive(await openDatabase())
    const { origin, clock } = served
    const password = served.makePassword('ana')
    const ana = davBy(served, 'ana', password)
    const size = 48 * 1024 * 1024
    expect((await ana('PUT', '/film', { body: Buffer.alloc(size, 7) })).status).toBe(201)
    const authorization = `Basic ${Buffer.from(`ana:${password}`).toString('base64')}`
    const read = async (whileReading: () => void) => {
      const answer = await fetch(`${origin}/dav/film`, { headers: { authorization } })
      const reader = answer.body?.getReader()
      let seen = 0
      try {
        for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
          if (seen === 0) whileReading()
          seen += next.value.length
        }
        return seen
      } catch {
        return seen < size ? 'cut off' : seen
      }
    }
    expect(await read(() => clock.advance(5_000))).toBe(size)
    const ended = read(() => {
      served.endPassword(password)
      clock.advance(1_000)
    })
    expect(await ended).toBe('cut off')
  })

  test('a contributor locks no folder with what others put into it, and still locks their own file', async () => {
    const { ben } = await open()
    const deep = { headers: { depth: 'infinity' }, body: lockBody() }
    expect((await ben('LOCK', `${AT}/mine`, deep)).status).toBe(403)
    expect((await ben('PUT', `${AT}/mine/own.txt`, { body: 'own' })).status).toBe(201)
    expect((await ben('LOCK', `${AT}/mine/own.txt`, { body: lockBody() })).status).toBe(200)
  })

  test('an If header that names many resources is refused', async () => {
    const { ana } = await open()
    const some = (count: number) =>
      Array.from({ length: count }, (_, n) => `</dav/trip/${n}> (<urn:uuid:none>)`).join(' ')
    const put = (count: number) =>
      ana('PUT', '/trip/new.txt', { headers: { if: some(count) }, body: 'new' })
    expect((await put(10)).status).toBe(412)
    expect((await put(11)).status).toBe(400)
  })

  test('many shares of one name are each listed under a name of their own', async () => {
    const { as, ben } = await open()
    for (let n = 0; n < 12; n++) {
      const above = await as('ana').json('POST', '/drive/v1/files', {
        kind: 'folder',
        name: `f${n}`,
      })
      const trip = await as('ana').json('POST', '/drive/v1/files', {
        kind: 'folder',
        name: 'trip',
        parent_id: above.id,
      })
      await as('ana').json('POST', `/drive/v1/files/${trip.id}/grants`, {
        grantee: { kind: 'person', sub: 'ben' },
        role: 'viewer',
      })
    }
    const listed = await ben('PROPFIND', '/Shared%20with%20me', { headers: { depth: '1' } })
    const names = [...responsesOf(listed).keys()]
    expect(names).toHaveLength(14)
    expect(new Set(names).size).toBe(14)
    expect(names).toContain('/dav/Shared%20with%20me/trip%20%2813%29/')
  })
})
