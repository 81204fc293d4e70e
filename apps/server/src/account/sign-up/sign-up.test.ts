import { checkVerification, getMe, sendVerification, signUp } from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD } from '../testing.ts'

const email = 'rahma@example.org'

onEachDatabase((open) => {
  test('[ACC-2] [CAL-4] sign-up creates an account for a verified contact and signs in', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const credentials = await app.signUp('Rahma@Example.org')
    expect(credentials).toMatchObject({ token_type: 'Bearer', expires_in: 7200 })
    const row = await db.read((r) => r.selectFrom('users').selectAll().executeTakeFirstOrThrow())
    expect(row).toMatchObject({
      email,
      email_verified: 1,
      name: 'rahma',
      locale: 'en',
      status: 'ACTIVE',
    })
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
    await app.call(getMe, { accessToken: credentials.access_token })
  })

  test('sign-up hashes the password at full cost by default', async () => {
    const db = await open()
    const app = await createTestAccount(db, { passwordHashing: undefined })
    await app.signUp(email)
    const row = await db.read((r) => r.selectFrom('users').selectAll().executeTakeFirstOrThrow())
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('only the first account becomes administrator', async () => {
    const app = await createTestAccount(await open())
    expect(await app.account.isFirstRun()).toBe(true)
    const first = await app.signUp(email)
    expect(await app.account.isFirstRun()).toBe(false)
    const second = await app.signUp('siti@example.org')
    const groups = async (accessToken: string) => (await app.call(getMe, { accessToken })).groups
    expect(await groups(first.access_token)).toEqual([{ id: 'administrators' }])
    expect(await groups(second.access_token)).toEqual([])
  })

  test('exactly one account becomes administrator when first sign-ups race', async () => {
    const db = await open()
    // Two processes on one database, each with sign-ups of its own.
    const apps = [await createTestAccount(db), await createTestAccount(db)]
    const verified: { email: string; token: string }[] = []
    for (let i = 0; i < 6; i++) {
      const address = `p${i}@example.org`
      verified.push({ email: address, token: (await apps[i % 2]?.verify(address)) ?? '' })
    }
    await Promise.all(
      verified.map(({ email, token }, i) =>
        apps[i % 2]?.call(signUp, {
          body: { email, password: PASSWORD, verification_token: token },
        }),
      ),
    )
    const users = await db.read((r) => r.selectFrom('users').select('is_admin').execute())
    expect(users).toHaveLength(6)
    expect(users.filter(({ is_admin }) => is_admin === 1)).toHaveLength(1)
    const appointed = await db.read((r) =>
      r
        .selectFrom('account_events')
        .select('id')
        .where('type', '=', 'account.administrator_appointed')
        .execute(),
    )
    expect(appointed).toHaveLength(1)
  })

  test('one account is created when two sign-ups race for the same contact', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    await app.signUp('first@example.org')
    const tokens = [await app.verify(email)]
    app.clock.advance(60_000)
    tokens.push(await app.verify(email))
    const settled = await Promise.allSettled(
      tokens.map((verification_token) =>
        app.call(signUp, { body: { email, password: PASSWORD, verification_token } }),
      ),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { error: 'already_exists' },
    })
    expect(await db.read((r) => r.selectFrom('users').select('sub').execute())).toHaveLength(2)
  })

  test('a failed sign-up does not use up the verification token', async () => {
    const app = await createTestAccount(await open())
    await app.signUp('siti@example.org', { username: 'siti' })
    const verification_token = await app.verify(email)
    const body = { email, verification_token, password: PASSWORD }
    const tries = [
      { ...body, password: 'password1' },
      { ...body, password: 'rahma@example.org' },
      { ...body, username: 'not a name' },
    ]
    for (const bad of tries) {
      const sent = { body: bad as typeof body }
      expect(await failure(app.call(signUp, sent))).toMatchObject({ error: 'invalid_argument' })
    }
    expect(await failure(app.call(signUp, { body: { ...body, username: 'SITI' } }))).toMatchObject({
      error: 'already_exists',
    })
    const credentials = await app.call(signUp, {
      body: { ...body, username: 'rahma', name: ' Rahma\u0007 N. ' },
    })
    expect(await app.call(getMe, { accessToken: credentials.access_token })).toMatchObject({
      username: 'rahma',
      name: 'Rahma N.',
    })
  })

  test('an account can be created without a password', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { access_token: accessToken } = await app.signUp(email, { password: undefined })
    const me = await app.call(getMe, { accessToken })
    expect(me).not.toHaveProperty('password')
    expect(await failure(app.signIn(email, ''.padEnd(8, 'x')))).toMatchObject({
      error: 'invalid_account_or_password',
    })
  })

  test('the error details of a sign-up say what is wrong with the password', async () => {
    const app = await createTestAccount(await open())
    const verification_token = await app.verify(email)
    const body = { email, verification_token, password: 'password1' }
    expect(await failure(app.call(signUp, { body }))).toMatchObject({
      details: [{ reason: 'password_too_common', metadata: { field: 'password' } }],
    })
  })

  test('signing up with a verified contact that has an account answers already_exists', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email)
    app.clock.advance(60_000)
    const verification_token = await app.verify(email)
    const body = { email, verification_token, password: PASSWORD }
    expect(await failure(app.call(signUp, { body }))).toMatchObject({
      error: 'already_exists',
      code: 6,
    })
  })

  test('sign-up refuses an unregistered client', async () => {
    const app = await createTestAccount(await open())
    const verification_token = await app.verify(email)
    const body = { email, verification_token, password: PASSWORD }
    const caller = { clientId: 'somebody-elses' }
    expect(await failure(app.call(signUp, { body, caller }))).toMatchObject({
      error: 'unauthorized_client',
    })
    await app.call(signUp, { body, caller: { clientId: undefined } })
  })

  test('a person can sign up by phone number', async () => {
    const app = await createTestAccount(await open())
    const phone_number = '+62 812-3456-789'
    const { verification_id } = await app.call(sendVerification, {
      body: { phone_number, usage: 'REGISTER' },
    })
    const sms = app.outbox.messages()[0]
    expect(sms).toMatchObject({ channel: 'sms', to: '+628123456789' })
    const { verification_token } = await app.call(checkVerification, {
      body: { verification_id, verification_code: sms?.code ?? '' },
    })
    const body = { phone_number: '+628123456789', verification_token, password: PASSWORD }
    const { access_token: accessToken } = await app.call(signUp, { body })
    expect(await app.call(getMe, { accessToken })).toMatchObject({ phone_number: '+62********89' })
  })
})
