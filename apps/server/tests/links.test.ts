import { createAdmin } from '@awan/client/admin'
import { createDriveClient } from '@awan/client/drive'
import { createLinks, openVisit, sendVisitorCode } from '@awan/client/links'
import { createUploadManager } from '@awan/client/upload-manager'
import { readRestore } from '@awan/client/ways-in'
import type { restoreAccount } from '@awan/protocol/account'
import { LINK_VISITOR_EMAIL_REASON } from '@awan/protocol/drive'
import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { type Arrived, codeIn, startMailServer } from './testing/mail-server.ts'
import {
  PASSWORD as ACCOUNT_PASSWORD,
  createPerson,
  createSignedUpPerson,
  signUp,
} from './testing/person.ts'
import { startServer } from './testing/server.ts'

const PASSWORD = 'tangerine under snow'
const VISITORS = 64
const LETTER = 'a letter'

async function signUpByMail(url: string, { arrived }: { arrived: Arrived[] }) {
  const person = createPerson(url)
  await signUp(url, person, async () => codeIn(arrived.find(({ to }) => to === person.email)?.text))
  return person
}

onEachBackend((prepare) => {
  test('a stranger opens a link with its password, solves a proof of work after wrong ones, and downloads', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    const links = createLinks(ana.client)
    const file = await ana.drive.uploads.upload(new Blob(['hello']), { name: 'a.txt' })
    const link = await links.create(file.id, { password: PASSWORD, label: 'Greeting' })
    expect(link.url).toMatch(/\/s\/[\w-]{22}$/)
    const token = link.token ?? ''

    const { client: stranger } = createPerson(server.url)
    const wrong = { token, password: 'wrong' }
    for (let i = 0; i < 6; i++) {
      await expect(openVisit(stranger, wrong)).rejects.toMatchObject({ error: 'permission_denied' })
    }
    const raw = await fetch(`${server.url}/drive/v1/links:open`, {
      method: 'POST',
      body: JSON.stringify(wrong),
    })
    expect(await raw.json()).toMatchObject({ error: 'captcha_required' })

    const visit = await openVisit(stranger, { token, password: PASSWORD })
    expect(visit).toMatchObject({ label: 'Greeting', owner_name: 'Ana', role: 'viewer' })
    const drive = createDriveClient(visit.host)
    expect(await (await drive.files.download(file.id)).text()).toBe('hello')
    await expect.poll(async () => (await links.list(file.id)).links[0]?.downloads).toBe(1)
    await links.revoke(link.id)
    await expect(drive.files.get(file.id)).rejects.toMatchObject({ error: 'not_found' })
    await expect(openVisit(stranger, { token })).rejects.toMatchObject({ error: 'not_found' })
    expect(server.log()).not.toContain(token)
  })

  test('visitors learn nothing of the past of a file, and editors among them its versions without who made them', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    const links = createLinks(ana.client)
    const folder = await ana.drive.files.createFolder({ name: 'plans' })
    const write = (content: string) =>
      ana.drive.uploads.upload(new Blob([content]), {
        name: 'a.txt',
        parent_id: folder.id,
        conflict: 'replace',
      })
    await write('secret')
    server.clock.advance(1)
    const { id } = await write('redacted')
    const [current, past] = (await ana.drive.versions.list(id)).versions
    expect([current, past]).toMatchObject([{ created_by: expect.any(String) }, { size: 6 }])

    const { client: stranger } = createPerson(server.url)
    const enter = async (role: 'viewer' | 'editor') => {
      const { token = '' } = await links.create(folder.id, { role })
      return createDriveClient((await openVisit(stranger, { token })).host)
    }
    const [viewer, editor] = [await enter('viewer'), await enter('editor')]
    const denied = { error: 'permission_denied' }
    await expect(viewer.versions.list(id)).rejects.toMatchObject(denied)
    await expect(viewer.versions.download(id, past?.id ?? '')).rejects.toMatchObject(denied)
    await expect(viewer.versions.link(id, past?.id ?? '')).rejects.toMatchObject(denied)
    expect(await (await viewer.versions.download(id, current?.id ?? '')).text()).toBe('redacted')
    const { versions } = await editor.versions.list(id)
    expect(versions.map(({ id: one }) => one)).toEqual([current?.id, past?.id])
    expect(versions.some((version) => 'created_by' in version)).toBe(false)
    for (const visitor of [viewer, editor]) {
      await expect(visitor.activity.list()).rejects.toMatchObject({ error: 'unauthenticated' })
    }
  })

  test('links are closed while their owner is frozen or about to be deleted, and open again afterwards', async () => {
    await using server = await startServer(await prepare())
    // The first account is the administrator.
    const boss = await createSignedUpPerson(server.url)
    const ana = await createSignedUpPerson(server.url)
    const { client: stranger } = createPerson(server.url)
    const file = await ana.drive.uploads.upload(new Blob(['hello']), { name: 'a.txt' })
    const { token = '' } = await createLinks(ana.client).create(file.id)
    const open = () => openVisit(stranger, { token })
    const visit = createDriveClient((await open()).host)
    expect(await visit.files.get(file.id)).toMatchObject({ name: 'a.txt' })
    const missing = { error: 'not_found' }
    async function expectClosed() {
      await expect(visit.files.get(file.id)).rejects.toMatchObject(missing)
      await expect(open()).rejects.toMatchObject(missing)
    }
    async function expectOpen() {
      const { host } = await open()
      expect(await createDriveClient(host).files.get(file.id)).toMatchObject({ name: 'a.txt' })
    }

    const { sub } = await ana.client.user.me()
    const { users } = createAdmin(boss.client)
    const { sudo_token } = await boss.client.user.sudo({ password: ACCOUNT_PASSWORD })
    await users.setStatus(sub, { status: 'FROZEN', reason: 'reported as stolen', sudo_token })
    await expectClosed()
    await users.setStatus(sub, { status: 'ACTIVE', sudo_token })
    await expectOpen()

    const signIn = { username: ana.email, password: ACCOUNT_PASSWORD }
    await ana.client.signIn.withPassword(signIn)
    const own = await ana.client.user.sudo({ password: ACCOUNT_PASSWORD })
    await ana.client.user.remove({ sudo_token: own.sudo_token })
    await expectClosed()
    const refused = await ana.client.signIn.withPassword(signIn).catch((error: unknown) => error)
    const restore_token = readRestore(refused)?.token ?? ''
    await ana.client.request<typeof restoreAccount>('POST', '/v1/auth/restore', {
      body: { restore_token },
    })
    await expectOpen()
  })

  test('visitors send folders to a drop folder with the upload manager, and a signed-in one is known by name', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    const links = createLinks(ana.client)
    const folder = await ana.drive.files.createFolder({ name: 'drop' })
    const { id, token = '' } = await links.create(folder.id, { role: 'drop', ask_name: true })
    const ben = await createSignedUpPerson(server.url)
    const stranger = createPerson(server.url)
    const senders = [
      await openVisit(ben.client, { token }),
      await openVisit(stranger.client, { token, name: 'Eva' }),
    ]
    for (const [index, { host, node }] of senders.entries()) {
      const uploads = createUploadManager(host)
      await uploads.add([{ path: 'photos/a.txt', source: new Blob([`by ${index}`]) }], {
        parent_id: node.id,
      })
      expect((await uploads.settled()).files).toMatchObject({ done: 1, total: 1 })
      uploads.dispose()
    }
    const { files } = await ana.drive.files.list({ parent_id: folder.id })
    expect(files.map(({ name }) => name)).toEqual(['photos', 'photos (2)'])
    const { received } = await links.received(id)
    const names = received.map(({ sender }) => sender?.name)
    expect(names.toSorted()).toEqual(['Ana', 'Eva'])
    const [again] = [await openVisit(ben.client, { token })]
    const own = await createDriveClient(again.host).files.list({ parent_id: folder.id })
    expect(own.files.map(({ name }) => name)).toEqual(['photos'])
  })

  test('a visitor proves their mail address by a code that a real mail server gets, and the owner sees it as proven', async () => {
    await using mails = await startMailServer()
    await using server = await startServer(await prepare(), { mail: mails.mail })
    const ana = await signUpByMail(server.url, mails)
    const links = createLinks(ana.client)
    const folder = await ana.drive.files.createFolder({ name: 'drop' })
    expect((await links.list(folder.id)).can_ask_email).toBe(true)
    const { id, token = '' } = await links.create(folder.id, { role: 'drop', ask_email: true })
    const { client: stranger } = createPerson(server.url)
    stranger.setLocale('ko')
    await expect(openVisit(stranger, { token })).rejects.toMatchObject({
      error: 'invalid_argument',
      details: [{ reason: LINK_VISITOR_EMAIL_REASON }],
    })
    const email = 'ben@example.org'
    const { code_id, expires_in } = await sendVisitorCode(stranger, { token, email })
    expect(expires_in).toBe(600)
    const mail = mails.arrived.at(-1)
    expect(mail).toMatchObject({ to: email, subject: expect.stringContaining('Awan 인증 코드') })
    const emailCode = { id: code_id, code: codeIn(mail?.text) }
    const visit = await openVisit(stranger, { token, emailCode })
    await visit.renew()
    const drop = createDriveClient(visit.host)
    await drop.uploads.upload(new Blob(['a']), { name: 'a.txt', parent_id: folder.id })
    expect((await links.received(id)).received).toMatchObject([
      { file: { name: 'a.txt' }, sender: { name: email, proven_email: email } },
    ])
    // The way in of the account knows nothing of such a code.
    const other = await sendVisitorCode(stranger, { token, email: 'eva@example.org' })
    const taken = stranger.verification.verify({
      verification_id: other.code_id,
      verification_code: codeIn(mails.arrived.at(-1)?.text),
    })
    await expect(taken).rejects.toMatchObject({ error: 'invalid_verification_code' })
    expect(server.log()).not.toContain(emailCode.code)
    expect(server.log()).not.toContain(email)
  })

  test('a visitor asks again at once after the mail server was down, and waits after a code was sent', async () => {
    await using mails = await startMailServer()
    await using server = await startServer(await prepare(), { mail: mails.mail })
    const ana = await signUpByMail(server.url, mails)
    const folder = await ana.drive.files.createFolder({ name: 'drop' })
    const links = createLinks(ana.client)
    const { token = '' } = await links.create(folder.id, { role: 'drop', ask_email: true })
    const { client: stranger } = createPerson(server.url)
    const ask = () => sendVisitorCode(stranger, { token, email: 'ben@example.org' })
    mails.state.isDown = true
    await expect(ask()).rejects.toMatchObject({ error: 'unavailable' })
    mails.state.isDown = false
    await ask()
    await expect(ask()).rejects.toMatchObject({ error: 'resource_exhausted' })
  })

  test('64 visitors send to a drop folder at once: all of it arrives, nothing is replaced, each sees only their own', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    const links = createLinks(ana.client)
    const folder = await ana.drive.files.createFolder({ name: 'drop' })
    const { id, token = '' } = await links.create(folder.id, { role: 'drop' })
    const { client } = createPerson(server.url)

    const send = async (at: number) => {
      const { host, node } = await openVisit(client, { token })
      const uploads = createUploadManager(host)
      const files = ['photo.txt', 'album/one.txt'].map((path) => ({
        path,
        source: new Blob([`${path} of visitor ${at}`]),
      }))
      await uploads.add(files, { parent_id: node.id })
      expect((await uploads.settled()).files).toMatchObject({ done: 2, total: 2 })
      uploads.dispose()
      const drive = createDriveClient(host)
      const own = (await drive.files.list({ parent_id: node.id })).files
      expect(own.map(({ kind }) => kind).toSorted()).toEqual(['file', 'folder'])
      const photo = own.find(({ kind }) => kind === 'file')
      expect(await (await drive.files.download(photo?.id ?? '')).text()).toBe(
        `photo.txt of visitor ${at}`,
      )
    }
    await Promise.all(Array.from({ length: VISITORS }, (_, at) => send(at)))

    const { files } = await ana.drive.files.list({ parent_id: folder.id, page_size: 200 })
    expect(new Set(files.map(({ name }) => name)).size).toBe(2 * VISITORS)
    const received = []
    for (let page_token: string | undefined, more = true; more; more = page_token !== undefined) {
      const page = await links.received(id, { page_token })
      received.push(...page.received)
      page_token = page.next_page_token
    }
    expect(received).toHaveLength(2 * VISITORS)
  })

  test('64 visitors at once cannot send more than the drop folder takes in all', async () => {
    await using server = await startServer(await prepare())
    const ana = await createSignedUpPerson(server.url)
    const folder = await ana.drive.files.createFolder({ name: 'drop' })
    const drop = { max_total_size: 10 * LETTER.length }
    const { token = '' } = await createLinks(ana.client).create(folder.id, { role: 'drop', drop })
    const { client } = createPerson(server.url)
    const sent = Array.from({ length: VISITORS }, async (_, at) => {
      const { host, node } = await openVisit(client, { token })
      const name = `letter ${at}.txt`
      const upload = createDriveClient(host).uploads.upload(new Blob([LETTER]), {
        name,
        parent_id: node.id,
      })
      return upload.then(
        () => name,
        (error: { error?: string }) => error.error,
      )
    })
    const ends = await Promise.all(sent)
    const { files } = await ana.drive.files.list({ parent_id: folder.id, page_size: 200 })
    expect(files).toHaveLength(10)
    expect(ends.filter((end) => end === 'failed_precondition')).toHaveLength(VISITORS - 10)
    expect(files.every(({ name }) => ends.includes(name))).toBe(true)
  })
})
