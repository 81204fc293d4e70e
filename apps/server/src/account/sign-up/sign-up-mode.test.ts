import {
  grantSudo,
  searchUsers,
  setUserStatus,
  signIn,
  signUp,
  signUpAnonymously,
} from '@awan/protocol/account'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD } from '../testing.ts'

const email = 'rahma@example.org'
const waiting = { error: 'user_pending', code: 4012 }
const closed = { error: 'registration_not_supported', code: 4039 }

onEachDatabase((open) => {
  test('[ACC-23] [ACC-24] with approval on, a new account cannot sign in until an administrator approves it', async () => {
    const db = await open()
    const app = await createTestAccount(db, { signUp: 'approval' })
    const { access_token: accessToken } = await app.signUp('admin@example.org')
    app.clock.advance(1)
    expect(await failure(app.signUp(email))).toMatchObject(waiting)
    const sessions = await db.read((r) => r.selectFrom('sessions').selectAll().execute())
    expect(sessions).toHaveLength(1)
    expect(await failure(app.signIn(email))).toMatchObject(waiting)
    app.clock.advance(60_000)
    const verification_token = await app.verify(email, 'SIGN_IN')
    const byCode = app.call(signIn, { body: { email, verification_token } })
    expect(await failure(byCode)).toMatchObject(waiting)
    // Who does not know the password learns nothing of it.
    expect(await failure(app.signIn(email, 'wrong password'))).toMatchObject({
      error: 'invalid_account_or_password',
    })

    const { users } = await app.call(searchUsers, { accessToken, query: { status: 'PENDING' } })
    expect(users).toMatchObject([{ email: 'r***@example.org', status: 'PENDING' }])
    const { sudo_token: sudoToken } = await app.call(grantSudo, {
      body: { password: PASSWORD },
      accessToken,
    })
    await app.call(setUserStatus, {
      accessToken,
      sudoToken,
      params: { sub: users[0]?.sub ?? '' },
      body: { status: 'ACTIVE' },
    })
    app.clock.advance(3600_000)
    await app.signIn(email)
    const types = await db.read((r) =>
      r
        .selectFrom('account_events')
        .select('type')
        .where('sub', '=', users[0]?.sub ?? '')
        .execute(),
    )
    expect(types).toContainEqual({ type: 'account.approved' })
  })

  test('a closed server accepts the first account only, and stores nothing of a refused one', async () => {
    const db = await open()
    const app = await createTestAccount(db, { signUp: 'closed' })
    await app.signUp('admin@example.org')
    expect(await failure(app.signUp(email))).toMatchObject(closed)
    const users = await db.read((r) => r.selectFrom('users').select('email').execute())
    expect(users).toEqual([{ email: 'admin@example.org' }])
    await app.signIn('admin@example.org')
  })

  test('when several sign-ups race on a closed server, one becomes the first account', async () => {
    const db = await open()
    const app = await createTestAccount(db, { signUp: 'closed' })
    const people = ['a@example.org', 'b@example.org', 'c@example.org']
    const tokens: string[] = []
    for (const person of people) tokens.push(await app.verify(person))
    const race = await Promise.allSettled(
      people.map((person, i) =>
        app.call(signUp, { body: { email: person, verification_token: tokens[i] ?? '' } }),
      ),
    )
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('an anonymous account cannot be upgraded on a closed server', async () => {
    const app = await createTestAccount(await open(), { signUp: 'closed', allowsAnonymous: true })
    await app.signUp('admin@example.org')
    const { access_token: anonymous_token } = await app.call(signUpAnonymously)
    expect(await failure(app.signUp(email, { anonymous_token }))).toMatchObject(closed)
  })
})
