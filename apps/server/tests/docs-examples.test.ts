import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AwanClient } from '@awan/client'
import { createAccountCentre } from '@awan/client/account-centre'
import { createAdmin } from '@awan/client/admin'
import { createDriveClient } from '@awan/client/drive'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { totpCode, totpStep } from '../src/account/two-factor/totp.ts'
import { fromBase32 } from './testing/base32.ts'
import { createPerson, PASSWORD, readCode, signUp } from './testing/person.ts'
import { runExample } from './testing/run-example.ts'
import { startServer } from './testing/server.ts'

const ADDRESS = 'http://localhost:8080'
const EMAIL = 'ana@example.org'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('README: a program signs in, greets and signs out', async () => {
  const { server } = await setUp({ isSignedUp: true })
  vi.stubEnv('AWAN_PASSWORD', PASSWORD)
  using printed = vi.spyOn(console, 'log').mockReturnValue()
  await runExample('README.md', 'Quick start: Node', { replace: { [ADDRESS]: server.url } })
  expect(printed.mock.calls).toEqual([['Hello Ana']])
})

test('README: a test of an app needs no server', async () => {
  const { shown } = await setUp()
  await runExample('README.md', 'Your own tests')
  expect(shown).toEqual(['signed-in'])
})

test('sign-up.md: a new person gets an account and is signed in', async () => {
  const { client, shown } = await setUp()
  await runExample('sign-up.md', 'With a contact')
  expect(shown).toEqual(['Welcome'])
  expect(client.session.state()).toMatchObject({ status: 'signed-in', isAnonymous: false })
  expect((await client.user.me()).name).toBe('Ana')
})

test('sign-up.md: a password that is too easy is rejected with advice', async () => {
  const { client, server } = await setUp()
  const { adviceFor } = await runExample('sign-up.md', 'What can go wrong')
  const verification_token = await verify(client, server.url)
  const refused = client.signUp.withContact({
    email: EMAIL,
    verification_token,
    password: 'password1',
  })
  const advice = await refused.catch(adviceFor as (error: unknown) => unknown)
  expect(advice).toBe('That is among the first passwords that anybody would try.')
  await client.signUp.withContact({ email: EMAIL, verification_token, password: PASSWORD })
})

test('sign-in.md: the right password signs in, and a wrong one gets its own message', async () => {
  const { client, shown } = await setUp({ isSignedUp: true })
  await runExample('sign-in.md', 'With a password')
  expect(client.session.state().status).toBe('signed-in')
  vi.stubGlobal('password', 'not the right one')
  await runExample('sign-in.md', 'With a password')
  await runExample('sign-in.md', 'What can go wrong')
  expect(shown).toEqual([
    'Welcome back',
    'Wrong account or password',
    'Wrong account number or password, please re-enter',
  ])
  expect(client.session.state().status).toBe('signed-in')
})

test('verification.md: a contact is verified, and the next code has to wait', async () => {
  const { client, shown } = await setUp()
  await runExample('verification.md', "Somebody's contact")
  expect(client.session.state().status).toBe('signed-in')
  // The pauses of a stranger and of the owner are separate: the first of the owner's own begins here.
  await runExample('verification.md', 'What can go wrong')
  expect(shown).toEqual([])
  await runExample('verification.md', 'What can go wrong')
  expect(shown).toEqual([expect.stringMatching(/^Send again in \d+ s$/)])
})

test('verification.md: a code is sent to the own contact of the signed-in person', async () => {
  const { asked } = await setUp({ isSignedIn: true })
  await runExample('verification.md', "The signed-in person's own contact")
  expect(asked).toEqual(['The code in our mail'])
})

test('password.md: a password can be changed with the old one only', async () => {
  const { client, shown } = await setUp({ isSignedIn: true })
  await runExample('password.md', 'A new one')
  await runExample('password.md', 'A new one')
  expect(shown).toEqual([
    'The password is changed, and your other devices are signed out',
    'That is not your present password',
  ])
  await client.signOut()
  await client.signIn.withPassword({ username: EMAIL, password: 'a better battery staple' })
})

