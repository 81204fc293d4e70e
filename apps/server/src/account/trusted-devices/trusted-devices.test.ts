import {
  disableAllTwoFactors,
  listTrustedDevices,
  resetPassword,
  revokeTrustedDevice,
  revokeTrustedDevices,
  setPassword,
} from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, someCaller, type TestAccount } from '../testing.ts'
import { eventTypes, signUpWithTotp, type TestPerson } from '../two-factor/testing.ts'

const email = 'rahma@example.org'
const otherDevice = {
  deviceId: 'e'.repeat(32),
  deviceName: 'Telepon',
  userAgent:
    'Mozilla/5.0 (Linux; Android 16; SM-S938N) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36',
}
const DAY_MS = 24 * 3600_000

/** Signs in with the second step and has the device trusted. */
async function trust(person: TestPerson, caller = {}): Promise<string> {
  const { token } = await person.ask(caller)
  const credentials = await person.signIn(
    { two_factor_token: token, two_factor_code: person.nextCode(), trust_device: true },
    caller,
  )
  return credentials.device_trust_token ?? ''
}

function list(app: TestAccount, accessToken: string, caller = {}) {
  return app.call(listTrustedDevices, { accessToken, caller })
}

onEachDatabase((open) => {
  test('a trusted device skips the second step for thirty days', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const person = await signUpWithTotp(app, email)
    const device_trust_token = await trust(person)
    expect(await eventTypes(db, person.credentials.sub)).toContain('account.device_trusted')
    app.clock.advance(30 * DAY_MS - 1)
    const credentials = await person.signIn({ device_trust_token })
    // Trust is not renewed by using it.
    expect(credentials.device_trust_token).toBeUndefined()
    app.clock.advance(1)
    expect(await failure(person.signIn({ device_trust_token }))).toMatchObject({
      error: 'two_factor_required',
    })
    await app.account.housekeeping.find(({ name }) => name === 'expired trusted devices')?.run()
    const left = await db.read((r) => r.selectFrom('trusted_devices').selectAll().execute())
    expect(left).toEqual([])
  })

  test('a person has at most a hundred trusted devices: the one that was used least lately makes way', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const person = await signUpWithTotp(app, email)
    const stranger = await signUpWithTotp(app, 'stranger@example.org')
    await trust(person)
    await trust(stranger)
    await db.write(async (w) => {
      const rows = await w.selectFrom('trusted_devices').selectAll().execute()
      const own = rows.find(({ sub }) => sub === person.credentials.sub)
      if (!own) throw new Error('no device is trusted')
      const more = Array.from({ length: 99 }, (_, i) => {
        const last_used_at = own.last_used_at + i + 1
        return { ...own, id: `more${i}`, device_id: `device ${i}`, last_used_at }
      })
      await w.insertInto('trusted_devices').values(more).execute()
    })
    app.clock.advance(60_000)
    await trust(person, otherDevice)
    const { data } = await list(app, person.credentials.access_token, otherDevice)
    expect(data).toHaveLength(100)
    expect(data[0]).toMatchObject({ is_current: true, name: 'Telepon' })
    expect(data.at(-1)?.id).toBe('more0')
    expect((await list(app, stranger.credentials.access_token)).data).toHaveLength(1)
  })

  test('a trust token works for its own person and device only, and the device id alone is not enough', async () => {
    const app = await createTestAccount(await open())
    const person = await signUpWithTotp(app, email)
    const stranger = await signUpWithTotp(app, 'stranger@example.org')
    const device_trust_token = await trust(person)
    const tries = [
      person.signIn({ device_trust_token }, otherDevice),
      person.signIn({ device_trust_token }, { deviceId: undefined }),
      person.signIn({ device_trust_token: someCaller.deviceId ?? '' }),
      person.signIn(),
      stranger.signIn({ device_trust_token }),
    ]
    for (const each of await Promise.all(tries.map(failure))) {
      expect(each).toMatchObject({ error: 'two_factor_required' })
    }
    expect(
      await failure(person.signIn({ device_trust_token, password: 'wrong password' })),
    ).toMatchObject({ error: 'invalid_account_or_password' })
  })

  test('a device without an id or without a passed second step is not trusted', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const person = await signUpWithTotp(app, email)
    const nameless = { deviceId: undefined }
    expect(await trust(person, nameless)).toBe('')
    await failure(person.signIn({ trust_device: true }))
    await app.call(disableAllTwoFactors, await person.sudo())
    const credentials = await person.signIn({ trust_device: true })
    expect(credentials.device_trust_token).toBeUndefined()
    const rows = await db.read((r) => r.selectFrom('trusted_devices').selectAll().execute())
    expect(rows).toEqual([])
  })

  test('the trust token is stored as a hash', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const token = await trust(await signUpWithTotp(app, email))
    const rows = await db.read((r) => r.selectFrom('trusted_devices').selectAll().execute())
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test("the owner lists and revokes trusted devices; another person's are not found", async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const person = await signUpWithTotp(app, email)
    const stranger = await signUpWithTotp(app, 'stranger@example.org')
    const accessToken = person.credentials.access_token
    const here = await trust(person)
    const there = await trust(person, otherDevice)
    const { data } = await list(app, accessToken)
    expect(data).toMatchObject([
      { name: 'Telepon', browser: 'Chrome', os: 'Android', is_current: false },
      { name: 'PC-Chrome', browser: 'Chrome', is_current: true },
    ])
    const id = data[0]?.id ?? ''
    expect(
      await failure(
        app.call(revokeTrustedDevice, {
          accessToken: stranger.credentials.access_token,
          params: { id },
        }),
      ),
    ).toMatchObject({ error: 'not_found' })
    await app.call(revokeTrustedDevice, { accessToken, params: { id } })
    expect(await failure(person.signIn({ device_trust_token: there }, otherDevice))).toMatchObject({
      error: 'two_factor_required',
    })
    await person.signIn({ device_trust_token: here })
    expect(await eventTypes(db, person.credentials.sub)).toContain('account.device_trust_revoked')
    await app.call(revokeTrustedDevices, { accessToken })
    expect((await list(app, accessToken)).data).toEqual([])
  })

  test('trusting a device again replaces its entry and its token', async () => {
    const app = await createTestAccount(await open())
    const person = await signUpWithTotp(app, email)
    const before = await trust(person)
    await trust(person)
    expect((await list(app, person.credentials.access_token)).data).toHaveLength(1)
    expect(await failure(person.signIn({ device_trust_token: before }))).toMatchObject({
      error: 'two_factor_required',
    })
  })

  describe('all device trust ends', () => {
    const password = 'nine dry raincoats'

    test('device trust ends when the password is changed', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const device_trust_token = await trust(person)
      await app.call(setPassword, { ...(await person.sudo()), body: { new_password: password } })
      expect(await failure(person.signIn({ password, device_trust_token }))).toMatchObject({
        error: 'two_factor_required',
      })
    })

    test('device trust ends when the password is reset, and the second step is still required', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const device_trust_token = await trust(person)
      app.clock.advance(60_000)
      const verification_token = await app.verify(email, 'PASSWORD_RESET')
      await app.call(resetPassword, {
        body: { email, verification_token, new_password: password },
      })
      expect(await failure(person.signIn({ password, device_trust_token }))).toMatchObject({
        error: 'two_factor_required',
      })
    })

    test('device trust ends when the second step is turned off', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      await trust(person)
      await app.call(disableAllTwoFactors, await person.sudo())
      expect((await list(app, person.credentials.access_token)).data).toEqual([])
    })
  })
})
