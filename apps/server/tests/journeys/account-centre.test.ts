import { createPkce } from '@awan/client'
import { createAccountCentre } from '@awan/client/account-centre'
import { expect, test } from 'vitest'
import { createTestAuthenticator } from '../../src/account/passkeys/testing.ts'
import { totpCode, totpStep } from '../../src/account/two-factor/totp.ts'
import { readZip } from '../../src/kernel/zip/testing.ts'
import { onEachBackend } from '../testing/backends.ts'
import { fromBase32 } from '../testing/base32.ts'
import { createPerson, createSignedUpPerson, PASSWORD, type Person } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'
import { openClient } from './testing/open-client.ts'
import { REDIRECT_URI, registerApp } from './testing/register-app.ts'

const signedOut = { error: 'unauthenticated' }

async function signInElsewhere(url: string, { email }: Person): Promise<Person> {
  const elsewhere = createPerson(url, email)
  await elsewhere.client.signIn.withPassword({ username: email, password: PASSWORD })
  return elsewhere
}

onEachBackend((prepare) => {
  test('a person signs a forgotten device out, then all others, then this one', async () => {
    await using server = await startServer(await prepare())
    const here = await createSignedUpPerson(server.url)
    const { sessions, history } = createAccountCentre(here.client)
    const forgotten = await signInElsewhere(server.url, here)
    const { total, data } = await sessions.list()
    expect(total).toBe(2)
    const { sub } = await here.client.user.me()
    expect(await sessions.access()).toMatchObject({
      sub,
      client_id: 'awan-cli',
      scope: 'user profile offline drive',
    })
    await sessions.end(data.find(({ is_current }) => !is_current)?.id ?? '')
    await expect(forgotten.client.user.me()).rejects.toMatchObject(signedOut)

    const others = [
      await signInElsewhere(server.url, here),
      await signInElsewhere(server.url, here),
    ]
    server.clock.advance(1)
    expect(await sessions.endOthers()).toEqual({ ended: 2 })
    for (const { client } of others) {
      await expect(client.user.me()).rejects.toMatchObject(signedOut)
    }
    const first = await history({ page_size: 1 })
    expect(first.data).toMatchObject([{ type: 'account.sessions_ended' }])
    const second = await history({ page_size: 1, page_token: first.next_page_token })
    expect(second.data[0]?.id).not.toBe(first.data[0]?.id)

    const token = await here.client.session.accessToken()
    const ended = await sessions.endThis({ redirect_uri: 'http://localhost/bye', state: 's1' })
    expect(ended).toEqual({ redirect_uri: 'http://localhost/bye?state=s1' })
    expect(here.client.session.state()).toEqual({ status: 'signed-out' })
    expect(await here.client.session.introspect({ token })).toEqual({})
  })

  test('a person turns the second step on with an authenticator app, renews the recovery codes, and turns it off', async () => {
    await using server = await startServer(await prepare())
    const { client } = await createSignedUpPerson(server.url)
    const { twoFactor } = createAccountCentre(client)
    expect(await twoFactor.state()).toMatchObject({ enabled: false, recovery_codes_left: 0 })
    const { sudo_token } = await client.user.sudo({ password: PASSWORD })
    const { secret, setup_token } = await twoFactor.startTotp({ sudo_token })
    const confirm = (code: string) => twoFactor.confirmTotp({ setup_token, code, sudo_token })
    await expect(confirm('000')).rejects.toMatchObject({ error: 'invalid_two_factor' })
    const { recovery_codes = [] } = await confirm(
      totpCode(fromBase32(secret), totpStep(server.clock.now())),
    )
    expect(recovery_codes).toHaveLength(10)
    expect(await twoFactor.state()).toMatchObject({ enabled: true, recovery_codes_left: 10 })
    const renewed = await twoFactor.renewRecoveryCodes({ sudo_token })
    expect(renewed.recovery_codes).not.toEqual(recovery_codes)

    await twoFactor.enable({ method: 'EMAIL', sudo_token })
    await twoFactor.disable({ method: 'TOTP', sudo_token })
    const { enabled, methods } = await twoFactor.state()
    expect(enabled).toBe(true)
    expect(methods.filter((each) => each.enabled).map(({ method }) => method)).toEqual(['EMAIL'])
    await twoFactor.disableAll({ sudo_token })
    expect(await twoFactor.state()).toMatchObject({ enabled: false, recovery_codes_left: 0 })
  })

  test('a passkey gives a sudo token for sensitive changes', async () => {
    await using server = await startServer(await prepare(), { publicUrl: 'https://drive.example' })
    const { client } = await createSignedUpPerson(server.url)
    const { passkeys, sudoProofs } = createAccountCentre(client)
    const first = await client.user.sudo({ password: PASSWORD })
    const authenticator = createTestAuthenticator()
    const credential = authenticator.create(await passkeys.creationOptions(first))
    const { id } = await passkeys.add({ credential, sudo_token: first.sudo_token })
    const used = authenticator.use(await sudoProofs.passkeyOptions())
    const { sudo_token } = await client.user.sudo({ credential: used })
    await passkeys.remove(id, { sudo_token })
    expect((await passkeys.list()).total).toBe(0)
  })

  test('a person revokes the access of an app', async () => {
    await using server = await startServer(await prepare())
    const { url } = server
    const registered = await registerApp(await createSignedUpPerson(url))
    const app = openClient(url, registered)
    const { client } = await createSignedUpPerson(url)
    const { authorizedApps } = createAccountCentre(client)
    expect((await authorizedApps.list()).total).toBe(0)
    const { code_verifier, ...challenge } = await createPkce(app.runtime)
    const { code = '' } = await client.authorization.grant({
      client_id: registered.clientId,
      redirect_uri: REDIRECT_URI,
      scope: 'openid offline',
      ...challenge,
    })
    await app.signIn.withAuthorizationCode({ code, code_verifier, redirect_uri: REDIRECT_URI })
    const { data } = await authorizedApps.list()
    expect(data).toMatchObject([{ client: { name: 'Notes' }, scope: 'openid offline' }])
    await authorizedApps.revoke(registered.clientId)
    expect((await authorizedApps.list()).total).toBe(0)
    await expect(app.session.refresh()).rejects.toMatchObject({ error: 'unauthenticated' })
    await expect(authorizedApps.revoke(registered.clientId)).rejects.toMatchObject({
      error: 'not_found',
    })
  })

  test('a person exports everything of their account', async () => {
    await using server = await startServer(await prepare())
    const { client, drive, email } = await createSignedUpPerson(server.url)
    await drive.uploads.upload(new Blob(['ridge']), { name: 'walk.txt' })
    const { exports } = createAccountCentre(client)
    const { sudo_token } = await client.user.sudo({ password: PASSWORD })
    const { task_id } = await exports.start({ sudo_token })
    expect(await exports.get(task_id)).toMatchObject({ phase: 'COMPLETE', progress: 100 })
    const archive = await exports.download(task_id)
    const files = readZip(Buffer.from(await archive.arrayBuffer()))
    const textOf = (path: string) => files.find(({ name }) => name === path)?.bytes.toString()
    expect(textOf('files/walk.txt')).toBe('ridge')
    expect(JSON.parse(textOf('account/profile.json') ?? '')).toMatchObject({ email })

    const other = createAccountCentre((await createSignedUpPerson(server.url)).client)
    await expect(other.exports.get(task_id)).rejects.toMatchObject({ error: 'not_found' })
    await expect(other.exports.download(task_id)).rejects.toMatchObject({ error: 'not_found' })
  })

  test('a person inspects a waiting device by its code, and hands their session to another app of ours', async () => {
    await using server = await startServer(await prepare())
    const { client } = await createSignedUpPerson(server.url)
    const centre = createAccountCentre(client)
    const television = openClient(server.url, { clientId: 'awan-desktop' })
    const { user_code } = await television.device.start({ scope: 'user', meta: { name: 'TV' } })
    const waiting = await centre.inspectDevice({ user_code })
    expect(waiting).toMatchObject({
      client: { id: 'awan-desktop' },
      meta: { name: 'TV' },
      requested_from: { address: '127.0.0.1' },
    })
    await expect(centre.inspectDevice({ user_code: 'XXXX-XXXX' })).rejects.toMatchObject({
      error: 'not_found',
    })

    const { signin_token } = await centre.createSignInToken({ for_client_id: 'awan-web' })
    const page = openClient(server.url, { clientId: 'awan-web' })
    await page.signIn.withToken({ signin_token })
    expect((await page.user.me()).sub).toBe((await client.user.me()).sub)
  })
})
