import { createDriveClient, searchEverywhere } from '@awan/client/drive'
import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson } from './testing/person.ts'
import { startServer } from './testing/server.ts'

onEachBackend((prepare) => {
  test('a person finds files by parts of their names and texts, and nobody else does', async () => {
    await using server = await startServer(await prepare())
    const [ana, ben] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    const trips = await ana.drive.files.createFolder({ name: 'Trips 旅行' })
    const words = 'We stayed at the lighthouse'
    const place = { parent_id: trips.id, name: 'Réunion notes.md', mime_type: 'text/markdown' }
    const notes = await ana.drive.uploads.upload(new Blob([words]), place)
    await ben.drive.files.createFolder({ name: 'Trips of Ben' })

    const { hits } = await ana.drive.search({ q: 'reu', kind: 'file', parent_id: trips.id })
    expect(hits).toMatchObject([
      {
        file: { id: notes.id, name: 'Réunion notes.md' },
        match: 'start',
        highlights: [{ start: 0, end: 3 }],
        path: [{ name: '' }, { id: trips.id, name: 'Trips 旅行' }],
      },
    ])
    expect((await ana.drive.search({ q: '旅行' })).hits.map(({ file }) => file.id)).toEqual([
      trips.id,
    ])
    expect((await ana.drive.search({ q: 'trips' })).hits).toHaveLength(1)
    const foreign = ben.drive.search({ q: 'reu', parent_id: trips.id })
    await expect(foreign).rejects.toMatchObject({ error: 'not_found' })

    await ana.drive.files.update(notes.id, { name: 'Diary.md' })
    expect((await ana.drive.search({ q: 'reu' })).hits).toEqual([])
    expect((await ana.drive.search({ q: 'diar' })).hits).toHaveLength(1)

    await server.runChores()
    const { hits: found } = await ana.drive.search({ q: 'lightho', in: 'text' })
    expect(found).toMatchObject([
      { file: { id: notes.id }, match: 'text', snippet: { text: words } },
    ])
    const { tasks } = await ana.drive.tasks.list()
    expect(tasks).toMatchObject([{ kind: 'index', phase: 'complete', progress: 100 }])
    expect((await ben.drive.search({ q: 'lighthouse' })).hits).toEqual([])
  })
  test('one search covers the own drive and what is shared, and each hit opens in its drive', async () => {
    await using server = await startServer(await prepare())
    const [ana, ben] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    const outer = await ana.drive.files.createFolder({ name: 'Lake, private' })
    const shared = await ana.drive.files.createFolder({ name: 'Lake', parent_id: outer.id })
    const boat = await ana.drive.files.createFolder({ name: 'Lake boat', parent_id: shared.id })
    const own = await ben.drive.files.createFolder({ name: 'Our lake' })
    const grantee = { kind: 'person', sub: (await ben.client.user.me()).sub } as const
    await ana.drive.shares.create(shared.id, { grantee, role: 'viewer' })

    const { hits, next_page_token } = await searchEverywhere(ben.client, {
      q: 'lake',
      kind: 'folder',
    })
    const { drive_id: anas } = await ana.drive.about()
    const { drive_id: bens } = await ben.drive.about()
    expect(hits).toMatchObject([
      { file: { id: shared.id, parent_id: null }, drive_id: anas, path: [], match: 'exact' },
      { file: { id: boat.id }, drive_id: anas, path: [{ id: shared.id, name: 'Lake' }] },
      { file: { id: own.id }, drive_id: bens, match: 'word' },
    ])
    expect(next_page_token).toBeUndefined()
    const there = createDriveClient(ben.client, { driveId: anas })
    expect(await there.files.get(boat.id)).toMatchObject({ capabilities: ['view'] })
  })
})
