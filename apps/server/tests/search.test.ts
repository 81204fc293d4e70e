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
})