test('user.md: the profile shows the address masked and in full, and sudo lasts five minutes', async () => {
  const { shown } = await setUp({ isSignedIn: true })
  await runExample('user.md', 'Profile')
  await runExample('user.md', 'Sudo')
  expect(shown).toEqual([
    expect.stringMatching(/^Ana, since /),
    expect.stringMatching(/^a.*\*.*@example\.org$/),
    EMAIL,
    'For the next 5 minutes you can change what matters',
  ])
})

test('sessions.md: the session state is shown at sign-in and sign-out', async () => {
  const { client, shown } = await setUp({ isSignedUp: true })
  await runExample('sessions.md', 'State')
  const { sub } = await client.signIn.withPassword({ username: EMAIL, password: PASSWORD })
  await runExample('sessions.md', 'Signing out')
  expect(shown).toEqual(['Please sign in', `Hello ${sub}`, 'Please sign in'])
})

test('sessions.md: signing out while the server is down signs out locally and says so', async () => {
  const { client, server, shown } = await setUp({ isSignedIn: true })
  await server[Symbol.asyncDispose]()
  await runExample('sessions.md', 'Signing out')
  expect(shown).toEqual(['Signed out here. The server could not be told.'])
  expect(client.session.state().status).toBe('signed-out')
})

test('sessions.md: a session stored in a file is used again by the next client', async () => {
  const { server, folder } = await setUp({ isSignedUp: true })
  const replace = {
    [ADDRESS]: server.url,
    '.awan-session.json': join(folder, 'session.json'),
    'const client': 'export const client',
  }
  const open = async () => {
    const heading = 'Where a session is kept'
    const { client } = await runExample('sessions.md', heading, { replace, index: 1 })
    return client as AwanClient
  }
  await (await open()).signIn.withPassword({ username: EMAIL, password: PASSWORD })
  expect((await (await open()).user.me()).name).toBe('Ana')
})

test('accounts.md: two accounts are signed in side by side, and one can switch to the other', async () => {
  const { server, shown } = await setUp({ isSignedUp: true })
  await signUp(server.url, createPerson(server.url, 'family@example.org'))
  const replace = { [ADDRESS]: server.url, ...IN_NODE }
  await runExample('accounts.md', 'Several accounts', { replace })
  const me = shown.at(-1) as { sub: string }
  const accounts = shown.at(-2) as { sub: string; isCurrent: boolean }[]
  expect(accounts).toHaveLength(2)
  expect(accounts.find(({ isCurrent }) => isCurrent)?.sub).toBe(me.sub)
  expect(me).toMatchObject({ email: expect.stringMatching(/^a.*@example\.org$/) })
})

test('requests.md: any call of the server can be made, also one that returns bytes', async () => {
  const { client, shown } = await setUp({ isSignedIn: true })
  const file = await createDriveClient(client).uploads.upload(new Blob(['ridge']), {
    name: 'walk.txt',
  })
  vi.stubGlobal('ask', async () => file.id)
  await runExample('requests.md', 'Any call')
  expect(shown).toEqual(['walk.txt'])
  const replace = { 'const bytes': 'export const bytes' }
  const { bytes } = await runExample('requests.md', 'Any call', { replace, index: 1 })
  expect(new TextDecoder().decode(bytes as ArrayBuffer)).toBe('ridge')
})

test('requests.md: the patient client uses the same session', async () => {
  await setUp({ isSignedIn: true })
  const replace = { 'const { name }': 'export const { name }' }
  const { name } = await runExample('requests.md', 'The patient client', { replace })
  expect(name).toBe('Ana')
})

test('locks.md: locks keep their order, and a queue completes all of its work', async () => {
  const { shown } = await setUp({ isSignedIn: true })
  await runExample('locks.md', 'A lock')
  await runExample('locks.md', 'A lock that its holder may enter again')
  await runExample('locks.md', 'A queue')
  expect(shown.slice(0, 3)).toEqual([7, 'saved', '3 under way, 2 waiting'])
  expect(shown.slice(3, -1)).toContainEqual('Recipes')
  expect(shown.at(-1)).toBe('All done')
})

