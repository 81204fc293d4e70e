import { createPkce } from '@awan/client'
import { createAccountCentre } from '@awan/client/account-centre'
import { createAdmin } from '@awan/client/admin'
import { createDriveClient } from '@awan/client/drive'
import { createLinks } from '@awan/client/links'
import { locales } from '@awan/protocol'
import { expect, test } from 'vitest'
import { onEachBackend } from '../testing/backends.ts'
import { createSignedUpPerson, PASSWORD, type Person } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'
import { openClient } from './testing/open-client.ts'
import { REDIRECT_URI, registerApp } from './testing/register-app.ts'

const SCOPE = 'openid offline drive.read'

onEachBackend((prepare) => {
  /** A person with one file, and an app that they let read it. */
  async function meet() {
    const server = await startServer(await prepare())
    const administrator = await createSignedUpPerson(server.url)
    const registered = await registerApp(administrator, { scope: SCOPE })
    const person = await createSignedUpPerson(server.url)
    const source = new Blob(['Dear Ana'])
    const file = await person.drive.uploads.upload(source, { name: 'Letter.txt' })
    const app = openClient(server.url, registered)
    await agree(person, app)
    return { server, administrator, person, app, file, drive: createDriveClient(app) }
  }

  test('an app with drive.read lists and downloads, and changes nothing', async () => {
    const { server, person, file, drive } = await meet()
    await using _ = server
    expect((await drive.files.list()).files).toMatchObject([{ id: file.id, name: 'Letter.txt' }])
    expect(await (await drive.files.download(file.id)).text()).toBe('Dear Ana')
    expect((await drive.files.get(file.id)).name).toBe('Letter.txt')
    const { cursor } = await drive.changes.list()
    expect(cursor).toEqual(expect.any(String))

    const refused = [
      drive.uploads.upload(new Blob(['no']), { name: 'No.txt' }),
      drive.files.createFolder({ name: 'No' }),
      drive.files.update(file.id, { name: 'No.txt' }),
      drive.files.update(file.id, { starred: true }),
      drive.files.star([file.id], true),
      drive.files.trash([file.id]),
      drive.files.emptyTrash(),
    ]
    for (const call of await Promise.allSettled(refused)) {
      expect(call).toMatchObject({ reason: { error: 'permission_denied' } })
    }
    expect((await person.drive.files.list()).files).toEqual([file])
  })

  test('an app with drive.read is told no address of a link, by which it could change files', async () => {
    const { server, person, app } = await meet()
    await using _ = server
    const folder = await person.drive.files.createFolder({ name: 'Shared' })
    const [own, seen] = [createLinks(person.client), createLinks(app)]
    await own.create(folder.id, { role: 'editor' })
    for (const call of await Promise.allSettled([seen.list(folder.id), seen.mine()])) {
      expect(call).toMatchObject({ reason: { error: 'permission_denied' } })
    }
    expect((await own.mine()).links).toHaveLength(1)
  })

  test('the consent screen describes drive.read in six languages, and discovery lists it', async () => {
    const { server, person, app } = await meet()
    await using _ = server
    const asked = { client_id: app.clientId, redirect_uri: REDIRECT_URI, scope: SCOPE }
    const names = new Set<string>()
    for (const locale of locales) {
      const { scopes } = await person.client.authorization.info({ ...asked, locale })
      expect(scopes.map(({ id }) => id)).toEqual(['openid', 'offline', 'drive.read'])
      names.add(`${scopes[2]?.name}: ${scopes[2]?.description}`)
    }
    expect(names.size).toBe(6)
    const wider = { ...asked, scope: 'openid drive' }
    await expect(person.client.authorization.info(wider)).rejects.toMatchObject({
      error: 'invalid_scope',
    })
    const discovery = await fetch(`${server.url}/.well-known/openid-configuration`)
    expect(await discovery.json()).toMatchObject({
      scopes_supported: expect.arrayContaining(['drive.read']),
    })
  })

  type Met = Awaited<ReturnType<typeof meet>>
  const endings: [string, (met: Met) => Promise<unknown>][] = [
    [
      'the person takes the access back',
      ({ person, app }) => createAccountCentre(person.client).authorizedApps.revoke(app.clientId),
    ],
    [
      'the person signs out everywhere else',
      ({ person }) => createAccountCentre(person.client).sessions.endOthers(),
    ],
    ['the app signs out', ({ app }) => app.signOut()],
    [
      'an administrator disables the app',
      async ({ administrator: { client }, app }) => {
        const { sudo_token } = await client.user.sudo({ password: PASSWORD })
        await createAdmin(client).apps.change(app.clientId, { is_enabled: false, sudo_token })
      },
    ],
    [
      'an administrator freezes the person',
      async ({ administrator: { client }, person }) => {
        const { sudo_token } = await client.user.sudo({ password: PASSWORD })
        const { sub } = await person.client.user.me()
        const frozen = { status: 'FROZEN', reason: 'stolen', sudo_token } as const
        await createAdmin(client).users.setStatus(sub, frozen)
      },
    ],
  ]
  test.each(endings)('a content link made by an app ends when %s', async (_name, end) => {
    const met = await meet()
    await using server = met.server
    const { url } = await met.drive.files.link(met.file.id)
    const follow = () => fetch(new URL(url, server.url))
    expect(await (await follow()).text()).toBe('Dear Ana')
    await end(met)
    // Nothing moves the clock: the link is checked each time that it is used.
    expect((await follow()).status).toBe(404)
    await expect(met.drive.files.list()).rejects.toMatchObject({ error: 'unauthenticated' })
  })
})

async function agree({ client }: Person, app: ReturnType<typeof openClient>): Promise<void> {
  const { code_verifier, ...challenge } = await createPkce(app.runtime)
  const { code = '' } = await client.authorization.grant({
    client_id: app.clientId,
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    ...challenge,
  })
  const granted = await app.signIn.withAuthorizationCode({
    code,
    code_verifier,
    redirect_uri: REDIRECT_URI,
  })
  expect(granted.scope).toBe(SCOPE)
}
