import {
  type Credentials,
  checkVerification,
  enableTwoFactor,
  sendVerification,
  signIn,
  type VerificationPurpose,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD, someCaller, type TestAccount } from '../testing.ts'
import { asked, eventTypes, signUpWithTotp } from '../two-factor/testing.ts'

const email = 'rahma@example.org'
const phone_number = '+6281234567890'

/** A token for the contact, as somebody gets it who reads the code. */
async function prove(
  app: TestAccount,
  contact: { email: string } | { phone_number: string },
  usage: VerificationPurpose = 'SIGN_IN',
): Promise<string> {
  app.clock.advance(60_000)
  const { verification_id } = await app.call(sendVerification, { body: { ...contact, usage } })
  const verification_code = app.outbox.messages()[0]?.code ?? ''
  const body = { verification_id, verification_code }
  return (await app.call(checkVerification, { body })).verification_token
}

async function givePhone(db: Database): Promise<void> {
  await db.write((w) => w.updateTable('users').set({ phone_number }).execute())
}

onEachDatabase((open) => {
  test.each(['SIGN_IN', 'REGISTER_SIGN_IN'] as const)(
    '[ACC-31] [CAL-1] a code for %s signs in without a password',
    async (usage) => {
      const db = await open()
      const app = await createTestAccount(db)
      const { sub } = await app.signUp(email)
      const verification_token = await prove(app, { email }, usage)
      const credentials: Credentials = await app.call(signIn, {
        body: { email, verification_token },
      })
      expect(credentials.sub).toBe(sub)
      const event = await db.read((r) =>
        r
          .selectFrom('account_events')
          .select('envelope')
          .where('type', '=', 'account.signed_in')
          .executeTakeFirstOrThrow(),
      )
      expect(JSON.parse(event.envelope)).toMatchObject({ data: { method: 'code' } })
    },
  )

  test('[ACC-39] a code signs in by phone number and by username too', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { sub } = await app.signUp(email, { username: 'rahma' })
    await givePhone(db)
    const ways = [
      { body: { phone_number }, token: await prove(app, { phone_number }) },
      { body: { username: '+62 812-3456-7890' }, token: await prove(app, { phone_number }) },
      { body: { username: 'Rahma' }, token: await prove(app, { phone_number }) },
      { body: { username: 'rahma' }, token: await prove(app, { email }) },
    ]
    for (const { body, token } of ways) {
      const answer = await app.call(signIn, { body: { ...body, verification_token: token } })
      expect(answer.sub).toBe(sub)
    }
  })

  test('a verification token signs in once, even with parallel calls', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email)
    const body = { email, verification_token: await prove(app, { email }) }
    const outcomes = await Promise.allSettled([
      app.call(signIn, { body }),
      app.call(signIn, { body }),
      app.call(signIn, { body }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({ error: 'expired_verification_code' })
      }
    }
  })

  test.each(['REGISTER', 'PASSWORD_RESET', 'DEFAULT', 'DELETION'] as const)(
    'a code that was sent for %s signs nobody in',
    async (usage) => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      const verification_token = await prove(app, { email }, usage)
      expect(
        await failure(app.call(signIn, { body: { email, verification_token } })),
      ).toMatchObject({ error: 'invalid_verification_code', code: 4014 })
    },
  )

  test('tokens that somebody makes up fill the history of an account with 20 failures an hour at most', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { sub } = await app.signUp(email)
    const route = app.account.routes.find(({ endpoint }) => endpoint === signIn)
    const body = { email, verification_token: 'x'.repeat(43) }
    const failures = async () =>
      (await eventTypes(db, sub)).filter((type) => type === 'account.sign_in_failed')
    for (let i = 0; i < 25; i++) {
      // Whoever pays what the captcha costs comes so far as often as they like.
      const call = route?.handle({ body, caller: someCaller } as never) ?? Promise.resolve()
      expect(await failure(call)).toMatchObject({ error: 'invalid_verification_code' })
    }
    expect(await failures()).toHaveLength(20)
    await failure(app.signIn(email, 'wrong password'))
    expect(await failures()).toHaveLength(21)
    app.clock.advance(3600_000)
    await failure(route?.handle({ body, caller: someCaller } as never) ?? Promise.resolve())
    expect(await failures()).toHaveLength(22)
  })

  test('a verification token of another contact does not sign in', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email, { username: 'rahma' })
    const verification_token = await prove(app, { email: 'stranger@example.org' })
    for (const who of [{ email }, { username: 'rahma' }]) {
      expect(
        await failure(app.call(signIn, { body: { ...who, verification_token } })),
      ).toMatchObject({ error: 'invalid_verification_code' })
    }
  })

  test('a forged verification token gets the same answer for known and unknown contacts and usernames', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { sub } = await app.signUp(email, { username: 'rahma' })
    const answers = []
    for (const who of [
      { email },
      { username: 'rahma' },
      { email: 'nobody@example.org' },
      { username: 'nobody' },
    ]) {
      const error = await failure(
        app.call(signIn, { body: { ...who, verification_token: 'made up' } }),
      )
      answers.push(JSON.stringify(error))
    }
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('invalid_verification_code')
    expect(await eventTypes(db, sub)).toContain('account.sign_in_failed')
  })

  test('a verified contact without an account answers user_not_exist', async () => {
    const app = await createTestAccount(await open())
    const stranger = 'stranger@example.org'
    const verification_token = await prove(app, { email: stranger })
    expect(
      await failure(app.call(signIn, { body: { email: stranger, verification_token } })),
    ).toMatchObject({ error: 'user_not_exist', code: 4023 })
  })

  test('[ACC-31] a verification token does not sign in after ten minutes', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email, { username: 'rahma' })
    const verification_token = await prove(app, { email })
    app.clock.advance(10 * 60_000)
    for (const who of [{ email }, { username: 'rahma' }]) {
      expect(
        await failure(app.call(signIn, { body: { ...who, verification_token } })),
      ).toMatchObject({ error: 'expired_verification_code', code: 4024 })
    }
  })

  test('[ACC-25] only a person who has verified the contact learns that the account is blocked', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    await app.signUp(email)
    const verification_token = await prove(app, { email })
    await db.write((w) => w.updateTable('users').set({ status: 'BLOCKED' }).execute())
    expect(
      await failure(app.call(signIn, { body: { email, verification_token: 'made up' } })),
    ).toMatchObject({ error: 'invalid_verification_code' })
    expect(await failure(app.call(signIn, { body: { email, verification_token } }))).toMatchObject({
      error: 'user_blocked',
    })
  })

  test('[ACC-33] with phone validation on, a phone number and its password need an SMS code on a new device', async () => {
    const db = await open()
    const app = await createTestAccount(db, { validatesPhones: true })
    await app.signUp(email)
    await givePhone(db)
    const caller = { deviceId: 'e'.repeat(32) }
    const byPassword = { phone_number, password: PASSWORD }
    expect(
      await failure(app.call(signIn, { body: { ...byPassword, password: 'wrong' }, caller })),
    ).toMatchObject({ error: 'invalid_account_or_password' })
    // To be asked for the code is no failure, however often.
    for (let i = 0; i < 4; i++) {
      expect(await failure(app.call(signIn, { body: byPassword, caller }))).toMatchObject({
        error: 'validate_required',
        code: 4020,
      })
    }
    const verification_token = await prove(app, { phone_number })
    await app.call(signIn, { body: { phone_number, verification_token }, caller })
    await app.call(signIn, { body: byPassword, caller })
    await app.call(signIn, { body: { email, password: PASSWORD }, caller: { deviceId: 'other' } })
  })

  test('a sign-in with neither a password nor a verification token is refused', async () => {
    const app = await createTestAccount(await open())
    expect(await failure(app.call(signIn, { body: { email } }))).toMatchObject({
      error: 'invalid_argument',
    })
  })

  test('[ACC-32] signing in by code asks for the second step too, which does not use up the verification token', async () => {
    const app = await createTestAccount(await open())
    const person = await signUpWithTotp(app, email)
    const body = { email, verification_token: await prove(app, { email }) }
    const { token, methods } = asked(await failure(app.call(signIn, { body })))
    expect(methods).toEqual(['TOTP', 'RECOVERY'])
    const proof = { two_factor_token: token, two_factor_code: person.nextCode() }
    await app.call(signIn, { body: { ...body, ...proof } })
  })

  test('the contact that received the sign-in code cannot receive the second-step code', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const person = await signUpWithTotp(app, email)
    await givePhone(db)
    for (const method of ['EMAIL', 'SMS'] as const) {
      await app.call(enableTwoFactor, { ...(await person.sudo()), params: { method } })
    }
    const methodsAfter = async (contact: { email: string } | { phone_number: string }) => {
      const body = { ...contact, verification_token: await prove(app, contact) }
      return asked(await failure(app.call(signIn, { body }))).methods
    }
    expect(await methodsAfter({ email })).toEqual(['TOTP', 'SMS', 'RECOVERY'])
    expect(await methodsAfter({ phone_number })).toEqual(['TOTP', 'EMAIL', 'RECOVERY'])
    expect((await person.ask()).methods).toEqual(['TOTP', 'SMS', 'EMAIL', 'RECOVERY'])
  })
})
