import {
  bindContact,
  checkVerification,
  getMe,
  grantSudo,
  sendVerification,
} from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'

const mine = 'rahma@example.org'
const theirs = 'siti@example.org'

type Rule = 'DEFAULT' | 'DELETE_ACCOUNT_TRANSFER' | 'TRANSFER'

async function sudo(app: TestAccount, accessToken: string, email: string): Promise<string> {
  app.clock.advance(60_000)
  const body = { verification_token: await app.verify(email, 'DEFAULT') }
  return (await app.call(grantSudo, { body, accessToken })).sudo_token
}

async function bind(
  app: TestAccount,
  accessToken: string,
  email: string,
  conflict_resolution?: Rule,
) {
  const sudoToken = await sudo(app, accessToken, mine)
  app.clock.advance(60_000)
  const verification_token = await app.verify(email, 'EMAIL_ADDRESS_CHANGE')
  const body = { email, verification_token, conflict_resolution }
  return app.call(bindContact, { body, accessToken, sudoToken })
}

onEachDatabase((open) => {
  /** An administrator first, so that the others are none. */
  async function start(also: { password?: string | undefined; username?: string } = {}) {
    const db = await open()
    const app = await createTestAccount(db)
    await app.signUp('admin@example.org', { password: undefined })
    const me = await app.signUp(mine, { password: undefined })
    const other = await app.signUp(theirs, { password: undefined, ...also })
    const row = (sub: string) =>
      db.read((r) => r.selectFrom('users').selectAll().where('sub', '=', sub).executeTakeFirst())
    return { db, app, me, other, row, accessToken: me.access_token }
  }

  describe('setting a contact', () => {
    test('[ACC-44] [CAL-28] changing the e-mail address sends a notice to the old and the new address', async () => {
      const { app, accessToken, row, me } = await start()
      expect(await bind(app, accessToken, 'new@example.org')).toEqual({})
      expect(await row(me.sub)).toMatchObject({ email: 'new@example.org', email_verified: 1 })
      await app.account.settled()
      const told = app.outbox.messages().filter(({ purpose }) => purpose === 'contactChanged')
      expect(told.map(({ to }) => to).sort()).toEqual(['new@example.org', mine])
      // The old address is nobody's now.
      app.clock.advance(60_000)
      await app.signUp(mine, { password: undefined })
    })

    test('a phone number can be added beside the e-mail address', async () => {
      const { app, accessToken, row, me } = await start()
      const sudoToken = await sudo(app, accessToken, mine)
      const phone_number = '+62 812-3456-789'
      const { verification_id } = await app.call(sendVerification, {
        body: { phone_number, usage: 'PHONE_NUMBER_CHANGE' },
      })
      const verification_code = app.outbox.messages().find(({ code }) => code)?.code ?? ''
      const { verification_token } = await app.call(checkVerification, {
        body: { verification_id, verification_code },
      })
      const body = { phone_number, verification_token }
      await app.call(bindContact, { body, accessToken, sudoToken })
      expect(await row(me.sub)).toMatchObject({ email: mine, phone_number: '+628123456789' })
    })

    test('setting a contact needs a sudo token and a verification of this very contact', async () => {
      const { app, accessToken, row, me } = await start()
      const verification_token = await app.verify('new@example.org', 'EMAIL_ADDRESS_CHANGE')
      const email = 'new@example.org'
      const body = { email, verification_token }
      expect(await failure(app.call(bindContact, { body, accessToken }))).toMatchObject({
        error: 'permission_denied',
      })
      const sudoToken = await sudo(app, accessToken, mine)
      const signUpToken = await app.verify('third@example.org', 'REGISTER')
      for (const wrong of [
        { ...body, email: 'third@example.org' },
        { email: 'third@example.org', verification_token: signUpToken },
        { email: theirs, verification_token },
      ]) {
        const sent = { body: wrong, accessToken, sudoToken }
        expect(await failure(app.call(bindContact, sent))).toMatchObject({
          error: 'invalid_verification_code',
        })
      }
      expect(await row(me.sub)).toMatchObject({ email: mine })
    })
  })

  describe('a contact of another account', () => {
    test('by default a contact of another account stays with that account', async () => {
      const { app, accessToken, row, other } = await start()
      for (const rule of ['DEFAULT', undefined] as const) {
        expect(await failure(bind(app, accessToken, theirs, rule))).toMatchObject({
          error: 'already_exists',
        })
      }
      expect(await row(other.sub)).toMatchObject({ email: theirs, status: 'ACTIVE' })
    })

    test('TRANSFER takes the contact, and the other account stays if it has another way to sign in', async () => {
      const { app, accessToken, row, me, other } = await start({
        password: PASSWORD,
        username: 'siti',
      })
      await bind(app, accessToken, theirs, 'TRANSFER')
      expect(await row(me.sub)).toMatchObject({ email: theirs })
      expect(await row(other.sub)).toMatchObject({ email: null, status: 'ACTIVE' })
      await app.call(getMe, { accessToken: other.access_token })
    })

    test('TRANSFER takes the contact and deletes the other account if it has no other way to sign in', async () => {
      const { app, accessToken, row, other } = await start()
      await bind(app, accessToken, theirs, 'TRANSFER')
      expect(await row(other.sub)).toMatchObject({ email: null, status: 'DELETING' })
      expect(await failure(app.call(getMe, { accessToken: other.access_token }))).toMatchObject({
        error: 'unauthenticated',
      })
    })

    test('DELETE_ACCOUNT_TRANSFER takes the contact and always deletes the other account', async () => {
      const { app, accessToken, row, other } = await start({ password: PASSWORD, username: 'siti' })
      await bind(app, accessToken, theirs, 'DELETE_ACCOUNT_TRANSFER')
      expect(await row(other.sub)).toMatchObject({ email: null, status: 'DELETING' })
    })

    test('a contact cannot be taken from an administrator, a frozen account or an account with a second step', async () => {
      const { db, app, accessToken, row, other } = await start()
      const change = (set: object) =>
        db.write((w) => w.updateTable('users').set(set).where('sub', '=', other.sub).execute())
      const refused = { error: 'failed_precondition' }
      await change({ is_admin: 1 })
      expect(await failure(bind(app, accessToken, theirs, 'TRANSFER'))).toMatchObject(refused)
      await change({ is_admin: 0, status: 'FROZEN' })
      expect(await failure(bind(app, accessToken, theirs, 'TRANSFER'))).toMatchObject(refused)
      await change({ status: 'ACTIVE' })
      await db.write((w) =>
        w
          .insertInto('two_factors')
          .values({
            sub: other.sub,
            method: 'EMAIL',
            secret: null,
            confirmed_at: 1,
            last_step: null,
            created_at: 1,
          })
          .execute(),
      )
      expect(
        await failure(bind(app, accessToken, theirs, 'DELETE_ACCOUNT_TRANSFER')),
      ).toMatchObject(refused)
      expect(await row(other.sub)).toMatchObject({ email: theirs, status: 'ACTIVE' })
    })

    test('[ENT-17] an address that is set but not verified is verified by a code, named as the profile shows it', async () => {
      const { db, app, accessToken, row, me } = await start()
      await db.write((w) =>
        w.updateTable('users').set({ email_verified: 0 }).where('sub', '=', me.sub).execute(),
      )
      const { email } = await app.call(getMe, { accessToken })
      expect(email).toBe('r***@example.org')
      const sudoToken = await sudo(app, accessToken, mine)
      const bindWith = (verification_token: string) =>
        app.call(bindContact, { body: { email, verification_token }, accessToken, sudoToken })
      app.clock.advance(60_000)
      const ofAnother = await app.verify('rina@example.org', 'EMAIL_ADDRESS_VERIFICATION')
      expect(await failure(bindWith(ofAnother))).toMatchObject({
        error: 'invalid_verification_code',
      })
      const own = { target: 'CUR_USER', usage: 'EMAIL_ADDRESS_VERIFICATION' } as const
      const { verification_id } = await app.call(sendVerification, {
        body: { email, ...own },
        accessToken,
      })
      const verification_code = app.outbox.messages()[0]?.code ?? ''
      const { verification_token } = await app.call(checkVerification, {
        body: { verification_id, verification_code },
      })
      expect(await bindWith(verification_token)).toEqual({})
      expect(await row(me.sub)).toMatchObject({ email: mine, email_verified: 1 })
      await app.account.settled()
      expect(app.outbox.messages().some(({ purpose }) => purpose === 'contactChanged')).toBe(false)
    })

    test('when two accounts bind a contact at the same moment, exactly one gets it', async () => {
      const { app, me, other } = await start()
      const tokens = [await app.verify('new@example.org', 'EMAIL_ADDRESS_CHANGE')]
      app.clock.advance(60_000)
      tokens.push(await app.verify('new@example.org', 'EMAIL_ADDRESS_CHANGE'))
      const people = [
        { ...me, sudoToken: await sudo(app, me.access_token, mine) },
        { ...other, sudoToken: await sudo(app, other.access_token, theirs) },
      ]
      const settled = await Promise.allSettled(
        people.map(({ access_token: accessToken, sudoToken }, i) =>
          app.call(bindContact, {
            body: { email: 'new@example.org', verification_token: tokens[i] ?? '' },
            accessToken,
            sudoToken,
          }),
        ),
      )
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { error: 'already_exists' },
      })
    })
  })
})
