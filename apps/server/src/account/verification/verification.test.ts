import { checkVerification, sendVerification, signUp } from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import { type Message, type Notifier, RefusedMessage } from '../../notify/notifier.ts'
import { createTestAccount, failure, PASSWORD, someCaller, type TestAccount } from '../testing.ts'

const email = 'rahma@example.org'

async function ask({ call, outbox }: TestAccount, target: 'ANY' | 'USER' | 'NOT_USER', to = email) {
  const answer = await call(sendVerification, { body: { email: to, target, usage: 'REGISTER' } })
  return { answer, message: outbox.messages()[0] }
}

function check({ call }: TestAccount, verification_id: string, verification_code: string) {
  return call(checkVerification, { body: { verification_id, verification_code } })
}

/** A carrier of the given kind that keeps what it was handed. */
function createCarrier(kind: Partial<Notifier>): Notifier & { sent: Message[] } {
  const sent: Message[] = []
  return {
    channels: ['email', 'sms'],
    async send(message) {
      sent.push(message)
    },
    async [Symbol.asyncDispose]() {},
    ...kind,
    sent,
  }
}

onEachDatabase((open) => {
  describe('codes', () => {
    test('[ACC-4] [CAL-9] [CAL-10] a six-digit code is exchanged for a token that is valid for ten minutes', async () => {
      const app = await createTestAccount(await open())
      const { answer, message } = await ask(app, 'ANY')
      expect(answer).toEqual({
        verification_id: expect.any(String),
        expires_in: 600,
        is_user: false,
      })
      expect(message).toMatchObject({ channel: 'email', to: email, purpose: 'REGISTER' })
      expect(message?.code).toMatch(/^\d{6}$/)
      expect(await check(app, answer.verification_id, message?.code ?? '')).toEqual({
        verification_token: expect.stringMatching(/^[\w-]{43}$/),
        expires_in: 600,
        is_user: false,
      })
    })

    test('neither the code nor the token is stored', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const { answer, message } = await ask(app, 'ANY')
      const { verification_token } = await check(app, answer.verification_id, message?.code ?? '')
      const rows = JSON.stringify(
        await db.read((r) => r.selectFrom('verifications').selectAll().execute()),
      )
      expect(rows).toContain(answer.verification_id)
      expect(rows).not.toContain(verification_token)
      expect(rows).not.toContain(`"${message?.code}"`)
    })

    test('[ACC-31] after five wrong tries the right code is refused as expired', async () => {
      const app = await createTestAccount(await open())
      const { answer, message } = await ask(app, 'ANY')
      const right = message?.code ?? ''
      const wrong = right === '000000' ? '000001' : '000000'
      for (let i = 0; i < 5; i++) {
        const error = await failure(check(app, answer.verification_id, wrong))
        expect(error).toMatchObject({ error: 'invalid_verification_code', code: 4014 })
      }
      const error = await failure(check(app, answer.verification_id, right))
      expect(error).toMatchObject({ error: 'expired_verification_code', code: 4024 })
    })

    test('concurrent wrong codes each count as a try', async () => {
      const app = await createTestAccount(await open())
      const { answer, message } = await ask(app, 'ANY')
      const wrong = message?.code === '000000' ? '000001' : '000000'
      const guesses = Array.from({ length: 12 }, () =>
        failure(check(app, answer.verification_id, wrong)),
      )
      const names = (await Promise.all(guesses)).map((error) => (error as { error: string }).error)
      expect(names.filter((name) => name === 'invalid_verification_code')).toHaveLength(5)
      expect(names.filter((name) => name === 'expired_verification_code')).toHaveLength(7)
    })

    test('a code expires after ten minutes and works once', async () => {
      const app = await createTestAccount(await open())
      const late = await ask(app, 'ANY')
      app.clock.advance(600_000)
      expect(
        await failure(check(app, late.answer.verification_id, late.message?.code ?? '')),
      ).toMatchObject({
        error: 'expired_verification_code',
      })
      const { answer, message } = await ask(app, 'ANY')
      const racing = await Promise.allSettled(
        [1, 2, 3].map(() => check(app, answer.verification_id, message?.code ?? '')),
      )
      expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test('an unknown verification id answers expired_verification_code', async () => {
      const app = await createTestAccount(await open())
      expect(await failure(check(app, 'nothing', '123456'))).toMatchObject({
        error: 'expired_verification_code',
      })
    })
  })

  describe('limits', () => {
    test('a caller gets one code for a contact in 60 s, in any spelling', async () => {
      const app = await createTestAccount(await open())
      await ask(app, 'ANY')
      app.clock.advance(59_000)
      expect(await failure(ask(app, 'ANY', 'Rahma@Example.org'))).toMatchObject({
        error: 'resource_exhausted',
        details: [{ metadata: { retry_after: '1' } }],
      })
      expect(app.outbox.messages()).toHaveLength(1)
      await ask(app, 'ANY', 'other@example.org')
      app.clock.advance(1_000)
      await ask(app, 'ANY')
    })

    test('the networks of one IPv6 site get eight codes for a contact in 60 s together', async () => {
      const app = await createTestAccount(await open())
      const askFrom = (network: string) =>
        app.call(sendVerification, {
          body: { email },
          caller: { address: `2001:db8:${network}::1`, deviceId: undefined },
        })
      for (let i = 0; i < 8; i++) await askFrom(`1:${i}`)
      expect(await failure(askFrom('1:ffff'))).toMatchObject({
        error: 'resource_exhausted',
        details: [{ metadata: { retry_after: '60' } }],
      })
      await askFrom('2:ffff')
      app.clock.advance(60_000)
      await askFrom('1:ffff')
    })

    test('a code that could not be sent does not count for the IPv6 site, and the codes of its other networks still do', async () => {
      let isDown = false
      const carrier = createCarrier({
        async send() {
          if (isDown) throw new Error('connection refused')
        },
      })
      const app = await createTestAccount(await open(), { notifier: carrier })
      const askFrom = (network: number) =>
        app.call(sendVerification, {
          body: { email },
          caller: { address: `2001:db8:1:${network}::1`, deviceId: undefined },
        })
      for (let i = 0; i < 7; i++) await askFrom(i)
      isDown = true
      expect(await failure(askFrom(7))).toMatchObject({ error: 'unavailable' })
      isDown = false
      await askFrom(7)
      expect(await failure(askFrom(8))).toMatchObject({ error: 'resource_exhausted' })
    })

    test('a contact gets at most ten codes in an hour', async () => {
      const app = await createTestAccount(await open())
      for (let i = 0; i < 10; i++) {
        await app.call(sendVerification, {
          body: { email },
          caller: { address: `198.51.100.${i}` },
        })
        app.clock.advance(60_000)
      }
      expect(await failure(ask(app, 'ANY'))).toMatchObject({ error: 'resource_exhausted' })
    })

    test('strangers get at most twenty codes for a contact in a day, which leaves them a hundred guesses', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      let sent = 0
      for (let hour = 0; hour < 23; hour++) {
        app.clock.advance(3600_000)
        for (let i = 0; i < 10; i++) {
          const caller = { address: `198.51.${hour}.${i}`, deviceId: `stranger-${hour}-${i}` }
          await app.call(sendVerification, { body: { email }, caller }).then(
            () => sent++,
            () => undefined,
          )
        }
      }
      // With the one of the sign-up.
      expect(sent + 1).toBe(20)
      // On a device where the owner was, and a day later.
      await ask(app, 'ANY')
      app.clock.advance(2 * 3600_000)
      await app.call(sendVerification, { body: { email }, caller: { deviceId: 'new' } })
    })

    test('many codes requested by others do not keep a signed-in owner from getting one', async () => {
      const app = await createTestAccount(await open())
      const { access_token: accessToken } = await app.signUp(email)
      for (let i = 0; i < 9; i++) {
        app.clock.advance(60_000)
        await app.call(sendVerification, {
          body: { email },
          caller: { address: `198.51.100.${i}`, deviceId: `device-${i}` },
        })
      }
      app.clock.advance(60_000)
      const another = app.call(sendVerification, { body: { email }, caller: { deviceId: 'new' } })
      expect(await failure(another)).toMatchObject({ error: 'resource_exhausted' })
      await app.call(sendVerification, { body: { target: 'CUR_USER' }, accessToken })
    })

    test('codes that a stranger requests each minute do not make the owner wait: signed in, on a known device or elsewhere', async () => {
      const app = await createTestAccount(await open())
      const { access_token: accessToken } = await app.signUp(email)
      app.clock.advance(60_000)
      const stranger = { address: '198.51.100.1', deviceId: 'stranger' }
      const send = (sent: object) => app.call(sendVerification, { body: { email }, ...sent })
      await send({ caller: stranger })
      expect(await failure(send({ caller: stranger }))).toMatchObject({
        error: 'resource_exhausted',
      })
      await send({ accessToken, caller: { deviceId: 'new', address: '192.0.2.1' } })
      await send({ caller: { deviceId: 'new', address: '192.0.2.2' } })
      app.clock.advance(60_000)
      for (let i = 0; i < 7; i++) {
        await send({ caller: { ...stranger, address: `198.51.100.${i}` } })
      }
      // The strangers have used up the codes of this hour, and not those of the owner.
      const elsewhere = { deviceId: 'new', address: '192.0.2.3' }
      expect(await failure(send({ caller: elsewhere }))).toMatchObject({
        error: 'resource_exhausted',
      })
      await send({})
      expect(await failure(send({ accessToken }))).toMatchObject({ error: 'resource_exhausted' })
      app.clock.advance(60_000)
      await app.call(sendVerification, { body: { target: 'CUR_USER' }, accessToken })
    })

    test('a request that one limit refuses uses up no other', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      await ask(app, 'ANY')
      const points = () =>
        db.read((r) => r.selectFrom('rate_limits').selectAll().orderBy('key').execute())
      const before = await points()
      expect(await failure(ask(app, 'ANY'))).toMatchObject({ error: 'resource_exhausted' })
      expect(await points()).toEqual(before)
      for (let i = 0; i < 29; i++) {
        await app.call(sendVerification, {
          body: { email: `p${i}@example.org` },
          caller: { address: `198.51.100.${i}` },
        })
      }
      // The device has no code left: the contact keeps all of its own.
      const other = { email: 'other@example.org' }
      expect(await failure(app.call(sendVerification, { body: other }))).toMatchObject({
        error: 'resource_exhausted',
      })
      await app.call(sendVerification, { body: other, caller: { deviceId: 'another' } })
    })

    test('[ACC-37] an address that requests many codes needs a captcha', async () => {
      const app = await createTestAccount(await open())
      for (let i = 0; i < 10; i++) await ask(app, 'ANY', `p${i}@example.org`)
      expect(await failure(ask(app, 'ANY'))).toMatchObject({ error: 'captcha_required' })
      const elsewhere = { body: { email }, caller: { address: '198.51.100.1' } }
      await app.call(sendVerification, elsewhere)
    })

    test('[ACC-37] the networks of one IPv6 site share eight times the codes of one network', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const route = app.account.routes.find(({ endpoint }) => endpoint === sendVerification)
      const callFrom = (network: string) => ({
        body: { email: `${network.replace(':', '-')}@example.org` },
        caller: { address: `2001:db8:${network}::1`, deviceId: undefined },
      })
      for (let i = 0; i < 80; i++) await app.call(sendVerification, callFrom(`1:${i}`))
      expect(await failure(app.call(sendVerification, callFrom('1:ffff')))).toMatchObject({
        error: 'captcha_required',
      })
      await app.call(sendVerification, callFrom('2:ffff'))
      // The rest of them, as they are counted.
      await db.write((w) =>
        w
          .updateTable('rate_limits')
          .set({ points: 8 * 100 })
          .where('key', 'like', '%2001:db8:1::/48')
          .execute(),
      )
      const { body, caller } = callFrom('1:ffff')
      const withCaptcha = route?.handle({
        body: { ...body, target: 'ANY', usage: 'DEFAULT' },
        user: undefined,
        caller: { ...someCaller, ...caller },
      } as never)
      expect(await failure(Promise.resolve(withCaptcha))).toMatchObject({
        error: 'resource_exhausted',
      })
    })

    test('a device can request at most thirty codes in an hour, from any address', async () => {
      const app = await createTestAccount(await open())
      const send = (i: number) =>
        app.call(sendVerification, {
          body: { email: `p${i}@example.org` },
          caller: { address: `198.51.100.${i}` },
        })
      for (let i = 0; i < 30; i++) await send(i)
      expect(await failure(send(30))).toMatchObject({ error: 'resource_exhausted' })
    })

    test("a captcha is required at half of the server's hourly codes, counted separately for mail and SMS", async () => {
      const app = await createTestAccount(await open(), { codesPerHour: { email: 10, sms: 2 } })
      const send = (i: number, contact: object, captchaToken?: string) =>
        app.call(sendVerification, {
          body: { email: undefined, ...contact },
          caller: { address: `198.51.100.${i}`, deviceId: `device-${i}` },
          ...(captchaToken === undefined ? {} : { captchaToken }),
        })
      for (let i = 0; i < 5; i++) await send(i, { email: `p${i}@example.org` })
      expect(await failure(send(5, { email: 'p5@example.org' }))).toMatchObject({
        error: 'captcha_required',
      })
      await send(6, { phone_number: '+62 81234567890' })
      expect(await failure(send(7, { phone_number: '+62 81234567891' }))).toMatchObject({
        error: 'captcha_required',
      })
      app.clock.advance(3600_000)
      await send(8, { email: 'p8@example.org' })
    })

    test("the server's hourly limit of codes cannot be exceeded with a captcha", async () => {
      const db = await open()
      const app = await createTestAccount(db, { codesPerHour: { email: 1, sms: 1 } })
      const { account } = app
      const route = account.routes.find(({ endpoint }) => endpoint === sendVerification)
      const send = (to: string) =>
        route?.handle({
          body: { email: to, target: 'ANY', usage: 'DEFAULT' },
          user: undefined,
          caller: someCaller,
        } as never)
      await send('one@example.org')
      expect(await failure(Promise.resolve(send('two@example.org')))).toMatchObject({
        error: 'resource_exhausted',
      })
    })

    test('a flood of codes from a thousand addresses stops strangers, and no owner on a known device or signed in', async () => {
      const app = await createTestAccount(await open(), { codesPerHour: { email: 1000, sms: 1 } })
      const { access_token } = await app.signUp(email, { password: undefined })
      app.clock.advance(60_000)
      const route = app.account.routes.find(({ endpoint }) => endpoint === sendVerification)
      // Behind the captcha, which a flood has paid for.
      const send = async (to: string, caller: Partial<Caller>, user?: SignedIn) =>
        route?.handle({
          body: { email: to, target: 'ANY', usage: 'DEFAULT' },
          user,
          caller: { ...someCaller, ...caller },
        } as never)
      for (let i = 1; i < 1000; i++) {
        const address = `198.${18 + (i >> 8)}.${i & 255}.1`
        await send(`p${i}@example.org`, { address, deviceId: `device-${i}` })
      }
      const elsewhere = { address: '192.0.2.1', deviceId: 'new' }
      expect(await failure(send(email, elsewhere))).toMatchObject({ error: 'resource_exhausted' })

      await send(email, {})
      app.clock.advance(60_000)
      await send(email, elsewhere, await app.account.guards.authenticate(access_token))
      expect(app.outbox.messages().slice(0, 2)).toMatchObject([{ to: email }, { to: email }])
    })

    test('a contact that the carrier refuses permanently answers invalid_argument', async () => {
      const refusing = createCarrier({
        send: () => Promise.reject(new RefusedMessage('no such number')),
      })
      const app = await createTestAccount(await open(), { notifier: refusing })
      const body = { phone_number: '+62 8123456789' }
      expect(await failure(app.call(sendVerification, { body }))).toMatchObject({
        error: 'invalid_argument',
      })
    })

    test('a code can be requested again at once when the mail could not be sent', async () => {
      const db = await open()
      let isDown = true
      const sent: string[] = []
      const notifier: Notifier = {
        channels: ['email'],
        async send({ to }) {
          if (isDown) throw new Error('connection refused')
          sent.push(to)
        },
        async [Symbol.asyncDispose]() {},
      }
      const app = await createTestAccount(db, { notifier })
      expect(await failure(ask(app, 'ANY'))).toMatchObject({ error: 'unavailable' })
      expect(await db.read((r) => r.selectFrom('verifications').selectAll().execute())).toEqual([])
      isDown = false
      await ask(app, 'ANY')
      expect(sent).toEqual([email])
    })

    test('a phone number is refused when no SMS can be sent', async () => {
      const notifier: Notifier = {
        channels: ['email'],
        send: () => Promise.reject(new Error('not reached')),
        async [Symbol.asyncDispose]() {},
      }
      const app = await createTestAccount(await open(), { notifier })
      const body = { phone_number: '+62 8123456789' }
      expect(await failure(app.call(sendVerification, { body }))).toMatchObject({
        error: 'unimplemented',
      })
    })
  })

  describe('account enumeration', () => {
    test('requesting a code gives the same answer for known and unknown contacts, for every target', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      for (const target of ['ANY', 'USER', 'NOT_USER'] as const) {
        app.clock.advance(60_000)
        const known = await ask(app, target)
        const unknown = await ask(app, target, `nobody-${target.toLowerCase()}@example.org`)
        const { verification_id: knownId, ...knownRest } = known.answer
        const { verification_id: unknownId, ...unknownRest } = unknown.answer
        expect(knownRest).toEqual(unknownRest)
        expect(knownId).toHaveLength(unknownId.length)
        // A guess tells no more than the answer did.
        expect(await failure(check(app, knownId, 'abcdef'))).toMatchObject({
          error: 'invalid_verification_code',
        })
        expect(await failure(check(app, unknownId, 'abcdef'))).toMatchObject({
          error: 'invalid_verification_code',
        })
      }
    })

    test('a contact that does not fit the target gets an explanation instead of a code', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      app.clock.advance(60_000)
      const known = await ask(app, 'NOT_USER')
      expect(known.message?.code).toBeUndefined()
      expect(known.message?.text).toContain('You already have an account')
      const unknown = await ask(app, 'USER', 'nobody@example.org')
      expect(unknown.message?.code).toBeUndefined()
      expect(unknown.message?.text).toContain('There is no account')
    })

    test('a gateway for codes only sends a code even if there is no account, and the check reports it', async () => {
      const carrier = createCarrier({ smsCodesOnly: true })
      const app = await createTestAccount(await open(), { notifier: carrier })
      const { verification_id } = await app.call(sendVerification, {
        body: { phone_number: '+62 8123456789', target: 'USER' },
      })
      expect(carrier.sent).toEqual([
        expect.objectContaining({ channel: 'sms', to: '+628123456789', codeMinutes: 10 }),
      ])
      const code = carrier.sent[0]?.code ?? ''
      expect(await check(app, verification_id, code)).toMatchObject({ is_user: false })
    })

    test('checking the code reports whether there is an account', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      app.clock.advance(60_000)
      const { answer, message } = await ask(app, 'ANY')
      expect(answer.is_user).toBe(false)
      expect(await check(app, answer.verification_id, message?.code ?? '')).toMatchObject({
        is_user: true,
      })
    })

    test('[ENT-11] a code for the current user goes to their own contact only', async () => {
      const app = await createTestAccount(await open())
      const { access_token: accessToken } = await app.signUp(email)
      app.clock.advance(60_000)
      const body = { target: 'CUR_USER', usage: 'DELETION' } as const
      expect(await failure(app.call(sendVerification, { body }))).toMatchObject({
        error: 'unauthenticated',
      })
      expect(await app.call(sendVerification, { body, accessToken })).toMatchObject({
        is_user: true,
      })
      expect(app.outbox.messages()[0]).toMatchObject({ to: email, purpose: 'DELETION' })
      const byPhone = { ...body, selected_channel: 'VERIFICATION_PHONE' } as const
      expect(
        await failure(app.call(sendVerification, { body: byPhone, accessToken })),
      ).toMatchObject({ error: 'invalid_argument' })
      app.clock.advance(60_000)
      // As the profile shows it, and in full.
      const named = { ...body, email: 'r***@example.org' }
      expect(await app.call(sendVerification, { body: named, accessToken })).toMatchObject({
        sent_to: 'r***@example.org',
      })
      expect(app.outbox.messages()[0]).toMatchObject({ to: email })
      for (const wrong of [
        { ...body, email: 's***@example.org' },
        { ...body, phone_number: '+62********89' },
        { ...named, target: 'ANY' } as const,
      ]) {
        expect(
          await failure(app.call(sendVerification, { body: wrong, accessToken })),
        ).toMatchObject({ error: 'invalid_argument' })
      }
      const others = { ...body, email: 'other@example.org' }
      expect(
        await failure(app.call(sendVerification, { body: others, accessToken })),
      ).toMatchObject({
        error: 'invalid_argument',
      })
    })
  })

  describe('tokens', () => {
    test('a verification token is bound to its contact and purpose, expires after ten minutes and works once', async () => {
      const app = await createTestAccount(await open())
      const verification_token = await app.verify(email)
      const use = (to: string, token = verification_token) =>
        app.call(signUp, { body: { email: to, password: PASSWORD, verification_token: token } })

      expect(await failure(use('other@example.org'))).toMatchObject({
        error: 'invalid_verification_code',
      })
      expect(await failure(use(email, 'no-such-token'))).toMatchObject({
        error: 'invalid_verification_code',
      })
      const forReset = await app.verify('reset@example.org', 'PASSWORD_RESET')
      expect(await failure(use('reset@example.org', forReset))).toMatchObject({
        error: 'invalid_verification_code',
      })
      await use(email)
      expect(await failure(use(email))).toMatchObject({ error: 'expired_verification_code' })

      const late = await app.verify('late@example.org')
      app.clock.advance(600_000)
      expect(await failure(use('late@example.org', late))).toMatchObject({
        error: 'expired_verification_code',
      })
    })
  })

  test('verifications are deleted a day after they expire', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    await ask(app, 'ANY')
    app.clock.advance(600_000 + 24 * 3600_000 - 1)
    for (const { run } of app.account.housekeeping) await run()
    expect(await db.read((r) => r.selectFrom('verifications').select('id').execute())).toHaveLength(
      1,
    )
    app.clock.advance(1)
    for (const { run } of app.account.housekeeping) await run()
    expect(await db.read((r) => r.selectFrom('verifications').select('id').execute())).toEqual([])
  })
})