test('upload-manager.md: a folder is uploaded, and uploading it again succeeds', async () => {
  const { shown, folder } = await setUp({ isSignedIn: true })
  await mkdir(join(folder, 'photos/2026'), { recursive: true })
  await writeFile(join(folder, 'photos/2026/sea.jpg'), 'the sea')
  await writeFile(join(folder, 'photos/hill.jpg'), 'a hill')
  const replace = { "'photos'": `'${folder}/photos'`, '.awan-uploads': `${folder}/journal` }
  await runExample('upload-manager.md', 'In Node', { replace })
  await runExample('upload-manager.md', 'In Node', { replace })
  expect(shown).toEqual(Array(2).fill('2 of 2 files, 13 bytes'))
})

test('upload-manager.md: anything with a path is uploaded, and a taken name is resolved by asking', async () => {
  const { client, shown } = await setUp({ isSignedIn: true })
  await runExample('upload-manager.md', 'In a page', { index: 1 })
  expect(shown.splice(0)).toEqual([2])
  vi.stubGlobal('ask', async () => 'keep both')
  await runExample('upload-manager.md', 'Names that are taken')
  await runExample('upload-manager.md', 'Names that are taken')
  expect(shown).toEqual([1, 0, 1, 0])
  const { files } = await createDriveClient(client).files.list()
  expect(files.map(({ name }) => name)).toEqual(['notes', 'notes (2).txt', 'notes.txt'])
})

test('device.md: countries have names and calling codes', async () => {
  const { shown } = await setUp()
  await runExample('device.md', 'Countries')
  expect(shown).toEqual([expect.any(Number), '62'])
  expect(shown[0]).toBeGreaterThan(200)
})

test('errors.md: an error is recognised by its name and has a translated message', async () => {
  const { client, shown } = await setUp()
  await runExample('errors.md', 'Errors')
  expect(shown).toEqual(['Please sign in'])
  vi.stubGlobal('navigator', { language: 'id-ID' })
  const { toMessage } = await runExample('errors.md', 'What a person is told')
  const refused = client.signIn.withPassword({ username: EMAIL, password: 'not the right one' })
  const message = await refused.catch(toMessage as (error: unknown) => unknown)
  expect(message).toMatch(/kata sandi/)
})

test('ways-in.md: a code for the second step is sent and accepted', async () => {
  const { client, server } = await setUp({ isSignedIn: true })
  const { sudo_token } = await client.user.sudo({ password: PASSWORD })
  await createAccountCentre(client).twoFactor.enable({ method: 'EMAIL', sudo_token })
  await client.signOut()
  server.clock.advance(61_000)
  await runExample('ways-in.md', 'The second step')
  expect(client.session.state().status).toBe('signed-in')
})

test('ways-in.md: the third-party buttons are those configured on the server', async () => {
  const { shown } = await setUp({ isSignedIn: true })
  await runExample('admin.md', 'Third parties')
  expect(shown.splice(0)).toEqual(['github', 'database'])
  await runExample('ways-in.md', 'Buttons of third parties')
  expect(shown).toEqual(['github', 'Sign in with GitHub'])
})

test('ways-in.md: an account waiting for its deletion is restored', async () => {
  const { client, server, shown } = await setUp({ isSignedIn: true })
  const other = createPerson(server.url)
  await signUp(server.url, other)
  const admin = createAdmin(client)
  const { sudo_token } = await client.user.sudo({ password: PASSWORD })
  const { sub } = await other.client.user.me()
  await admin.users.setAdministrator(sub, { is_administrator: true, sudo_token })
  await client.user.remove({ sudo_token })
  await client.signOut()
  vi.stubGlobal('ask', async () => 'yes')
  await runExample('ways-in.md', 'An account that is to be deleted')
  expect(shown).toEqual(['Nothing was lost'])
  expect(client.session.state().status).toBe('signed-in')
})

test('ways-in.md: the files of an anonymous account are merged into an account', async () => {
  const { client } = await setUp({ isSignedIn: true })
  const drive = createDriveClient(client)
  await drive.files.createFolder({ name: 'Trips' })
  await client.signOut()
  await client.signUp.anonymously()
  await drive.uploads.upload(new Blob(['ridge']), { name: 'walk.txt' })
  await runExample('ways-in.md', 'Files of somebody who began without an account')
  const { files } = await drive.files.list()
  expect(files.map(({ name }) => name)).toEqual(['From this device', 'Trips'])
})

