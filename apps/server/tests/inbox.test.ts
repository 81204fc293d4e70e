import { createDriveClient } from '@awan/client/drive'
import { createInbox } from '@awan/client/inbox'
import { createLinks, openVisit } from '@awan/client/links'
import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { createPerson, createSignedUpPerson, type Person } from './testing/person.ts'
import { startServer, type TestServer } from './testing/server.ts'

async function readMails({ url }: TestServer, { email }: Person) {
  const answer = await fetch(`${url}/dev/outbox`)
  const messages = (await answer.json()) as { to: string; purpose: string; text: string }[]
  return messages.filter(({ to, purpose }) => to === email && /^[a-z]/.test(purpose))
}

onEachBackend((prepare) => {
  test('a person follows their inbox, asks for access, and gets it from the owner’s inbox', async () => {
    await using server = await startServer(await prepare())
    const [ana, ben] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    const [ofAna, ofBen] = [createInbox(ana.client), createInbox(ben.client)]
    const folder = await ana.drive.files.createFolder({ name: 'Trips' })
    const drive_id = (await ana.drive.drives()).drives[0]?.id ?? ''

    const events = ofAna.events()[Symbol.asyncIterator]()
    expect(await events.next()).toMatchObject({ value: { unread: 0 } })
    const question = { drive_id, file_id: folder.id, message: 'I was there too' }
    await ofBen.ask(question)
    await ofBen.ask({ ...question, file_id: 'nowhere' })
    expect(await events.next()).toMatchObject({ value: { unread: 1 } })
    await events.return?.()
    const { messages } = await ofAna.list()
    expect(messages).toMatchObject([
      { kind: 'access_asked', text: 'I was there too', file: { name: 'Trips' }, state: 'open' },
    ])
    await ofAna.grant(messages[0]?.id ?? '', 'editor')

    const told = await ofBen.list()
    expect(told).toMatchObject({
      unread: 1,
      messages: [{ kind: 'shared_with_you', role: 'editor', drive_id, file: { id: folder.id } }],
    })
    const there = createDriveClient(ben.client, { driveId: drive_id })
    expect((await there.files.get(folder.id)).name).toBe('Trips')
    expect(await ofBen.markRead()).toEqual({ unread: 0 })
    await ofBen.delete(told.messages[0]?.id ?? '')
    expect((await ofBen.list()).messages).toEqual([])
  })

  test('the owner of a drop folder is told of files that arrive, and by mail if they want it', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    const inbox = createInbox(ana.client)
    await inbox.changeSettings({ drop_arrived: 'at_once' })
    const folder = await ana.drive.files.createFolder({ name: 'Homework' })
    const { token = '' } = await createLinks(ana.client).create(folder.id, {
      role: 'drop',
      ask_name: true,
    })
    const visit = await openVisit(createPerson(server.url).client, { token, name: 'Eva' })
    const drop = createDriveClient(visit.host)
    for (const name of ['a.txt', 'b.txt']) {
      await drop.uploads.upload(new Blob([name]), { name, parent_id: folder.id })
    }
    const { messages } = await inbox.list()
    expect(messages).toMatchObject([
      { kind: 'drop_arrived', count: 2, senders: ['Eva'], file: { id: folder.id } },
    ])
    await server.runChore('mails about inboxes')
    expect(await readMails(server, ana)).toEqual([])
    server.clock.advance(16 * 60_000)
    await server.runChore('mails about inboxes')
    await expect.poll(() => readMails(server, ana)).toHaveLength(1)
    const [mail] = await readMails(server, ana)
    expect(mail?.text).toMatch(/From: Eva\nFile or folder: Homework\nFiles: 2/)
  })

  test('a mail is stopped by one click without signing in, and looking at the page stops nothing', async () => {
    await using server = await startServer(await prepare())
    const [ana, ben] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    const folder = await ana.drive.files.createFolder({ name: 'Trips' })
    const { sub } = await ben.client.user.me()
    await ana.drive.shares.create(folder.id, { grantee: { kind: 'person', sub }, role: 'viewer' })
    await server.runChore('mails about inboxes')
    await expect.poll(() => readMails(server, ben)).toHaveLength(1)
    const [mail] = await readMails(server, ben)
    const path = /\/drive\/v1\/inbox\/unsubscribe\?token=[\w-]+/.exec(mail?.text ?? '')?.[0]
    const inbox = createInbox(ben.client)
    const page = await fetch(server.url + path, { headers: { 'accept-language': 'id' } })
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toContain('Hentikan email ini?')
    expect((await inbox.settings()).shared_with_you).toBe('at_once')
    const click = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(click.status).toBe(200)
    expect(await inbox.settings()).toMatchObject({
      shared_with_you: 'never',
      access_asked: 'at_once',
    })
    const wrong = await fetch(`${server.url}/drive/v1/inbox/unsubscribe?token=abc`)
    expect(wrong.status).toBe(400)
    expect(server.log()).not.toContain(path?.split('=')[1])
  })

  test('asking for access is limited per person', async () => {
    await using server = await startServer(await prepare())
    const ben = await createSignedUpPerson(server.url)
    const inbox = createInbox(ben.client)
    const question = { drive_id: 'nowhere', file_id: 'nothing' }
    for (let i = 0; i < 20; i++) await inbox.ask(question)
    await expect(inbox.ask(question)).rejects.toMatchObject({ error: 'resource_exhausted' })
  })
})
