import { getMe, grantToken, resetPassword } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'

const email = 'rahma@example.org'
const NEW_PASSWORD = 'nine dry raincoats'

async function reset(app: TestAccount, change: { email?: string; token?: string } = {}) {
  app.clock.advance(60_000)
  const verification_token = change.token ?? (await app.verify(email, 'PASSWORD_RESET'))
  const body = { email, verification_token, new_password: NEW_PASSWORD }
  return app.call(resetPassword, { body: { ...body, email: change.email ?? email } })
}

onEachDatabase((open) => {
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
})
