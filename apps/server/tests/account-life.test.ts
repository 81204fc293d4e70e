import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTeamDrives } from '@awan/client/drive'
import { createLinks } from '@awan/client/links'
import type { restoreAccount, startExport } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { readZip } from '../src/kernel/zip/testing.ts'
import { onEachBackend } from './testing/backends.ts'
import {
  createPerson,
  createSignedUpPerson,
  PASSWORD,
  type Person,
  readCode,
  signUp,
} from './testing/person.ts'
import { startServer } from './testing/server.ts'

const DAY_MS = 24 * 3600_000

async function caught(promise: Promise<unknown>): Promise<{
  error: string
  details: { metadata?: Record<string, string> }[]
}> {
  return promise.then(
    () => expect.unreachable('it did not fail'),
    (error) => error,
  )
}

async function leave({ client }: Person): Promise<void> {
  const { sudo_token } = await client.user.sudo({ password: PASSWORD })
  await client.user.remove({ sudo_token })
}

/** The files of the archive with everything of an account. */
async function exportAll(serverUrl: string, client: Person['client']) {
  const { sudo_token } = await client.user.sudo({ password: PASSWORD })
  const { task_id } = await client.request<typeof startExport>('POST', '/v1/user/export', {
    auth: true,
    headers: { 'x-sudo-token': sudo_token },
    body: {},
  })
  const accessToken = await client.session.accessToken()
  const answer = await fetch(`${serverUrl}/v1/user/export/${task_id}/content`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  return readZip(Buffer.from(await answer.arrayBuffer()))
}

onEachBackend((prepare) => {
  test('a person starts without an account, signs up, and keeps their files', async () => {
    await using server = await startServer(await prepare())
    const person = createPerson(server.url)
    const { client, drive, email } = person
    const { sub, access_token: anonymous_token } = await client.signUp.anonymously()
    expect(sub).toMatch(/^AMS=/)
    const content = new Blob([randomBytes(1000)])
    const file = await drive.uploads.upload(content, { parent_id: 'root', name: 'notes.txt' })

    const sent = { email, target: 'NOT_USER', usage: 'REGISTER' } as const
    const { verification_id } = await client.verification.send(sent)
    const verification_code = await readCode(server.url, email)
    const verified = await client.verification.verify({ verification_id, verification_code })
    const { verification_token } = verified
    const credentials = await client.signUp.withContact({
      email,
      verification_token,
      anonymous_token,
    })
    expect(credentials.sub).not.toMatch(/^AMS=/)
    expect((await drive.files.list({})).files).toMatchObject([{ id: file.id, name: 'notes.txt' }])
    const read = await drive.files.download(file.id)
    expect(await read.arrayBuffer()).toEqual(await content.arrayBuffer())
  })

  test('an export gives everything of an account as one archive', async () => {
    await using server = await startServer(await prepare())
    const { client, drive, email } = await createSignedUpPerson(server.url)
    const folder = await drive.files.createFolder({ name: '사진' })
    const bytes = randomBytes(100_000)
    const place = { parent_id: folder.id, name: 'sea.jpg' }
    await drive.uploads.upload(new Blob([bytes]), place)

    const files = await exportAll(server.url, client)
    expect(files.find(({ name }) => name === 'files/사진/sea.jpg')?.bytes).toEqual(bytes)
    const profile = files.find(({ name }) => name === 'account/profile.json')
    expect(JSON.parse(profile?.bytes.toString() ?? '')).toMatchObject({ email })
  })

  test('an export lists what the person gave and was given, their links and their team drives', async () => {
    await using server = await startServer(await prepare(), { teamDriveMakers: 'everybody' })
    const [ana, ben] = [
      await createSignedUpPerson(server.url),
      await createSignedUpPerson(server.url),
    ]
    const subOf = async ({ client }: Person) => (await client.user.me()).sub
    const share = async (from: Person, name: string, to: Person) => {
      const { id } = await from.drive.files.createFolder({ name })
      const grantee = { kind: 'person', sub: await subOf(to) } as const
      await from.drive.shares.create(id, { grantee, role: 'editor' })
      return id
    }
    const given = await share(ana, 'Given', ben)
    await share(ben, 'Received', ana)
    // The latest first.
    server.clock.advance(1)
    const { token = 'no token' } = await createLinks(ana.client).create(given)
    await createTeamDrives(ana.client).create('Choir')
    await createTeamDrives(ben.client).create('Band')

    const files = await exportAll(server.url, ana.client)
    const shares = files.find(({ name }) => name === 'account/shares.json')?.bytes.toString() ?? ''
    expect(JSON.parse(shares)).toMatchObject([
      { shared: 'by me', file: 'Given', grantee: { kind: 'link' } },
      { shared: 'by me', file: 'Given', grantee: { sub: await subOf(ben) }, role: 'editor' },
      { shared: 'with me', file: 'Received', created_by: { sub: await subOf(ben) } },
      { shared: 'team drive', drive: 'Choir', role: 'manager' },
    ])
    expect(shares).not.toContain(token)
  })

  test('a deleted account can be restored with its files within 14 days', async () => {
    await using server = await startServer(await prepare())
    await createSignedUpPerson(server.url)
    const person = await createSignedUpPerson(server.url)
    const { client, drive, email } = person
    await drive.files.createFolder({ name: 'Trips' })
    await leave(person)
    expect((await caught(drive.files.list({}))).error).toBe('unauthenticated')

    const signIn = { username: email, password: PASSWORD }
    server.clock.advance(14 * DAY_MS)
    await server.runChores()
    const frozen = await caught(client.signIn.withPassword(signIn))
    expect(frozen).toMatchObject({ error: 'account_freeze', code: 50 })
    const restore_token = frozen.details[0]?.metadata?.restore_token ?? ''
    expect(server.log()).not.toContain(restore_token)
    await client.request<typeof restoreAccount>('POST', '/v1/auth/restore', {
      body: { restore_token },
    })
    await client.signIn.withPassword(signIn)
    expect((await drive.files.list({})).files).toMatchObject([{ name: 'Trips' }])
  })

  test('a deleted account and its files are permanently removed after 15 days', async () => {
    const backend = await prepare()
    await using server = await startServer(backend)
    const admin = await createSignedUpPerson(server.url)
    expect((await admin.client.user.deletionEligibility()).reasons).toEqual(['last_administrator'])
    const person = await createSignedUpPerson(server.url)
    const { client, drive, email } = person
    const content = () => new Blob([randomBytes(1000)])
    await drive.uploads.upload(content(), { parent_id: 'root', name: 'theirs' })
    const kept = await admin.drive.uploads.upload(content(), { parent_id: 'root', name: 'kept' })
    await leave(person)
    server.clock.advance(15 * DAY_MS)
    await server.runChores()

    const signIn = client.signIn.withPassword({ username: email, password: PASSWORD })
    expect((await caught(signIn)).error).toBe('invalid_account_or_password')
    await admin.drive.files.download(kept.id)
    if (backend.blobs.kind === 'disk') {
      const entries = await readdir(join(backend.blobs.path), {
        recursive: true,
        withFileTypes: true,
      })
      expect(entries.filter((entry) => entry.isFile())).toHaveLength(1)
    }
    await signUp(server.url, person)
    expect((await drive.files.list({})).files).toEqual([])
  })
})
