import {
  createAppPassword,
  deleteMe,
  endOtherSessions,
  endUserSessions,
  getMe,
  resetPassword,
  revokeAppPassword,
  setAdministrator,
  setPassword,
  setUserStatus,
  turnOffSecondStep,
} from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestAccount, failure, type TestAccount } from '../testing.ts'
import { signUpWithTotp } from '../two-factor/testing.ts'
import { enter, makeAppPassword, withSudo } from './testing.ts'

const email = 'rahma@example.org'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const WRONG = `awan_${'a'.repeat(52)}`

onEachDatabase((open) => {
  async function start() {
    const db = await open()
    const app = await createTestAccount(db)
    const admin = await app.signUp('admin@example.org')
    const me = await app.signUp(email, { username: 'rahma' })
    return { db, app, admin, me }
  }

  const rows = (db: Database) =>
    db.read((reader) => reader.selectFrom('app_passwords').selectAll().execute())

  describe('signing in with an app password', () => {
    test('the id, the username and the proven address of its owner go with it, in any letter case', async () => {
      const { app, me } = await start()
      const { id, password } = await makeAppPassword(app, me)
      const use = { sub: me.sub, appPasswordId: id, readOnly: false, folder: undefined }
      for (const name of [me.sub, 'rahma', ' Rahma ', email, 'RAHMA@example.org']) {
        expect(await enter(app, name, password), name).toEqual(use)
      }
    })

    test('letter case, spaces and dashes in the password do not matter', async () => {
      const { app, me } = await start()
      const { password } = await makeAppPassword(app, me)
      const grouped = password.replaceAll(/(.{4})/g, '$1 ')
      for (const typed of [grouped, ` ${password}\n`, grouped.replaceAll(' ', '-').toUpperCase()]) {
        expect(await enter(app, 'rahma', typed)).toMatchObject({ sub: me.sub })
      }
    })

    test('a wrong password, an unknown name and the name of somebody else are refused alike', async () => {
      const { app, admin, me } = await start()
      const { password } = await makeAppPassword(app, me)
      for (const [name, typed] of [
        ['rahma', WRONG],
        ['nobody', WRONG],
        ['nobody', password],
        ['admin@example.org', password],
        [admin.sub, password],
        ['', password],
        ['+1', password],
        ['+', password],
        ['rahma', ''],
        ['rahma', password.slice(0, -1)],
        ['rahma', 'seven wet umbrellas'],
        ['rahma', 'x'.repeat(100_000)],
        ['r'.repeat(100_000), password],
        ['\0', '\0'],
      ] as const) {
        expect(await enter(app, name, typed)).toBeUndefined()
      }
    })

    test('an address that its owner has not proven does not go with it', async () => {
      const { db, app, me } = await start()
      const { password } = await makeAppPassword(app, me)
      await db.write((w) =>
        w.updateTable('users').set({ email_verified: 0 }).where('sub', '=', me.sub).execute(),
      )
      expect(await enter(app, email, password)).toBeUndefined()
      expect(await enter(app, 'rahma', password)).toBeDefined()
    })

    test('it says whether it may only read', async () => {
      const { app, me } = await start()
      const { password } = await makeAppPassword(app, me, { read_only: true })
      expect(await enter(app, 'rahma', password)).toMatchObject({ readOnly: true })
    })

    test('no account call takes it, neither as a bearer token nor in place of the password', async () => {
      const { app, me } = await start()
      const { password } = await makeAppPassword(app, me)
      expect(await failure(app.call(getMe, { accessToken: password }))).toMatchObject({
        error: 'unauthenticated',
      })
      expect(await failure(app.signIn(email, password))).toMatchObject({
        error: 'invalid_account_or_password',
      })
    })

    test('another process on the same database accepts it, and refuses it once it is revoked', async () => {
      const { db, app, me } = await start()
      const other = await createTestAccount(db, { clock: app.clock })
      const { id, password } = await makeAppPassword(app, me)
      expect(await enter(other, 'rahma', password)).toMatchObject({ appPasswordId: id })
      expect(await other.account.appPasswords.isValid(id)).toBe(true)
      await app.call(revokeAppPassword, { accessToken: me.access_token, params: { id } })
      expect(await enter(other, 'rahma', password)).toBeUndefined()
      expect(await other.account.appPasswords.isValid(id)).toBe(false)
    })

    test('of very many, those that still work are found', async () => {
      const { app, me } = await start()
      const [first, last] = [await makeAppPassword(app, me), await makeAppPassword(app, me)]
      const unknown = Array.from({ length: 1_200 }, (_, at) => `unknown${at}`)
      const { findValid } = app.account.appPasswords
      expect(await findValid([])).toEqual(new Set())
      expect(await findValid([first.id, ...unknown, last.id])).toEqual(new Set([first.id, last.id]))
    })

    test('the table holds neither the password nor a plain hash of it', async () => {
      const { db, app, me } = await start()
      const { password } = await makeAppPassword(app, me)
      expect(password).toMatch(/^awan_[a-z2-7]{52}$/)
      const [row] = await rows(db)
      expect(JSON.stringify(row)).not.toContain(password.slice(5))
      const otherKey = { refreshKey: Buffer.alloc(32, 1), codeKey: Buffer.alloc(32, 9) }
      const elsewhere = await createTestAccount(db, { clock: app.clock, secrets: otherKey })
      expect(await enter(elsewhere, 'rahma', password)).toBeUndefined()
    })
  })

  describe('its last use', () => {
    test('the last use has time, address and program, and is written once in a minute', async () => {
      const { db, app, me } = await start()
      const { password } = await makeAppPassword(app, me)
      const startedAt = app.clock.now()
      await enter(app, 'rahma', password)
      await app.account.settled()
      const used = { last_used_at: startedAt, last_address: '198.51.100.4' }
      expect(await rows(db)).toMatchObject([{ ...used, last_user_agent: 'davfs2/1.6.1' }])
      app.clock.advance(MINUTE_MS - 1)
      await enter(app, 'rahma', password, { address: '203.0.113.9', userAgent: undefined })
      await app.account.settled()
      expect(await rows(db)).toMatchObject([used])
      app.clock.advance(1)
      await enter(app, 'rahma', password, { address: '203.0.113.9', userAgent: 'x'.repeat(999) })
      await app.account.settled()
      expect(await rows(db)).toMatchObject([
        {
          last_used_at: startedAt + MINUTE_MS,
          last_address: '203.0.113.9',
          last_user_agent: 'x'.repeat(256),
        },
      ])
    })

    test('a refused attempt is no use', async () => {
      const { db, app, me } = await start()
      const { password } = await makeAppPassword(app, me)
      await enter(app, 'nobody', password)
      await app.account.settled()
      expect(await rows(db)).toMatchObject([{ last_used_at: null, last_address: null }])
    })
  })

  describe('limits', () => {
    const tooMany = { error: 'resource_exhausted' }

    async function fail(app: TestAccount, times: number, address: (at: number) => string) {
      for (let at = 0; at < times; at++) {
        await enter(app, 'rahma', WRONG, { address: address(at) })
      }
    }

    test('a flood of wrong passwords is refused, and the right password works from everywhere meanwhile', async () => {
      const { app, me } = await start()
      const { password } = await makeAppPassword(app, me)
      await fail(app, 100, (at) => `198.18.0.${at}`)
      expect(await failure(enter(app, 'rahma', WRONG, { address: '192.0.2.1' }))).toMatchObject(
        tooMany,
      )
      for (const address of ['192.0.2.1', '198.18.0.1']) {
        expect(await enter(app, 'rahma', password, { address })).toBeDefined()
      }
      app.clock.advance(60 * MINUTE_MS)
      expect(await enter(app, 'rahma', WRONG)).toBeUndefined()
    })

    test('an address that fails for many names is refused, whether or not they exist', async () => {
      const { app, me } = await start()
      const { password } = await makeAppPassword(app, me)
      for (let at = 0; at < 300; at++) await enter(app, `name${at}`, WRONG)
      for (const name of ['rahma', 'nobody']) {
        expect(await failure(enter(app, name, WRONG))).toMatchObject(tooMany)
      }
      expect(await enter(app, 'rahma', password)).toBeDefined()
      expect(await enter(app, 'rahma', WRONG, { address: '192.0.2.1' })).toBeUndefined()
    })

    test('a right password counts against no limit', async () => {
      const { db, app, me } = await start()
      const { password } = await makeAppPassword(app, me)
      for (let at = 0; at < 20; at++) await enter(app, 'rahma', password)
      const counted = await db.read((reader) =>
        reader.selectFrom('rate_limits').select('key').where('key', 'like', 'app-%').execute(),
      )
      expect(counted).toEqual([])
    })
  })

  describe('the end of an app password', () => {
    async function startUsed() {
      const stage = await start()
      const { id, password } = await makeAppPassword(stage.app, stage.me)
      const works = async () => {
        const isLetIn = (await enter(stage.app, stage.me.sub, password)) !== undefined
        const { appPasswords } = stage.app.account
        expect(await appPasswords.isValid(id)).toBe(isLetIn)
        expect(await appPasswords.findValid([id, 'unknown'])).toEqual(new Set(isLetIn ? [id] : []))
        return isLetIn
      }
      expect(await works()).toBe(true)
      const asAdmin = async () => withSudo(stage.app, stage.admin)
      return { ...stage, id, password, works, asAdmin, params: { sub: stage.me.sub } }
    }

    test('it stops at its expiry, stays in the table for 30 days, and is removed then', async () => {
      const { db, app, me } = await start()
      const expires_at = new Date(app.clock.now() + DAY_MS).toISOString()
      const { id, password } = await makeAppPassword(app, me, { expires_at })
      app.clock.advance(DAY_MS - 1)
      expect(await enter(app, 'rahma', password)).toBeDefined()
      app.clock.advance(1)
      expect(await enter(app, 'rahma', password)).toBeUndefined()
      expect(await app.account.appPasswords.isValid(id)).toBe(false)
      expect(await app.account.appPasswords.findValid([id])).toEqual(new Set())
      const removeExpired = () =>
        app.account.housekeeping.find(({ name }) => name === 'expired app passwords')?.run()
      app.clock.advance(30 * DAY_MS - 1)
      await removeExpired()
      expect(await rows(db)).toHaveLength(1)
      app.clock.advance(1)
      await removeExpired()
      expect(await rows(db)).toEqual([])
    })

    test.each(['FROZEN', 'BLOCKED', 'UNDER_REVIEW'] as const)(
      'an account that becomes %s loses its app passwords, also when it is released',
      async (status) => {
        const { app, works, asAdmin, params } = await startUsed()
        await app.call(setUserStatus, { ...(await asAdmin()), params, body: { status } })
        expect(await works()).toBe(false)
        const released = { status: 'ACTIVE' } as const
        await app.call(setUserStatus, { ...(await asAdmin()), params, body: released })
        expect(await works()).toBe(false)
      },
    )

    test('it ends when its owner changes the password', async () => {
      const { app, me, works } = await startUsed()
      const body = { new_password: 'nine dry raincoats' }
      await app.call(setPassword, { ...(await withSudo(app, me)), body })
      expect(await works()).toBe(false)
    })

    test('it ends when its owner resets the password', async () => {
      const { app, works } = await startUsed()
      app.clock.advance(MINUTE_MS)
      const verification_token = await app.verify(email, 'PASSWORD_RESET')
      const new_password = 'nine dry raincoats'
      await app.call(resetPassword, { body: { email, verification_token, new_password } })
      expect(await works()).toBe(false)
    })

    test('it ends when its owner asks for the deletion of the account', async () => {
      const { app, me, works } = await startUsed()
      await app.call(deleteMe, await withSudo(app, me))
      expect(await works()).toBe(false)
    })

    test('it ends when an administrator signs its owner out everywhere', async () => {
      const { db, app, works, asAdmin, params, me } = await startUsed()
      await app.call(endUserSessions, { ...(await asAdmin()), params, body: {} })
      expect(await works()).toBe(false)
      const events = await db.read((reader) =>
        reader.selectFrom('account_events').select('envelope').where('sub', '=', me.sub).execute(),
      )
      expect(JSON.stringify(events)).toContain('\\"app_passwords_ended\\":1')
    })

    test('it ends when an administrator turns the second step of its owner off', async () => {
      const app = await createTestAccount(await open())
      const admin = await app.signUp('admin@example.org')
      const person = await signUpWithTotp(app, email)
      const { password } = await makeAppPassword(app, person.credentials)
      await app.call(turnOffSecondStep, {
        ...(await withSudo(app, admin)),
        params: { sub: person.credentials.sub },
        body: {},
      })
      expect(await enter(app, email, password)).toBeUndefined()
    })

    test('it stays when its owner signs out other devices, or becomes an administrator', async () => {
      const { app, me, works, asAdmin, params } = await startUsed()
      await app.call(endOtherSessions, { accessToken: me.access_token })
      const body = { is_administrator: true }
      await app.call(setAdministrator, { ...(await asAdmin()), params, body })
      expect(await works()).toBe(true)
    })

    test('it is gone with the account', async () => {
      const { db, app, me } = await startUsed()
      await db.write((w) => w.deleteFrom('users').where('sub', '=', me.sub).execute())
      expect(await rows(db)).toEqual([])
      expect(await failure(app.call(createAppPassword, { body: { name: 'x' } }))).toBeDefined()
    })
  })
})
