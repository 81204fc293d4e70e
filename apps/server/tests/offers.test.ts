import { createDriveClient } from '@awan/client/drive'
import { createInbox, createOffers } from '@awan/client/inbox'
import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createSignedUpPerson } from './testing/person.ts'
import { startServer } from './testing/server.ts'

onEachBackend((prepare) => {
  test('a folder is handed over: offered, found in the inbox, accepted, and everybody keeps their access', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    const ben = await createSignedUpPerson(server.url)
    const eva = await createSignedUpPerson(server.url)
    const subOf = async ({ client }: typeof ana) => (await client.user.me()).sub
    const folder = await ana.drive.files.createFolder({ name: 'Trips' })
    const grantee = { kind: 'person', sub: await subOf(eva) } as const
    await ana.drive.shares.create(folder.id, { grantee, role: 'viewer' })
    const [ofAna, ofBen] = [createOffers(ana.client), createOffers(ben.client)]

    const first = await ofAna.make(folder.id, { to_sub: await subOf(ben), note: 'Yours now' })
    await ofAna.takeBack(first.id)
    await expect(ofBen.accept(first.id)).rejects.toMatchObject({ error: 'not_found' })
    const declined = await ofAna.make(folder.id, { to_sub: await subOf(ben) })
    await ofBen.decline(declined.id)
    await ofAna.make(folder.id, { to_sub: await subOf(ben) })
    expect((await ofAna.list()).given).toMatchObject([{ file: { name: 'Trips' } }])

    const { messages } = await createInbox(ben.client).list()
    const offered = messages.find(({ state }) => state === 'open')
    expect(offered).toMatchObject({ kind: 'transfer_offered', file: { name: 'Trips' } })
    const { task_id } = await ofBen.accept(offered?.id ?? '')
    await server.runChore('work on tasks')
    expect(await ben.drive.tasks.get(task_id)).toMatchObject({ phase: 'complete', failed: 0 })
    const { files } = await ben.drive.files.list()
    expect(files.map(({ name }) => name)).toEqual(['Trips'])
    expect((await ana.drive.files.list()).files).toEqual([])

    const driveId = (await ben.drive.drives()).drives[0]?.id ?? ''
    const there = (who: typeof ana) => createDriveClient(who.client, { driveId })
    const id = files[0]?.id ?? ''
    expect((await there(eva).files.get(id)).capabilities).toEqual(['view'])
    const more = await there(ana).files.createFolder({ name: 'More', parent_id: id })
    expect(more.name).toBe('More')
    const told = (await createInbox(ana.client).list()).messages
    expect(told.map(({ kind, state }) => `${kind}: ${state}`).toSorted()).toEqual([
      'transfer_answered: accepted',
      'transfer_answered: declined',
    ])
  })
})
