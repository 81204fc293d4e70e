import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { listenAs } from '../push/testing.ts'
import { NAMESPACES, syncOf } from '../sync-door/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { davOf, lockBody, tokenOf } from '../webdav/testing.ts'

onEachDatabase((openDatabase) => {
  async function open() {
    const served = await serveDrive(await openDatabase(), { pushTimes: { gatherMs: 20 } })
    const dav = davOf(served, 'ana')
    await dav('MKCOL', '/trip')
    await dav('PUT', '/trip/plan.txt', { body: 'Monday' })
    /** As a page does, which has read the present before. */
    const follow = async (cursor: string | undefined, sub = 'ana') => {
      const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
      const page = await served.as(sub).json('GET', `/drive/v1/changes${query}`)
      return page as unknown as {
        cursor: string
        seq: number
        changes: { file?: { id: string; name: string; locked?: boolean } }[]
      }
    }
    const unlock = (path: string, token: string) =>
      dav('UNLOCK', path, { headers: { 'lock-token': `<${token}>` } })
    return { ...served, dav, follow, unlock }
  }

  test('an open page is told that a lock was taken, and that it was released', async () => {
    const { dav, follow, unlock } = await open()
    const before = await follow(undefined)
    const token = tokenOf(await dav('LOCK', '/trip/plan.txt', { body: lockBody() }))
    const locked = await follow(before.cursor)
    expect(locked.changes).toMatchObject([{ file: { name: 'plan.txt', locked: true } }])
    // To hold it longer changes nothing of what is shown.
    const held = { headers: { if: `(<${token}>)`, timeout: 'Second-900' } }
    expect((await dav('LOCK', '/trip/plan.txt', held)).status).toBe(200)
    expect((await follow(locked.cursor)).changes).toEqual([])
    expect((await unlock('/trip/plan.txt', token)).status).toBe(204)
    const released = await follow(locked.cursor)
    expect(released.changes).toMatchObject([{ file: { name: 'plan.txt' } }])
    expect(released.changes[0]?.file).not.toHaveProperty('locked')
  })

  test('an open page is told of a lock that its person has ended, and of a new file that is locked from the beginning', async () => {
    const { dav, follow, as } = await open()
    const before = await follow(undefined)
    expect((await dav('LOCK', '/trip', { body: lockBody() })).status).toBe(200)
    const locked = await follow(before.cursor)
    expect(locked.changes).toMatchObject([{ file: { name: 'trip', locked: true } }])
    const id = locked.changes[0]?.file?.id
    await as('ana').json('DELETE', `/drive/v1/files/${id}/locks`)
    const ended = await follow(locked.cursor)
    expect(ended.changes).toMatchObject([{ file: { name: 'trip' } }])
    expect(ended.changes[0]?.file).not.toHaveProperty('locked')

    expect((await dav('LOCK', '/new.txt', { body: lockBody() })).status).toBe(201)
    const { changes } = await follow(ended.cursor)
    expect(changes).toMatchObject([{ file: { name: 'new.txt', locked: true } }])
  })

  test('a lock is no change for clients that sync: no tag changes, and nothing is pushed', async () => {
    const served = await open()
    const { dav, unlock } = served
    const sync = syncOf(served, 'ana')
    const body = `<d:propfind ${NAMESPACES}><d:prop><d:getetag/><oc:fileid/></d:prop></d:propfind>`
    const tags = async () =>
      Promise.all(
        ['/', '/trip', '/trip/plan.txt'].map(
          async (path) =>
            /<d:getetag>(.*?)</.exec(
              (await sync('PROPFIND', path, { headers: { depth: '0' }, body })).text,
            )?.[1],
        ),
      )
    const before = await tags()
    expect(before).toEqual([expect.any(String), expect.any(String), expect.any(String)])
    const client = await listenAs(served, 'ana', served.makePassword('ana'))
    client.send('listen notify_file_id')
    // Answered after the text before it was read.
    await new Promise((resolve) => client.socket.once('pong', resolve).ping())
    const token = tokenOf(await dav('LOCK', '/trip/plan.txt', { body: lockBody() }))
    expect(await tags()).toEqual(before)
    expect((await unlock('/trip/plan.txt', token)).status).toBe(204)
    expect(await tags()).toEqual(before)
    // What is pushed next was preceded by nothing, and has no number of the file.
    await dav('MKCOL', '/other')
    const numberOf = async (path: string) => {
      const { text } = await sync('PROPFIND', path, { headers: { depth: '0' }, body })
      return Number(/<oc:fileid>(\d+)</.exec(text)?.[1])
    }
    const told = (await client.next()) ?? ''
    expect(JSON.parse(told.replace('notify_file_id ', '')).sort()).toEqual(
      [await numberOf('/other'), await numberOf('/')].sort(),
    )
    expect(client.heard()).toEqual([])
  })
})
