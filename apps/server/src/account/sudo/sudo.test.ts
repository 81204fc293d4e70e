import {
  type Credentials,
  createSignInToken,
  grantSudo,
  setPassword,
  signInWithToken,
} from '@awan/protocol/account'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'

const email = 'rahma@example.org'
const NEW_PASSWORD = 'nine dry raincoats'

type Session = Pick<Credentials, 'access_token'>

async function sudo(app: TestAccount, { access_token }: Session, password = PASSWORD) {
  const answer = await app.call(grantSudo, { body: { password }, accessToken: access_token })
  expect(answer.expires_in).toBe(300)
  return answer.sudo_token
}

/** Another session, made from this one. */
async function handOn(app: TestAccount, { access_token: accessToken }: Session): Promise<Session> {
  const { signin_token } = await app.call(createSignInToken, { accessToken, body: {} })
  return app.call(signInWithToken, { body: { signin_token } })
}

function change(
  app: TestAccount,
  { access_token }: Credentials,
  sudoToken?: string,
  new_password = NEW_PASSWORD,
) {
  const sent = { body: { new_password }, accessToken: access_token }
  return app.call(setPassword, sudoToken === undefined ? sent : { ...sent, sudoToken })
}

const denied = { error: 'permission_denied', code: 7 }

onEachDatabase((open) => {
  describe('sudo', () => {
    test('[ACC-42] [CAL-27] sudo is granted for the right password only', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const credentials = await app.signUp(email)
      app.clock.advance(1000)
      expect(await failure(sudo(app, credentials, 'wrong password'))).toMatchObject({
        error: 'invalid_password',
        code: 4010,
      })
      app.clock.advance(1000)
      await sudo(app, credentials)
      const types = await db.read((r) =>
        r.selectFrom('account_events').select('type').orderBy('id').execute(),
      )
      expect(types.map(({ type }) => type).slice(-2)).toEqual([
        'account.sudo_refused',
        'account.sudo_granted',
      ])
    })

    test('a sudo token is valid for its own session only, for five minutes', async () => {
      const app = await createTestAccount(await open())
      const mine = await app.signUp(email)
      const myOther = await app.signIn(email)
      const theirs = await app.signUp('siti@example.org')
      const token = await sudo(app, mine)
      const { guards } = app.account
      const asked = async (credentials: Credentials, sudoToken: string | undefined) =>
        guards.checkSudo(await guards.authenticate(credentials.access_token), sudoToken)

      await asked(mine, token)
      expect(await failure(asked(mine, undefined))).toMatchObject(denied)
      expect(await failure(asked(mine, mine.access_token))).toMatchObject(denied)
      expect(await failure(asked(mine, `${token}x`))).toMatchObject(denied)
      expect(await failure(asked(myOther, token))).toMatchObject(denied)
      expect(await failure(asked(theirs, token))).toMatchObject(denied)
      app.clock.advance(300_000 - 1)
      await asked(mine, token)
      app.clock.advance(1)
      expect(await failure(asked(mine, token))).toMatchObject(denied)
    })

    test('a code sent to a contact of the account gives sudo, once', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const { access_token: accessToken } = await app.signUp(email, { password: undefined })
      app.clock.advance(60_000)
      const body = { verification_token: await app.verify(email, 'DEFAULT') }
      const { sudo_token } = await app.call(grantSudo, { body, accessToken })
      const { guards } = app.account
      await guards.checkSudo(await guards.authenticate(accessToken), sudo_token)
      expect(await failure(app.call(grantSudo, { body, accessToken }))).toMatchObject({
        error: 'expired_verification_code',
      })
    })

    test('a code sent to another contact or for another purpose gives no sudo', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const { access_token: accessToken } = await app.signUp(email, { password: undefined })
      app.clock.advance(60_000)
      const tokens = [
        await app.verify(email, 'SIGN_IN'),
        await app.verify('siti@example.org', 'DEFAULT'),
        'made-up',
      ]
      for (const verification_token of tokens) {
        const body = { verification_token }
        expect(await failure(app.call(grantSudo, { body, accessToken }))).toMatchObject({
          error: 'invalid_verification_code',
        })
      }
      for (const body of [{}, { password: PASSWORD, verification_token: 'made-up' }]) {
        expect(await failure(app.call(grantSudo, { body, accessToken }))).toMatchObject({
          error: 'invalid_argument',
        })
      }
      const refused = await db.read((r) =>
        r
          .selectFrom('account_events')
          .select('id')
          .where('type', '=', 'account.sudo_refused')
          .execute(),
      )
      expect(refused).toHaveLength(3)
    })

    test('a sudo token does not work as an access token', async () => {
      const app = await createTestAccount(await open())
      const token = await sudo(app, await app.signUp(email))
      expect(await failure(app.account.guards.authenticate(token))).toMatchObject({
        error: 'unauthenticated',
      })
    })

    test('sudo allows ten wrong passwords per session', async () => {
      const app = await createTestAccount(await open())
      const stolen = await app.signUp(email)
      const own = await app.signIn(email)
      for (let i = 0; i < 10; i++) {
        expect(await failure(sudo(app, stolen, 'wrong password'))).toMatchObject({
          error: 'invalid_password',
        })
      }
      expect(await failure(sudo(app, stolen))).toMatchObject({ error: 'resource_exhausted' })
      await sudo(app, own)
    })

    test('sessions that a session makes of itself share its ten wrong passwords', async () => {
      const app = await createTestAccount(await open())
      const stolen = await app.signUp(email)
      const own = await app.signIn(email)
      for (let i = 0; i < 10; i++) {
        const more = await handOn(app, i % 2 === 0 ? stolen : await handOn(app, stolen))
        expect(await failure(sudo(app, more, 'wrong password'))).toMatchObject({
          error: 'invalid_password',
        })
      }
      for (const session of [stolen, await handOn(app, stolen)]) {
        expect(await failure(sudo(app, session))).toMatchObject({ error: 'resource_exhausted' })
      }
      await sudo(app, own)
    })

    test('a person has thirty wrong passwords for sudo in 15 minutes, in however many sessions', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      const sessions: Credentials[] = []
      for (let i = 0; i < 5; i++) sessions.push(await app.signIn(email))
      // The right one gives its try back.
      for (const session of sessions) await sudo(app, session)
      for (let i = 0; i < 30; i++) {
        const session = sessions[i % 5] as Credentials
        expect(await failure(sudo(app, session, 'wrong password'))).toMatchObject({
          error: 'invalid_password',
        })
      }
      for (const session of sessions) {
        expect(await failure(sudo(app, session))).toMatchObject({ error: 'resource_exhausted' })
      }
      app.clock.advance(15 * 60_000)
      await sudo(app, sessions[0] as Credentials)
    })
  })

  describe('setting a password', () => {
    test('[ACC-44] setting a password needs a sudo token', async () => {
      const app = await createTestAccount(await open())
      const credentials = await app.signUp(email)
      expect(await failure(change(app, credentials))).toMatchObject(denied)
      await app.signIn(email, PASSWORD)
    })

    test('[ACC-5] [CAL-29] setting a password replaces the old one, ends all other sessions and mails the owner', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const mine = await app.signUp(email)
      const others = [await app.signIn(email), await app.signIn(email)]
      const stranger = await app.signUp('siti@example.org')
      expect(await change(app, mine, await sudo(app, mine))).toEqual({})

      const { guards } = app.account
      await guards.authenticate(mine.access_token)
      await guards.authenticate(stranger.access_token)
      for (const { access_token } of others) {
        expect(await failure(guards.authenticate(access_token))).toMatchObject({
          error: 'unauthenticated',
        })
      }
      expect(await failure(app.signIn(email, PASSWORD))).toMatchObject({
        error: 'invalid_account_or_password',
      })
      await app.signIn(email, NEW_PASSWORD)

      await app.account[Symbol.asyncDispose]()
      const mails = app.outbox.messages().filter(({ purpose }) => purpose === 'passwordChanged')
      expect(mails).toMatchObject([{ to: email }])
      const event = await db.read((r) =>
        r
          .selectFrom('account_events')
          .selectAll()
          .where('type', '=', 'account.password_changed')
          .executeTakeFirstOrThrow(),
      )
      expect(JSON.parse(event.envelope).data).toMatchObject({
        sessions_ended: 2,
        session_id: decodeJwt(mine.access_token).sid,
      })
      expect(event.envelope).not.toContain(NEW_PASSWORD)
    })

    test('a weak new password is refused and changes nothing', async () => {
      const app = await createTestAccount(await open())
      const mine = await app.signUp(email)
      const other = await app.signIn(email)
      const token = await sudo(app, mine)
      for (const weak of ['password1', 'rahma@example.org']) {
        expect(await failure(change(app, mine, token, weak))).toMatchObject({
          error: 'invalid_argument',
        })
      }
      await app.account.guards.authenticate(other.access_token)
      await app.signIn(email, PASSWORD)
    })
  })
})