test('account-centre.md: sessions are listed, and the others are ended', async () => {
  const { server, shown } = await setUp({ isSignedIn: true })
  const elsewhere = createPerson(server.url, EMAIL).client
  await elsewhere.signIn.withPassword({ username: EMAIL, password: PASSWORD })
  await runExample('account-centre.md', 'Sessions')
  expect(shown[0]).toBe('This device')
  expect(shown.at(-1)).toBe('1 other devices were signed out')
  await expect(elsewhere.user.me()).rejects.toMatchObject({ error: 'unauthenticated' })
})

test('account-centre.md: an authenticator app becomes the second step', async () => {
  const { client, server, shown } = await setUp({ isSignedIn: true })
  vi.stubGlobal('ask', async () => {
    const secret = fromBase32(String(shown[1]))
    return totpCode(secret, totpStep(server.clock.now()))
  })
  await runExample('account-centre.md', 'The second step')
  expect(shown.at(-1)).toHaveLength(10)
  expect((await createAccountCentre(client).twoFactor.state()).enabled).toBe(true)
})

test('account-centre.md: apps and history are listed, and everything is exported', async () => {
  const { shown } = await setUp({ isSignedIn: true })
  await runExample('account-centre.md', 'Apps of others')
  expect(shown).toEqual([])
  await runExample('account-centre.md', 'History')
  expect(shown.splice(0)).toEqual([expect.stringMatching(/^account\.\w+$/)])
  await runExample('account-centre.md', 'A copy of everything')
  expect(shown).toEqual([expect.stringMatching(/^\d+ bytes, a ZIP archive$/)])
})

test('admin.md: a person is found and frozen', async () => {
  const { server, shown } = await setUp({ isSignedIn: true })
  const other = createPerson(server.url)
  await signUp(server.url, other)
  const { sub } = await other.client.user.me()
  await runExample('admin.md', 'People')
  expect(shown.splice(0)).toEqual(expect.arrayContaining([sub, '1 sessions, 0 passkeys']))
  vi.stubGlobal('ask', async () => sub)
  await runExample('admin.md', 'People', { index: 1 })
  expect(shown).toEqual(['FROZEN'])
})

test('admin.md: an app is registered, and the audit log is read to its end', async () => {
  const { shown } = await setUp({ isSignedIn: true })
  await runExample('admin.md', 'Apps of others')
  expect(shown.splice(0)).toEqual([expect.any(String), expect.any(String)])
  await runExample('admin.md', 'The audit log')
  expect(shown.slice(-2)).toEqual(['That was all', 1])
})

/** What a page says for a browser, said for Node. */
const IN_NODE = {
  '@awan/client/browser': '@awan/client/node',
  createBrowserRuntime: 'createNodeRuntime',
}

/** The real server, and around the examples everything that they take for granted. */
async function setUp({ isSignedUp = false, isSignedIn = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'awan-docs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const server = await startServer({
    dataDir: folder,
    database: { kind: 'sqlite', path: join(folder, 'awan.sqlite') },
    blobs: { kind: 'disk', path: join(folder, 'blobs') },
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const person = createPerson(server.url, EMAIL)
  if (isSignedUp || isSignedIn) await signUp(server.url, person)
  if (isSignedUp && !isSignedIn) await person.client.signOut()
  // The next code may go out at once.
  server.clock.advance(61_000)

  const shown: unknown[] = []
  const asked: string[] = []
  const given = {
    client: person.client,
    email: EMAIL,
    password: PASSWORD,
    new_password: 'a better battery staple',
    show: (...what: unknown[]) => shown.push(...what),
    async ask(question: string) {
      asked.push(question)
      return readCode(server.url, EMAIL)
    },
  }
  for (const [name, value] of Object.entries(given)) vi.stubGlobal(name, value)
  return { server, client: person.client, folder, shown, asked }
}

async function verify(client: AwanClient, url: string): Promise<string> {
  const { verification_id } = await client.verification.send({ email: EMAIL, usage: 'REGISTER' })
  const verification_code = await readCode(url, EMAIL)
  const verified = await client.verification.verify({ verification_id, verification_code })
  return verified.verification_token
}
