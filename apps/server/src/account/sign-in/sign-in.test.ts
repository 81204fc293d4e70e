import { type Credentials, grantSudo, setPassword, signIn } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'

const email = 'rahma@example.org'

function events(db: Database, sub: string): Promise<string[]> {
  return db.read(async (r) => {
    const rows = await r
      .selectFrom('account_events')
      .select('type')
      .where('sub', '=', sub)
      .orderBy('id')
      .execute()
    return rows.map(({ type }) => type)
  })
}

async function fail(app: TestAccount, times: number, caller = {}): Promise<void> {
  for (let i = 0; i < times; i++) {
    expect(await failure(app.signIn(email, 'wrong password', caller))).toMatchObject({
      error: 'invalid_account_or_password',
    })
  }
}

onEachDatabase((open) => {
  test('[ACC-1] [CAL-1] a person signs in by e-mail in either field or by username, in any letter case', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { sub } = await app.signUp(email, { username: 'rahma' })
    const ways = [
      { email },
      { username: email },
      { username: 'RAHMA@example.org' },
      { username: 'Rahma' },
    ]
    for (const way of ways) {
      const credentials: Credentials = await app.call(signIn, {
        body: { ...way, password: PASSWORD },
      })
      expect(credentials.sub).toBe(sub)
    }
    expect((await events(db, sub)).filter((type) => type === 'account.signed_in')).toHaveLength(4)
  })

  test('[ACC-1] an unknown account and a wrong password get the same answer', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const { sub } = await app.signUp(email)
    const wrong = await failure(app.signIn(email, 'wrong password'))
    const unknown = await failure(app.signIn('nobody@example.org', 'wrong password'))
    expect(wrong).toBeInstanceOf(ServiceError)
    expect(JSON.stringify(wrong)).toBe(JSON.stringify(unknown))
    expect(wrong).toMatchObject({ error: 'invalid_account_or_password', code: 4022 })
    expect(await events(db, sub)).toContain('account.sign_in_failed')
  })

  test('a captcha is required after the same number of failures for known and unknown accounts', async () => {
    const app = await createTestAccount(await open())
    await app.signUp(email)
    const tries = async (to: string, deviceId: string) => {
      const names = []
      for (let i = 0; i < 5; i++) {
        names.push(
          ((await failure(app.signIn(to, 'wrong password', { deviceId }))) as ServiceError).error,
        )
      }
      return names
    }
    const known = await tries(email, 'a'.repeat(32))
    expect(await tries('nobody@example.org', 'b'.repeat(32))).toEqual(known)
    expect(known).toEqual([
      ...Array.from({ length: 3 }, () => 'invalid_account_or_password'),
      'captcha_required',
      'captcha_required',
    ])
  })

  test.each(['BLOCKED', 'PENDING'] as const)(
    'only a person who knows the password learns that the account is %s',
    async (status) => {
      const db = await open()
      const app = await createTestAccount(db)
      await app.signUp(email)
      await db.write((w) => w.updateTable('users').set({ status }).execute())
      expect(await failure(app.signIn(email, 'wrong password'))).toMatchObject({
        error: 'invalid_account_or_password',
      })
      const error = status === 'BLOCKED' ? 'user_blocked' : 'user_pending'
      expect(await failure(app.signIn(email))).toMatchObject({ error })
    },
  )

  test('no session survives that was opened with a password changed at the same moment', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const mine = await app.signUp(email)
    const { sudo_token: sudoToken } = await app.call(grantSudo, {
      body: { password: PASSWORD },
      accessToken: mine.access_token,
    })
    // Each of the others either comes too late or is ended by the change.
    const [changed, ...others] = await Promise.allSettled([
      app.call(setPassword, {
        body: { new_password: 'nine dry raincoats' },
        accessToken: mine.access_token,
        sudoToken,
      }),
      ...Array.from({ length: 6 }, (_, i) =>
        app.signIn(email, PASSWORD, { deviceId: `${i}`, address: `198.51.100.${i}` }),
      ),
    ])
    expect(changed?.status).toBe('fulfilled')
    for (const other of others) {
      if (other.status === 'rejected') continue
      const { access_token } = other.value as Credentials
      expect(await failure(app.account.guards.authenticate(access_token))).toMatchObject({
        error: 'unauthenticated',
      })
    }
    const live = await db.read((r) =>
      r.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute(),
    )
    expect(live).toHaveLength(1)
  })

  describe('failed sign-ins', () => {
    test('failed sign-ins of others require a captcha of the owner on a new device, but not on a known one', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      await fail(app, 3, { address: '198.51.100.66', deviceId: 'attacker' })
      await app.signIn(email)
      // A captcha is work and not a lock, and it is over in an hour.
      const newDevice = { deviceId: 'e'.repeat(32) }
      expect(await failure(app.signIn(email, PASSWORD, newDevice))).toMatchObject({
        error: 'captcha_required',
      })
      app.clock.advance(3600_000)
      await app.signIn(email, PASSWORD, newDevice)
    })

    test('a successful sign-in resets the count of failures', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      await fail(app, 2)
      await app.signIn(email)
      await fail(app, 3)
    })

    test('failed sign-ins from one address are counted over all accounts', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      await app.signUp(email)
      // An unknown account counts like any other: a captcha that comes sooner would tell.
      for (let i = 0; i < 19; i++) {
        await failure(app.signIn(`x${i}@example.org`, 'guess', { deviceId: `device-${i}` }))
      }
      const last = failure(app.signIn('x@example.org', 'guess', { deviceId: 'device' }))
      expect(await last).toMatchObject({ error: 'invalid_account_or_password' })
      expect(await failure(app.signIn(email))).toMatchObject({ error: 'captcha_required' })
      await app.signIn(email, PASSWORD, { address: '198.51.100.1' })
    })

    test('after 300 failures an address is refused on unknown devices, and other addresses are not affected', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      await app.signUp(email)
      const key = 'signin:address:203.0.113.7'
      const expires_at = app.clock.now() + 3600_000
      await db.write((w) =>
        w.insertInto('rate_limits').values({ key, points: 300, expires_at }).execute(),
      )
      const stranger = { deviceId: 'e'.repeat(32) }
      expect(await failure(app.signIn(email, PASSWORD, stranger))).toMatchObject({
        error: 'resource_exhausted',
      })
      await app.signIn(email, PASSWORD, { ...stranger, address: '198.51.100.1' })
      // Who shares the address with the attacker is asked for work on a known device, not refused.
      expect(await failure(app.signIn(email))).toMatchObject({ error: 'captcha_required' })
    })

    test('failed sign-ins at the same moment are all counted', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      const burst = Array.from({ length: 10 }, () => failure(app.signIn(email, 'wrong password')))
      const names = (await Promise.all(burst)).map((error) => (error as ServiceError).error)
      expect(names.filter((name) => name === 'invalid_account_or_password')).toHaveLength(3)
      expect(names.filter((name) => name === 'captcha_required')).toHaveLength(7)
    })
  })

  describe('signing in on a new device', () => {
    test('the owner gets a mail about a new device, in their language, and none about a known one', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email, { locale: 'id' })
      const mails = () => app.outbox.messages().filter(({ purpose }) => purpose === 'newDevice')
      await app.signIn(email)
      expect(mails()).toHaveLength(0)
      const phone = { deviceId: 'f'.repeat(32), deviceName: 'Phone\r\nBcc: all <b>', locale: 'ko' }
      await app.signIn(email, PASSWORD, phone)
      await app.account[Symbol.asyncDispose]()
      expect(mails()).toHaveLength(1)
      expect(mails()[0]?.to).toBe(email)
      expect(mails()[0]?.text).toContain('Perangkat: Phone Bcc: all <b>\n')
      await app.signIn(email, PASSWORD, phone)
      await app.account[Symbol.asyncDispose]()
      expect(mails()).toHaveLength(1)
    })

    test('a device without an id is recognised by its user agent', async () => {
      const app = await createTestAccount(await open())
      await app.signUp(email)
      const mails = () => app.outbox.messages().filter(({ purpose }) => purpose === 'newDevice')
      for (const userAgent of ['curl/8', 'curl/8', undefined, undefined]) {
        await app.signIn(email, PASSWORD, { deviceId: undefined, userAgent })
      }
      await app.account[Symbol.asyncDispose]()
      expect(mails()).toHaveLength(2)
    })
  })
})
