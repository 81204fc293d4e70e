import {
  beginSecondStep,
  confirmTotp,
  disableAllTwoFactors,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTotp,
} from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { sampleRows } from '../../db/testing-rows.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { createOutbox } from '../../notify/outbox.ts'
import { createTestAccount, failure, type TestAccount } from '../testing.ts'
import { eventTypes, signUpWithTotp, type TestPerson } from './testing.ts'

const email = 'rahma@example.org'

function overview(app: TestAccount, { credentials }: TestPerson) {
  return app.call(getTwoFactor, { accessToken: credentials.access_token })
}

function mails(app: TestAccount): string[] {
  return app.outbox.messages().map(({ purpose }) => purpose)
}

onEachDatabase((open) => {
  test('starting TOTP shows a secret, its URI and its QR code, and changes nothing before a code confirms it', async () => {
    const app = await createTestAccount(await open())
    const person = await signUpWithTotp(app, email)
    const proof = await person.sudo()
    await app.call(disableAllTwoFactors, proof)
    const started = await app.call(startTotp, proof)
    expect(started.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(started.uri).toBe(
      `otpauth://totp/Awan%20(drive.example):rahma%40example.org?secret=${started.secret}&issuer=Awan%20%28drive.example%29&algorithm=SHA1&digits=6&period=30`,
    )
    expect(started.qr_svg).toMatch(/^<svg .*<\/svg>$/s)
    expect(started.qr_svg).not.toContain('<script')
    expect(await overview(app, person)).toMatchObject({ enabled: false })
    await person.signIn()
  })

  test('turning on the second step mails the owner, gives ten recovery codes and ends no session', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const person = await signUpWithTotp(app, email)
    expect(new Set(person.recoveryCodes).size).toBe(10)
    for (const code of person.recoveryCodes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/)
    expect(mails(app)[0]).toBe('twoFactorEnabled')
    expect(await eventTypes(db, person.credentials.sub)).toContain('account.two_factor_enabled')
    const shown = await overview(app, person)
    expect(shown).toEqual({
      enabled: true,
      required: false,
      methods: [
        { method: 'TOTP', enabled: true, available: true, enabled_at: '2026-01-01T00:00:00.000Z' },
        { method: 'SMS', enabled: false, available: false },
        { method: 'EMAIL', enabled: false, available: true, contact: 'r***@example.org' },
        { method: 'PASSKEY', enabled: false, available: false },
      ],
      recovery_codes_left: 10,
    })
  })

  test('a new TOTP setup does not replace the old one without its own code', async () => {
    const app = await createTestAccount(await open())
    const person = await signUpWithTotp(app, email)
    const proof = await person.sudo()
    const { setup_token } = await app.call(startTotp, proof)
    expect(
      await failure(
        app.call(confirmTotp, { ...proof, body: { setup_token, code: person.nextCode() } }),
      ),
    ).toMatchObject({ error: 'invalid_two_factor' })
    const { token } = await person.ask()
    await person.signIn({ two_factor_token: token, two_factor_code: person.code() })
  })

  test('a TOTP setup token of another person, or an expired one, is refused', async () => {
    const app = await createTestAccount(await open())
    const person = await signUpWithTotp(app, email)
    const stranger = await signUpWithTotp(app, 'stranger@example.org')
    const { setup_token } = await app.call(startTotp, await stranger.sudo())
    const confirm = async (token: string) =>
      failure(
        app.call(confirmTotp, {
          ...(await person.sudo()),
          body: { setup_token: token, code: '123456' },
        }),
      )
    expect(await confirm(setup_token)).toMatchObject({ error: 'expired_token' })
    const own = await app.call(startTotp, await person.sudo())
    app.clock.advance(15 * 60_000)
    expect(await confirm(own.setup_token)).toMatchObject({ error: 'expired_token' })
  })

  test.each([startTotp, disableAllTwoFactors, renewRecoveryCodes] as const)(
    '[ACC-42] changing the second step needs a sudo token: $method $path',
    async (endpoint) => {
      const app = await createTestAccount(await open())
      const { access_token: accessToken } = await app.signUp(email)
      expect(await failure(app.call(endpoint, { accessToken }))).toMatchObject({
        error: 'permission_denied',
      })
    },
  )

  test('[ACC-42] turning a second-step method on or off needs a sudo token', async () => {
    const app = await createTestAccount(await open())
    const { access_token: accessToken } = await app.signUp(email)
    const params = { method: 'EMAIL' } as const
    for (const endpoint of [enableTwoFactor, disableTwoFactor] as const) {
      expect(await failure(app.call(endpoint, { accessToken, params }))).toMatchObject({
        error: 'permission_denied',
      })
    }
    const body = { setup_token: 'x', code: '123456' }
    expect(await failure(app.call(confirmTotp, { accessToken, body }))).toMatchObject({
      error: 'permission_denied',
    })
  })

  describe('a further second-step method', () => {
    test('a further method gives no new recovery codes, and can be turned off', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const person = await signUpWithTotp(app, email)
      const proof = await person.sudo()
      const params = { method: 'EMAIL' } as const
      expect(await app.call(enableTwoFactor, { ...proof, params })).toEqual({})
      expect(mails(app)[0]).toBe('twoFactorChanged')
      expect((await person.ask()).methods).toEqual(['TOTP', 'EMAIL', 'RECOVERY'])
      await app.call(disableTwoFactor, { ...proof, params })
      expect((await person.ask()).methods).toEqual(['TOTP', 'RECOVERY'])
      expect(await failure(app.call(disableTwoFactor, { ...proof, params }))).toMatchObject({
        error: 'not_found',
      })
      expect(await eventTypes(db, person.credentials.sub)).toContain('account.two_factor_disabled')
    })

    test.each(['SMS', 'PASSKEY'] as const)(
      '%s cannot be turned on without a phone number or a passkey',
      async (method) => {
        const app = await createTestAccount(await open())
        const person = await signUpWithTotp(app, email)
        expect(
          await failure(
            app.call(enableTwoFactor, { ...(await person.sudo()), params: { method } }),
          ),
        ).toMatchObject({ error: 'failed_precondition' })
      },
    )

    test('a method whose messages cannot be sent does not turn the second step off', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const person = await signUpWithTotp(app, email)
      const proof = await person.sudo()
      await app.call(enableTwoFactor, { ...proof, params: { method: 'EMAIL' } })
      await app.call(disableTwoFactor, { ...proof, params: { method: 'TOTP' } })
      const clock = new ManualClock(app.clock.now())
      const silent = { ...createOutbox({ clock, print: () => undefined }), channels: [] }
      const later = await createTestAccount(db, { clock, notifier: silent })
      const error = await failure(later.signIn(email))
      expect(error).toMatchObject({
        error: 'two_factor_required',
        details: [{ metadata: { methods: 'RECOVERY' } }],
      })
    })
  })

  test('a passkey alone can be the second step, until the last one is removed', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const person = await signUpWithTotp(app, email)
    await db.write((w) =>
      w
        .insertInto('passkeys')
        .values({ ...sampleRows.passkeys, sub: person.credentials.sub })
        .execute(),
    )
    expect((await person.ask()).methods).toEqual(['TOTP', 'PASSKEY', 'RECOVERY'])
    const proof = await person.sudo()
    await app.call(enableTwoFactor, { ...proof, params: { method: 'PASSKEY' } })
    await app.call(disableTwoFactor, { ...proof, params: { method: 'TOTP' } })
    const { token: two_factor_token, methods } = await person.ask()
    expect(methods).toEqual(['PASSKEY', 'RECOVERY'])
    const begun = await app.call(beginSecondStep, { body: { two_factor_token, method: 'PASSKEY' } })
    expect(begun.options).toMatchObject({ challenge: expect.any(String) })
    const nonsense = { two_factor_token, two_factor_code: '{"id":1}' }
    expect(await failure(person.signIn(nonsense))).toMatchObject({ error: 'invalid_two_factor' })
    await db.write((w) => w.deleteFrom('passkeys').execute())
    expect(await overview(app, person)).toMatchObject({ enabled: false })
    await person.signIn()
  })

  test('turning off the last method deletes the recovery codes and mails the owner', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const person = await signUpWithTotp(app, email)
    await app.call(disableTwoFactor, { ...(await person.sudo()), params: { method: 'TOTP' } })
    expect(mails(app)[0]).toBe('twoFactorDisabled')
    expect(await overview(app, person)).toMatchObject({ enabled: false, recovery_codes_left: 0 })
    await person.signIn()
  })

  test('methods that are turned on at the same moment give one set of recovery codes', async () => {
    const app = await createTestAccount(await open())
    const person = await signUpWithTotp(app, email)
    const proof = await person.sudo()
    await app.call(disableAllTwoFactors, proof)
    const params = { method: 'EMAIL' } as const
    const given = await Promise.all(
      Array.from({ length: 3 }, () => app.call(enableTwoFactor, { ...proof, params })),
    )
    expect(given.filter(({ recovery_codes }) => recovery_codes !== undefined)).toHaveLength(1)
    expect(await overview(app, person)).toMatchObject({ recovery_codes_left: 10 })
  })

  describe('recovery codes', () => {
    test('new recovery codes replace the old ones', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const { recovery_codes } = await app.call(renewRecoveryCodes, await person.sudo())
      expect(recovery_codes).toHaveLength(10)
      const { token: two_factor_token } = await person.ask()
      expect(
        await failure(
          person.signIn({
            two_factor_token,
            two_factor_recovery_code: person.recoveryCodes[0] ?? '',
          }),
        ),
      ).toMatchObject({ error: 'invalid_two_factor_recovery' })
      await person.signIn({
        two_factor_token,
        two_factor_recovery_code: recovery_codes[0] ?? '',
      })
      expect(await overview(app, person)).toMatchObject({ recovery_codes_left: 9 })
    })

    test('recovery codes need a second step', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const proof = await person.sudo()
      await app.call(disableAllTwoFactors, proof)
      expect(await failure(app.call(renewRecoveryCodes, proof))).toMatchObject({
        error: 'failed_precondition',
      })
    })
  })
})
