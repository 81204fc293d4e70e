import {
  beginSecondStep,
  enableTwoFactor,
  getMe,
  grantSudo,
  grantToken,
  resetPassword,
  signIn,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'
import { asked } from '../two-factor/testing.ts'

const email = 'rahma@example.org'
const NEW_PASSWORD = 'nine dry raincoats'

async function reset(app: TestAccount, change: { email?: string; token?: string } = {}) {
  app.clock.advance(60_000)
  const verification_token = change.token ?? (await app.verify(email, 'PASSWORD_RESET'))
  const body = { email, verification_token, new_password: NEW_PASSWORD }
  return app.call(resetPassword, { body: { ...body, email: change.email ?? email } })
}

const HOUR_MS = 3600_000

/** Somebody whose second step is a code by mail, with the recovery codes that came with it. */
async function signUpWithMailStep(app: TestAccount) {
  const { access_token: accessToken } = await app.signUp(email)
  const body = { password: PASSWORD }
  const { sudo_token: sudoToken } = await app.call(grantSudo, { body, accessToken })
  const params = { method: 'EMAIL' } as const
  const { recovery_codes = [] } = await app.call(enableTwoFactor, {
    params,
    accessToken,
    sudoToken,
  })
  return { accessToken, recoveryCodes: recovery_codes }
}

const first = { email, password: NEW_PASSWORD }

/** Signs in with the new password and the code that the mail brings. */
async function signInByMail(app: TestAccount, token: string) {
  app.clock.advance(60_000)
  const begun = await app.call(beginSecondStep, {
    body: { two_factor_token: token, method: 'EMAIL' },
  })
  const { two_factor_token } = begun
  const two_factor_code = app.outbox.messages().find(({ code }) => code)?.code ?? ''
  return app.call(signIn, { body: { ...first, two_factor_token, two_factor_code } })
}

onEachDatabase((open) => {
  test('a new password that is the phone number of the account is refused', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    await app.signUp(email)
    await db.write((w) => w.updateTable('users').set({ phone_number: '+6285719302846' }).execute())
    app.clock.advance(60_000)
    const verification_token = await app.verify(email, 'PASSWORD_RESET')
    const body = { email, verification_token, new_password: '6285719302846!' }
    expect(await failure(app.call(resetPassword, { body }))).toMatchObject({
      error: 'invalid_argument',
      details: [{ reason: 'password_like_account' }],
    })
  })

  test('[ACC-5] [CAL-11] a password reset sets a new password, ends every session and signs nobody in', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const mine = await app.signUp(email)
    await db.write((w) => w.updateTable('users').set({ password_reset_required: 1 }).execute())
    expect(await reset(app)).toEqual({})

    expect(await failure(app.call(getMe, { accessToken: mine.access_token }))).toMatchObject({
      error: 'unauthenticated',
    })
    const body = { grant_type: 'refresh_token', refresh_token: mine.refresh_token } as const
    expect(await failure(app.call(grantToken, { body }))).toMatchObject({ error: 'invalid_grant' })
    expect(await failure(app.signIn(email, PASSWORD))).toMatchObject({
      error: 'invalid_account_or_password',
    })
    await app.signIn(email, NEW_PASSWORD)

    await app.account.settled()
    const mails = app.outbox.messages().filter(({ purpose }) => purpose === 'passwordChanged')
    expect(mails).toMatchObject([{ to: email }])
    const event = await db.read((r) =>
      r
        .selectFrom('account_events')
        .selectAll()
        .where('type', '=', 'account.password_reset')
        .executeTakeFirstOrThrow(),
    )
    expect(JSON.parse(event.envelope).data).toMatchObject({ sessions_ended: 1 })
  })

  test('[ACC-29] after a required password reset the account can sign in again', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    await app.signUp(email)
    await db.write((w) => w.updateTable('users').set({ password_reset_required: 1 }).execute())
    expect(await failure(app.signIn(email))).toMatchObject({ error: 'password_reset_required' })
    await reset(app)
    await app.signIn(email, NEW_PASSWORD)
  })

  test('a password reset answers the same for a contact without an account and for a wrong token', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email, { password: undefined })
    const unknown = 'nobody@example.org'
    const proven = await app.verify(unknown, 'PASSWORD_RESET')
    const answers = [
      await failure(reset(app, { email: unknown, token: proven })),
      await failure(reset(app, { email: unknown, token: 'made-up' })),
      await failure(reset(app, { token: 'made-up' })),
      await failure(reset(app, { token: proven })),
    ]
    for (const answer of answers) {
      expect(JSON.stringify(answer)).toBe(JSON.stringify(answers[0]))
      expect(answer).toMatchObject({ error: 'invalid_verification_code', code: 4014 })
    }
  })

  test('a reset token works once and only for its purpose, and a weak password does not use it up', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email, { password: undefined })
    app.clock.advance(60_000)
    const other = await app.verify(email, 'DEFAULT')
    expect(await failure(reset(app, { token: other }))).toMatchObject({
      error: 'invalid_verification_code',
    })
    const verification_token = await app.verify(email, 'PASSWORD_RESET')
    const body = { email, verification_token, new_password: 'password1' }
    expect(await failure(app.call(resetPassword, { body }))).toMatchObject({
      error: 'invalid_argument',
    })
    await reset(app, { token: verification_token })
    expect(await failure(reset(app, { token: verification_token }))).toMatchObject({
      error: 'expired_verification_code',
    })
  })

  test('a mailbox that reset the password is no second step of the sign-in that follows', async () => {
    const app = await createTestAccount(await open())
    const { recoveryCodes } = await signUpWithMailStep(app)
    await reset(app)
    const { token, methods } = asked(await failure(app.call(signIn, { body: first })))
    expect(methods).toEqual(['RECOVERY'])
    expect(await failure(signInByMail(app, token))).toMatchObject({ error: 'invalid_two_factor' })

    await app.call(signIn, {
      body: { ...first, two_factor_token: token, two_factor_recovery_code: recoveryCodes[0] ?? '' },
    })
    // The owner has shown more than the mailbox: from now on the password is theirs.
    const next = asked(await failure(app.call(signIn, { body: first })))
    expect(next.methods).toEqual(['EMAIL', 'RECOVERY'])
    await signInByMail(app, next.token)
  })

  test('where a mailbox is the only second step, the sign-in after a reset by it waits three days', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    await signUpWithMailStep(app)
    await db.write((w) => w.deleteFrom('recovery_codes').execute())
    await reset(app)
    for (let i = 0; i < 8; i++) {
      expect(await failure(app.call(signIn, { body: first }))).toMatchObject({
        error: 'invalid_status',
        details: [{ reason: 'password_just_reset', metadata: { retry_after: '259200' } }],
      })
    }
    app.clock.advance(72 * HOUR_MS - 1000)
    expect(await failure(app.call(signIn, { body: first }))).toMatchObject({
      details: [{ metadata: { retry_after: '1' } }],
    })
    app.clock.advance(1000)
    const { token, methods } = asked(await failure(app.call(signIn, { body: first })))
    expect(methods).toEqual(['EMAIL'])
    await signInByMail(app, token)
  })

  test('a reset by the mailbox leaves a second step by the phone as it is', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { access_token: accessToken } = await app.signUp(email)
    await db.write((w) => w.updateTable('users').set({ phone_number: '+6281234567890' }).execute())
    const { sudo_token: sudoToken } = await app.call(grantSudo, {
      body: { password: PASSWORD },
      accessToken,
    })
    await app.call(enableTwoFactor, { params: { method: 'SMS' }, accessToken, sudoToken })
    await reset(app)
    expect(asked(await failure(app.call(signIn, { body: first }))).methods).toEqual([
      'SMS',
      'RECOVERY',
    ])
  })

  test('a second step that is turned on after a reset takes the mailbox', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email)
    await reset(app)
    const { access_token: accessToken } = await app.call(signIn, { body: first })
    const { sudo_token: sudoToken } = await app.call(grantSudo, {
      body: { password: NEW_PASSWORD },
      accessToken,
    })
    await app.call(enableTwoFactor, { params: { method: 'EMAIL' }, accessToken, sudoToken })
    const { token } = asked(await failure(app.call(signIn, { body: first })))
    await signInByMail(app, token)
  })

  test('a password that a mailbox has reset is confirmed for sudo by another second step', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { accessToken } = await signUpWithMailStep(app)
    // The session is from another way in: the reset password has opened none yet.
    await db.write((w) => w.updateTable('users').set({ password_reset_by: 'EMAIL' }).execute())
    const sudo = app.call(grantSudo, { body: { password: PASSWORD }, accessToken })
    expect(asked(await failure(sudo)).methods).toEqual(['RECOVERY'])
  })
})
