import { randomBytes } from 'node:crypto'
import { type AwanClient, readTwoFactor, type TwoFactorStep } from '@awan/client'
import { createAccountCentre } from '@awan/client/account-centre'
import { createWaysIn, readRestore } from '@awan/client/ways-in'
import { headers } from '@awan/protocol'
import type { signIn } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { PICTURE_ALPHABET } from '../../src/account/captcha/glyphs.ts'
import { createTestAuthenticator } from '../../src/account/passkeys/testing.ts'
import { type Random, systemRandom } from '../../src/kernel/id.ts'
import { onEachBackend } from '../testing/backends.ts'
import { createPerson, createSignedUpPerson, PASSWORD, readCode } from '../testing/person.ts'
import { startServer } from '../testing/server.ts'

onEachBackend((prepare) => {
  test('a passkey added on one device signs in on another, once per challenge', async () => {
    await using server = await startServer(await prepare(), { publicUrl: 'https://drive.example' })
    const here = await createSignedUpPerson(server.url)
    const { passkeys } = createAccountCentre(here.client)
    const { sudo_token } = await here.client.user.sudo({ password: PASSWORD })
    const authenticator = createTestAuthenticator()
    const credential = authenticator.create(await passkeys.creationOptions({ sudo_token }))
    const added = await passkeys.add({ credential, name: 'Kunci', sudo_token })
    expect((await passkeys.rename(added.id, { name: 'Laptop' })).name).toBe('Laptop')
    expect(await passkeys.list()).toMatchObject({ total: 1, data: [{ name: 'Laptop' }] })

    const { client } = createPerson(server.url)
    const { passkey } = createWaysIn(client)
    const used = authenticator.use(await passkey.options())
    const { sub } = await passkey.signIn({ credential: used })
    expect(client.session.state()).toMatchObject({ status: 'signed-in', sub })
    expect((await client.user.me()).sub).toBe((await here.client.user.me()).sub)
    await client.session.refresh()
    const again = passkey.signIn({ credential: used })
    await expect(again).rejects.toMatchObject({ error: 'expired_token' })
    expect(client.session.state().status).toBe('signed-in')

    await passkeys.remove(added.id, { sudo_token })
    const gone = authenticator.use(await passkey.options())
    await expect(passkey.signIn({ credential: gone })).rejects.toMatchObject({
      error: 'access_denied',
    })
  })

  test('restoring an account that waits for its deletion signs its owner in', async () => {
    await using server = await startServer(await prepare())
    await createSignedUpPerson(server.url)
    const { client, drive, email } = await createSignedUpPerson(server.url)
    await drive.files.createFolder({ name: 'Trips' })
    const { sudo_token } = await client.user.sudo({ password: PASSWORD })
    await client.user.remove({ sudo_token })
    await client.signOut()

    const typed = { username: email, password: PASSWORD }
    const frozen = await client.signIn.withPassword(typed).catch((error: unknown) => error)
    const restore_token = readRestore(frozen)?.token ?? ''
    await createWaysIn(client).restore({ restore_token })
    expect(client.session.state().status).toBe('signed-in')
    expect((await drive.files.list({})).files).toMatchObject([{ name: 'Trips' }])
    expect(server.log()).not.toContain(restore_token)
  })

  test('a device trusted at a second step by mail skips that step until it is forgotten', async () => {
    await using server = await startServer(await prepare())
    const { client, email } = await createSignedUpPerson(server.url)
    const { twoFactor, trustedDevices } = createAccountCentre(client)
    const { sudo_token } = await client.user.sudo({ password: PASSWORD })
    const { recovery_codes } = await twoFactor.enable({ method: 'EMAIL', sudo_token })
    expect(recovery_codes).toHaveLength(10)
    await client.signOut()

    server.clock.advance(60_000)
    const typed = { username: email, password: PASSWORD }
    const step = await askedBy(client.signIn.withPassword(typed))
    expect(step.methods).toContain('EMAIL')
    const { beginSecondStep } = createWaysIn(client)
    const begun = await beginSecondStep({ two_factor_token: step.token, method: 'EMAIL' })
    expect(begun.sent_to).toMatch(/\*.*@example\.org$/)
    const { device_trust_token = '' } = await client.signIn.withPassword({
      ...typed,
      two_factor_token: begun.two_factor_token,
      two_factor_code: await readCode(server.url, email),
      trust_device: true,
    })
    await client.signOut()
    await client.signIn.withPassword({ ...typed, device_trust_token })
    const { data } = await trustedDevices.list()
    expect(data).toMatchObject([{ is_current: true }])

    await trustedDevices.forget(data[0]?.id ?? '')
    expect(await trustedDevices.list()).toEqual({ data: [] })
    await trustedDevices.forgetAll()
    await client.signOut()
    await askedBy(client.signIn.withPassword({ ...typed, device_trust_token }))
  })

  test('the files of an anonymous account are merged into an existing account, once', async () => {
    await using server = await startServer(await prepare())
    const { email, drive: own } = await createSignedUpPerson(server.url)
    await own.files.createFolder({ name: 'Trips' })
    const { client, drive } = createPerson(server.url)
    const { access_token: anonymous_token } = await client.signUp.anonymously()
    await drive.uploads.upload(new Blob([randomBytes(100)]), { name: 'notes.txt' })
    await client.signIn.withPassword({ username: email, password: PASSWORD })
    const { mergeAnonymous } = createWaysIn(client)
    await mergeAnonymous({ anonymous_token, folder_name: 'Dari ponsel' })
    const [folder] = (await drive.files.list({})).files
    expect(folder).toMatchObject({ kind: 'folder', name: 'Dari ponsel' })
    const { files } = await drive.files.list({ parent_id: folder?.id })
    expect(files).toMatchObject([{ name: 'notes.txt' }])
    await expect(mergeAnonymous({ anonymous_token })).rejects.toMatchObject({
      error: 'expired_token',
    })
  })

  test('a picture captcha solved by a person allows the call that required it', async () => {
    const drawn: number[] = []
    const random: Random = {
      bytes: systemRandom.bytes,
      integer(limit) {
        const value = systemRandom.integer(limit)
        if (limit === PICTURE_ALPHABET.length) drawn.push(value)
        return value
      },
    }
    await using server = await startServer(await prepare(), {}, { random })
    const { email } = await createSignedUpPerson(server.url)
    const { client } = createPerson(server.url)
    const wrong = { email, password: 'not the right one' }
    for (let tries = 0; tries < 4; tries++) await failureOf(signInBare(client, wrong))
    const right = { email, password: PASSWORD }
    expect(await failureOf(signInBare(client, right))).toBe('captcha_required')

    const { captcha } = createWaysIn(client)
    const asked = { action: 'POST:/v1/auth/signin', meta: { email } }
    const start = async () => {
      drawn.length = 0
      const { data, token } = await captcha.start(asked)
      expect(data).toMatch(/^data:image\/png;base64,/)
      return { token, key: drawn.map((index) => PICTURE_ALPHABET[index]).join('') }
    }
    const { token } = await start()
    expect(await failureOf(captcha.check({ token, key: 'no' }))).toBe('captcha_invalid')
    const { captcha_token } = await captcha.check(await start())
    await signInBare(client, right, { [headers.captchaToken]: captcha_token })
  })
})

/** The bare call, which solves no captcha by itself. */
function signInBare(
  client: AwanClient,
  body: { email: string; password: string },
  sent: Record<string, string> = {},
) {
  return client.request<typeof signIn>('POST', '/v1/auth/signin', { body, headers: sent })
}

async function askedBy(call: Promise<unknown>): Promise<TwoFactorStep> {
  const step = readTwoFactor(await call.catch((error: unknown) => error))
  return step ?? expect.unreachable('no second step was asked for')
}

async function failureOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => expect.unreachable('it did not fail'),
    ({ error }) => error,
  )
}
