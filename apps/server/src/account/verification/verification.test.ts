import { checkVerification, sendVerification, signUp } from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import type { Notifier } from '../../notify/notifier.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'

const email = 'rahma@example.org'

async function ask({ call, outbox }: TestAccount, target: 'ANY' | 'USER' | 'NOT_USER', to = email) {
  const answer = await call(sendVerification, { body: { email: to, target, usage: 'REGISTER' } })
  return { answer, message: outbox.messages()[0] }
}

function check({ call }: TestAccount, verification_id: string, verification_code: string) {
  return call(checkVerification, { body: { verification_id, verification_code } })
}

onEachDatabase((open) => {
  describe('codes', () => {
    test('[ACC-4] [CAL-9] [CAL-10] turns six digits into a token for ten minutes', async () => {
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

    test('keeps neither the code nor the token', async () => {
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

    test('[ACC-31] allows five tries, then the right code too is expired', async () => {
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

    test('does not let guesses that race share a try', async () => {
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

    test('expires a code after ten minutes and accepts it once', async () => {
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

    test('knows no code for an id that was never given', async () => {
      const app = await createTestAccount(await open())
      expect(await failure(check(app, 'nothing', '123456'))).toMatchObject({
        error: 'expired_verification_code',
      })
    })
  })

  describe('limits', () => {
    test('sends one code per contact in 60 s, however it is written', async () => {
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

    test('sends at most ten codes per contact in an hour', async () => {
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

    test('[ACC-37] asks an address that sends many codes for a captcha', async () => {
      const app = await createTestAccount(await open())
      for (let i = 0; i < 10; i++) await ask(app, 'ANY', `p${i}@example.org`)
      expect(await failure(ask(app, 'ANY'))).toMatchObject({ error: 'captcha_required' })
      const elsewhere = { body: { email }, caller: { address: '198.51.100.1' } }
      await app.call(sendVerification, elsewhere)
    })

    test('lets a person ask again at once when the mail could not be sent', async () => {
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

    test('refuses a phone number where no text message can be sent', async () => {
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

  describe('who has an account', () => {
    test('answers a stranger alike for known and unknown contacts, whatever the target', async () => {
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

    test('mails an explanation instead of a code where the target does not fit', async () => {
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

    test('tells whoever read the mailbox whether there is an account', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      app.clock.advance(60_000)
      const { answer, message } = await ask(app, 'ANY')
      expect(answer.is_user).toBe(false)
      expect(await check(app, answer.verification_id, message?.code ?? '')).toMatchObject({
        is_user: true,
      })
    })

    test('[ENT-11] sends the code for the current user to their own contact', async () => {
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
      const others = { ...body, email: 'other@example.org' }
      expect(
        await failure(app.call(sendVerification, { body: others, accessToken })),
      ).toMatchObject({
        error: 'invalid_argument',
      })
    })
  })

  describe('tokens', () => {
    test('binds the token to its contact, its purpose and its ten minutes, and uses it once', async () => {
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

  test('removes verifications a day after they expired', async () => {
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
