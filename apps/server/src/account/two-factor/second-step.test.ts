import { beginSecondStep, enableTwoFactor, sendVerification, signIn } from '@awan/protocol/account'
import type { ServiceError } from '@awan/protocol/errors'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD } from '../testing.ts'
import { asked, countTries, eventTypes, forgetFailures, signUpWithTotp } from './testing.ts'

const email = 'rahma@example.org'
const DAY_MS = 24 * 3600_000
const otherDevice = { deviceId: 'e'.repeat(32), address: '198.51.100.20' }

onEachDatabase((open) => {
  test('[ACC-32] the right password is answered with two_factor_required, its token and the methods', async () => {
    const app = await createTestAccount(await open())
    const person = await signUpWithTotp(app, email)
    const error = (await failure(person.signIn())) as ServiceError
    expect(error).toMatchObject({ error: 'two_factor_required', code: 4015, status: 400 })
    expect(error.details).toEqual([
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'two_factor_required',
        domain: 'two_factor',
        metadata: { two_factor_token: expect.any(String), methods: 'TOTP RECOVERY' },
      },
    ])
  })

  test('[ACC-32] the same call with the token and a code signs in', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const person = await signUpWithTotp(app, email)
    const { token: two_factor_token } = await person.ask()
    const code = person.nextCode()
    const credentials = await person.signIn({
      two_factor_token,
      two_factor_code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    expect(credentials.sub).toBe(person.credentials.sub)
    expect(credentials.device_trust_token).toBeUndefined()
  })

  test('a wrong password does not reveal whether the account has a second step', async () => {
    const app = await createTestAccount(await open())
    const person = await signUpWithTotp(app, email)
    const { token: two_factor_token } = await person.ask()
    const proof = { two_factor_token, two_factor_code: person.nextCode() }
    const known = await failure(person.signIn({ ...proof, password: 'wrong password' }))
    const unknown = await failure(
      app.call(signIn, {
        body: { ...proof, email: 'nobody@example.org', password: 'wrong password' },
      }),
    )
    expect(known).toMatchObject({ error: 'invalid_account_or_password' })
    expect(JSON.stringify(known)).toBe(JSON.stringify(unknown))
  })

  test('being asked for the second step does not count as a failed sign-in', async () => {
    const app = await createTestAccount(await open())
    const person = await signUpWithTotp(app, email)
    for (let i = 0; i < 8; i++) await person.ask()
  })

  describe('a second-step code', () => {
    test('a second-step code works once', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const two_factor_code = person.nextCode()
      const first = await person.ask()
      await person.signIn({ two_factor_token: first.token, two_factor_code })
      const second = await person.ask()
      expect(
        await failure(person.signIn({ two_factor_token: second.token, two_factor_code })),
      ).toMatchObject({ error: 'invalid_two_factor', code: 4016 })
    })

    test('a second-step code used in parallel is accepted exactly once', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const person = await signUpWithTotp(app, email)
      const tokens = [await person.ask(), await person.ask(), await person.ask()]
      await forgetFailures(db)
      const two_factor_code = person.nextCode()
      const outcomes = await Promise.allSettled(
        tokens.map(({ token }) => person.signIn({ two_factor_token: token, two_factor_code })),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') {
          expect(outcome.reason).toMatchObject({ error: 'invalid_two_factor' })
        }
      }
    })

    test('the code that confirmed the setup does not work again to sign in', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const { token } = await person.ask()
      expect(
        await failure(person.signIn({ two_factor_token: token, two_factor_code: person.code() })),
      ).toMatchObject({ error: 'invalid_two_factor' })
    })

    test("a wrong second-step code is recorded in the owner's events", async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const person = await signUpWithTotp(app, email)
      const { token } = await person.ask()
      await failure(person.signIn({ two_factor_token: token, two_factor_code: person.wrongCode() }))
      expect(await eventTypes(db, person.credentials.sub)).toContain('account.two_factor_failed')
    })
  })

  describe('a second-step token', () => {
    test('a second-step token of another person is refused, and the second step is asked for again', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const stranger = await signUpWithTotp(app, 'stranger@example.org')
      const { token } = await stranger.ask()
      const two_factor_code = person.nextCode()
      expect(
        await failure(person.signIn({ two_factor_token: token, two_factor_code })),
      ).toMatchObject({ error: 'two_factor_required' })
    })

    test('a second-step token of another device or client is refused', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const { token: two_factor_token } = await person.ask()
      const proof = { two_factor_token, two_factor_code: person.nextCode() }
      for (const caller of [otherDevice, { deviceId: undefined }, { clientId: 'awan-cli' }]) {
        expect(await failure(person.signIn(proof, caller))).toMatchObject({
          error: 'two_factor_required',
        })
      }
      await person.signIn(proof)
    })

    test('an altered second-step token, or one older than ten minutes, is refused', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const { token } = await person.ask()
      const changed = `${token.slice(0, -4)}AAAA`
      const two_factor_code = person.nextCode()
      expect(
        await failure(person.signIn({ two_factor_token: changed, two_factor_code })),
      ).toMatchObject({ error: 'two_factor_required' })
      app.clock.advance(10 * 60_000)
      expect(
        await failure(
          person.signIn({ two_factor_token: token, two_factor_code: person.nextCode() }),
        ),
      ).toMatchObject({ error: 'two_factor_required' })
    })

    test('a second-step token opens one session', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const { token: two_factor_token } = await person.ask()
      await person.signIn({ two_factor_token, two_factor_code: person.nextCode() })
      expect(
        await failure(person.signIn({ two_factor_token, two_factor_code: person.nextCode() })),
      ).toMatchObject({ error: 'two_factor_required' })
    })

    test('a second-step token allows five wrong codes, even when they come at once', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const person = await signUpWithTotp(app, email)
      const { token: two_factor_token } = await person.ask()
      const names: string[] = []
      for (let i = 0; i < 2; i++) {
        await forgetFailures(db)
        const burst = Array.from({ length: 3 }, () =>
          failure(person.signIn({ two_factor_token, two_factor_code: person.wrongCode() })),
        )
        names.push(...(await Promise.all(burst)).map((error) => (error as ServiceError).error))
      }
      expect(names.filter((name) => name === 'invalid_two_factor')).toHaveLength(5)
      await forgetFailures(db)
      // Not even the right one works by it any more, and a new token does.
      const again = asked(
        await failure(person.signIn({ two_factor_token, two_factor_code: person.nextCode() })),
      )
      await person.signIn({ two_factor_token: again.token, two_factor_code: person.code() })
    })
  })

  describe('an attacker who knows the password', () => {
    test('unknown devices get twenty second-step guesses a day in total, and the owner can still sign in', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const person = await signUpWithTotp(app, email)
      const { sub } = person.credentials
      await countTries(db, `two-factor:strange:${sub}`, {
        points: 18,
        until: app.clock.now() + DAY_MS,
      })
      const guess = async (round: number) => {
        const caller = { deviceId: `${round}`.repeat(32), address: `198.51.100.${round}` }
        const { token } = await person.ask(caller)
        const body = { two_factor_token: token, two_factor_code: person.wrongCode() }
        return ((await failure(person.signIn(body, caller))) as ServiceError).error
      }
      expect([await guess(1), await guess(2), await guess(3)]).toEqual([
        'invalid_two_factor',
        'invalid_two_factor',
        'resource_exhausted',
      ])
      await forgetFailures(db)
      const strange = await person.ask(otherDevice)
      expect(
        await failure(
          person.signIn(
            { two_factor_token: strange.token, two_factor_code: person.nextCode() },
            otherDevice,
          ),
        ),
      ).toMatchObject({ error: 'resource_exhausted' })

      // The owner's own device is not touched, nor is a recovery code on a new one.
      const { token } = await person.ask()
      await person.signIn({ two_factor_token: token, two_factor_code: person.code() })
      await person.signIn(
        {
          two_factor_token: strange.token,
          two_factor_recovery_code: person.recoveryCodes[0] ?? '',
        },
        otherDevice,
      )
    })

    test('the owner gets one mail at the fifth wrong second-step code', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const person = await signUpWithTotp(app, email)
      const { sub } = person.credentials
      await countTries(db, `two-factor:strange:${sub}`, {
        points: 3,
        until: app.clock.now() + DAY_MS,
      })
      const { token: two_factor_token } = await person.ask(otherDevice)
      const warned: number[] = []
      for (let i = 0; i < 3; i++) {
        const body = { two_factor_token, two_factor_code: person.wrongCode() }
        await failure(person.signIn(body, otherDevice))
        const messages = app.outbox.messages()
        warned.push(messages.filter(({ purpose }) => purpose === 'secondStepFailing').length)
      }
      expect(warned).toEqual([0, 1, 1])
    })
  })

  describe('a recovery code', () => {
    test('[ACC-32] a recovery code signs in once, in any way of typing it, and the owner gets a mail', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const person = await signUpWithTotp(app, email)
      const [code = ''] = person.recoveryCodes
      const typed = ` ${code.replace('-', ' ').toUpperCase().replaceAll('0', 'O')} `
      const first = await person.ask()
      await person.signIn({ two_factor_token: first.token, two_factor_recovery_code: typed })
      expect(await eventTypes(db, person.credentials.sub)).toContain('account.recovery_code_used')
      expect(app.outbox.messages()[0]).toMatchObject({ purpose: 'recoveryCodeUsed', to: email })

      const second = await person.ask()
      expect(
        await failure(
          person.signIn({ two_factor_token: second.token, two_factor_recovery_code: code }),
        ),
      ).toMatchObject({ error: 'invalid_two_factor_recovery', code: 4017 })
    })

    test('a recovery code used in parallel is accepted exactly once', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const person = await signUpWithTotp(app, email)
      const tokens = [await person.ask(), await person.ask(), await person.ask()]
      await forgetFailures(db)
      const two_factor_recovery_code = person.recoveryCodes[3] ?? ''
      const outcomes = await Promise.allSettled(
        tokens.map(({ token }) =>
          person.signIn({ two_factor_token: token, two_factor_recovery_code }),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test('a recovery code of another person is refused', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const stranger = await signUpWithTotp(app, 'stranger@example.org')
      const { token } = await person.ask()
      expect(
        await failure(
          person.signIn({
            two_factor_token: token,
            two_factor_recovery_code: stranger.recoveryCodes[0] ?? '',
          }),
        ),
      ).toMatchObject({ error: 'invalid_two_factor_recovery' })
    })

    test('recovery codes are not stored in plain text', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const person = await signUpWithTotp(app, email)
      const rows = await db.read(async (r) => [
        ...(await r.selectFrom('recovery_codes').selectAll().execute()),
        ...(await r.selectFrom('two_factors').selectAll().execute()),
      ])
      expect(rows).toHaveLength(11)
      const text = JSON.stringify(rows)
      for (const code of person.recoveryCodes) {
        expect(text).not.toContain(code)
        expect(text).not.toContain(code.replace('-', ''))
      }
    })
  })

  describe('a code by mail', () => {
    test('a second-step code by mail is sent for a second-step token, and signs in once', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      await app.call(enableTwoFactor, { ...(await person.sudo()), params: { method: 'EMAIL' } })
      const { token, methods } = await person.ask()
      expect(methods).toEqual(['TOTP', 'EMAIL', 'RECOVERY'])
      app.clock.advance(60_000)
      const begun = await app.call(beginSecondStep, {
        body: { two_factor_token: token, method: 'EMAIL' },
      })
      expect(begun).toMatchObject({ sent_to: 'r***@example.org', expires_in: 540 })
      const { to, code: two_factor_code = '' } = app.outbox.messages()[0] ?? { to: '' }
      expect(to).toBe(email)
      const two_factor_token = begun.two_factor_token
      // The token that came before the code knows nothing of it.
      expect(
        await failure(person.signIn({ two_factor_token: token, two_factor_code })),
      ).toMatchObject({ error: 'invalid_two_factor' })
      await person.signIn({ two_factor_token, two_factor_code })
      const again = await person.ask()
      expect(
        await failure(person.signIn({ two_factor_token: again.token, two_factor_code })),
      ).toMatchObject({ error: 'invalid_two_factor' })
    })

    test("no code is mailed for a forged token, another device's token or a disabled method", async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const { token } = await person.ask()
      app.clock.advance(60_000)
      const sent = app.outbox.messages().length
      const begin = (two_factor_token: string, caller = {}) =>
        failure(app.call(beginSecondStep, { body: { two_factor_token, method: 'EMAIL' }, caller }))
      expect(await begin('made up')).toMatchObject({ error: 'expired_token' })
      expect(await begin(token, otherDevice)).toMatchObject({ error: 'expired_token' })
      expect(await begin(token)).toMatchObject({ error: 'invalid_argument' })
      expect(app.outbox.messages()).toHaveLength(sent)
    })

    test('somebody who knows the password and requests many second-step codes keeps the owner from none on a known device or signed in', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      const { accessToken, sudoToken } = await person.sudo()
      await app.call(enableTwoFactor, { accessToken, sudoToken, params: { method: 'EMAIL' } })
      const begin = async (caller = {}) => {
        const { token: two_factor_token } = await person.ask(caller)
        const body = { two_factor_token, method: 'EMAIL' } as const
        return app.call(beginSecondStep, { body, caller })
      }
      for (let i = 0; i < 10; i++) {
        app.clock.advance(60_000)
        await begin(otherDevice)
      }
      app.clock.advance(60_000)
      expect(await failure(begin(otherDevice))).toMatchObject({ error: 'resource_exhausted' })
      await begin()
      app.clock.advance(60_000)
      await app.call(sendVerification, { body: { target: 'CUR_USER' }, accessToken })
    })

    test('strangers who request many codes keep nobody who knows the password from a second-step code on a new device', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      await app.call(enableTwoFactor, { ...(await person.sudo()), params: { method: 'EMAIL' } })
      for (let i = 0; i < 10; i++) {
        const caller = { address: `198.51.100.${i}`, deviceId: `stranger-${i}` }
        app.clock.advance(60_000)
        await app.call(sendVerification, { body: { email }, caller }).catch(() => undefined)
      }
      const { token } = await person.ask(otherDevice)
      const body = { two_factor_token: token, method: 'EMAIL' } as const
      await app.call(beginSecondStep, { body, caller: otherDevice })
    })

    test('second-step codes by mail are limited to one a minute', async () => {
      const app = await createTestAccount(await open())
      const person = await signUpWithTotp(app, email)
      await app.call(enableTwoFactor, { ...(await person.sudo()), params: { method: 'EMAIL' } })
      const { token } = await person.ask()
      app.clock.advance(60_000)
      const body = { two_factor_token: token, method: 'EMAIL' } as const
      await app.call(beginSecondStep, { body })
      expect(await failure(app.call(beginSecondStep, { body }))).toMatchObject({
        error: 'resource_exhausted',
      })
    })
  })

  test('a code by SMS goes to the phone of the person', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const person = await signUpWithTotp(app, email)
    await db.write((w) => w.updateTable('users').set({ phone_number: '+6281234567890' }).execute())
    await app.call(enableTwoFactor, { ...(await person.sudo()), params: { method: 'SMS' } })
    const { token } = await person.ask()
    const begun = await app.call(beginSecondStep, {
      body: { two_factor_token: token, method: 'SMS' },
    })
    const message = app.outbox.messages()[0]
    expect(message).toMatchObject({ channel: 'sms', to: '+6281234567890' })
    await person.signIn({
      two_factor_token: begun.two_factor_token,
      two_factor_code: message?.code ?? '',
    })
  })

  test('a person without a second step signs in by the password alone', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email)
    const body = { email, password: PASSWORD, two_factor_token: 'x', two_factor_code: '123456' }
    await app.call(signIn, { body })
  })
})
