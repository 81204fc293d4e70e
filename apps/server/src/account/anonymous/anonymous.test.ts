import { isAnonymousSub } from '@awan/protocol'
import {
  bindContact,
  getDeletionEligibility,
  getMe,
  mergeAnonymous,
  queryUsers,
  signUp,
  signUpAnonymously,
  updateProfile,
} from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import type { EventLog } from '../events/events.ts'
import { createTestAccount, failure, type TestAccount } from '../testing.ts'
import { createAnonymousUpgrade } from './anonymous-upgrade.ts'
import { ANONYMOUS_TTL_MS } from './expire-anonymous.ts'

const email = 'rahma@example.org'
const phone = { deviceId: 'a'.repeat(32) }
const laptop = { deviceId: 'b'.repeat(32) }

async function runChore(app: TestAccount, name: string): Promise<void> {
  await app.account.housekeeping.find((chore) => chore.name === name)?.run()
}

onEachDatabase((open) => {
  async function start() {
    const db = await open()
    const moves: string[][] = []
    const removed: string[] = []
    const app = await createTestAccount(db, {
      allowsAnonymous: true,
      accountFiles: [
        {
          remove: async (sub) => void removed.push(sub),
          groupsShrink: async () => async () => undefined,
          groupRemoved: async () => undefined,
          membershipChanged: async () => undefined,
          findFolder: async () => undefined,
          listShares: async () => [],
          listSavedSearches: async () => [],
          handOver: async (_writer, { from, to, folderName }) =>
            void moves.push([from, to, folderName]),
          list: async function* () {},
        },
      ],
    })
    const users = async () =>
      (await db.read((r) => r.selectFrom('users').select('sub').orderBy('sub').execute())).map(
        ({ sub }) => sub,
      )
    return { db, app, moves, removed, users }
  }

  describe('anonymous sign-up', () => {
    test('[ACC-3] [ACC-40] [CAL-5] [ENT-3] each device gets one anonymous account', async () => {
      const { app, users } = await start()
      const first = await app.call(signUpAnonymously, { caller: phone })
      const again = await app.call(signUpAnonymously, { caller: phone })
      const other = await app.call(signUpAnonymously, { caller: laptop })
      expect(isAnonymousSub(first.sub)).toBe(true)
      expect(again.sub).toBe(first.sub)
      expect(other.sub).not.toBe(first.sub)
      expect(first.scope.split(' ')).toContain('anonymous')
      expect(await users()).toHaveLength(2)
      expect(first.sub).not.toContain(phone.deviceId)
      expect(await app.call(getMe, { accessToken: again.access_token })).toMatchObject({
        sub: first.sub,
        status: 'ACTIVE',
        groups: [],
      })
    })

    test('[ERR-62] anonymous sign-up is refused unless the operator allows it', async () => {
      const app = await createTestAccount(await open())
      expect(await failure(app.call(signUpAnonymously, { caller: phone }))).toMatchObject({
        error: 'registration_not_supported',
        code: 4039,
      })
    })

    test('anonymous sign-up needs a device id that is not too short', async () => {
      const { app } = await start()
      for (const deviceId of [undefined, 'short']) {
        expect(await failure(app.call(signUpAnonymously, { caller: { deviceId } }))).toMatchObject({
          error: 'invalid_argument',
        })
      }
    })

    test('an anonymous account never becomes the administrator; the first registered account does', async () => {
      const { app } = await start()
      const first = await app.call(signUpAnonymously, { caller: phone })
      expect(await app.account.isFirstRun()).toBe(true)
      expect((await app.call(getMe, { accessToken: first.access_token })).groups).toEqual([])
      const { access_token: accessToken } = await app.signUp(email, { password: undefined })
      expect((await app.call(getMe, { accessToken })).groups).toEqual([{ id: 'administrators' }])
    })

    test('an anonymous account cannot search people, set a username, request deletion, get sudo or bind a contact', async () => {
      const { app } = await start()
      const { access_token: accessToken } = await app.call(signUpAnonymously, { caller: phone })
      const { guards } = app.account
      const query = { email }
      expect(await failure(app.call(queryUsers, { query, accessToken }))).toMatchObject({
        error: 'permission_denied',
      })
      const body = { username: 'rahma' }
      expect(await failure(app.call(updateProfile, { body, accessToken }))).toMatchObject({
        error: 'failed_precondition',
      })
      expect(await app.call(getDeletionEligibility, { accessToken })).toMatchObject({
        eligible: false,
        reasons: ['anonymous_account'],
      })
      const user = await guards.authenticate(accessToken)
      expect(await failure(guards.checkSudo(user, undefined))).toMatchObject({
        error: 'permission_denied',
      })
      const binding = { email, verification_token: 'x' }
      expect(await failure(app.call(bindContact, { body: binding, accessToken }))).toMatchObject({
        error: 'permission_denied',
      })
    })
  })

  describe('signing up after anonymous use', () => {
    test('signing up moves the files and events of the anonymous account and removes it', async () => {
      const { db, app, moves, users } = await start()
      const before = await app.call(signUpAnonymously, { caller: phone })
      app.clock.advance(1000)
      const after = await app.signUp(email, {
        password: undefined,
        anonymous_token: before.access_token,
      })
      expect(moves).toEqual([[before.sub, after.sub, '']])
      expect(await users()).toEqual([after.sub])
      expect(await failure(app.call(getMe, { accessToken: before.access_token }))).toMatchObject({
        error: 'unauthenticated',
      })
      const events = await db.read((r) =>
        r.selectFrom('account_events').select(['sub', 'type']).orderBy('id').execute(),
      )
      expect(events.every(({ sub }) => sub === after.sub)).toBe(true)
      expect(events.map(({ type }) => type)).toContain('account.anonymous_upgraded')
      // The device can start again, as somebody who has nothing.
      await app.call(signUpAnonymously, { caller: phone })
      expect(await users()).toHaveLength(2)
    })

    test('a token that may do less than its session is no anonymous token', async () => {
      const { app, users } = await start()
      const before = await app.call(signUpAnonymously, { caller: phone })
      const { authenticate } = app.account.guards
      const { identify } = createAnonymousUpgrade({
        authenticate: async (token) => ({ ...(await authenticate(token)), scope: ['openid'] }),
        events: {} as EventLog,
        accountFiles: [],
      })
      expect(await failure(identify(before.access_token))).toMatchObject({ error: 'expired_token' })
      expect(await users()).toEqual([before.sub])
    })

    test('an anonymous token works for one sign-up, and a token of a registered account is refused', async () => {
      const { app, users } = await start()
      const before = await app.call(signUpAnonymously, { caller: phone })
      const registered = await app.signUp(email, {
        password: undefined,
        anonymous_token: before.access_token,
      })
      const verification_token = await app.verify('siti@example.org')
      const attempt = (anonymous_token: string) =>
        app.call(signUp, {
          body: { email: 'siti@example.org', verification_token, anonymous_token },
        })
      expect(await failure(attempt(before.access_token))).toMatchObject({ error: 'expired_token' })
      expect(await failure(attempt('made-up'))).toMatchObject({ error: 'expired_token' })
      expect(await failure(attempt(registered.access_token))).toMatchObject({
        error: 'invalid_argument',
      })
      expect(await users()).toEqual([registered.sub])
    })
  })

  describe('merging an anonymous account after sign-in', () => {
    test('merging moves the files of the anonymous account into the account and removes the anonymous one', async () => {
      const { db, app, moves, users } = await start()
      const me = await app.signUp(email, { password: undefined })
      const before = await app.call(signUpAnonymously, { caller: phone })
      const body = { anonymous_token: before.access_token, folder_name: 'Dari ponsel' }
      const accessToken = me.access_token
      expect(await app.call(mergeAnonymous, { body, accessToken })).toEqual({})
      expect(moves).toEqual([[before.sub, me.sub, 'Dari ponsel']])
      expect(await users()).toEqual([me.sub])
      expect(await failure(app.call(mergeAnonymous, { body, accessToken }))).toMatchObject({
        error: 'expired_token',
      })
      const merged = await db.read((r) =>
        r
          .selectFrom('account_events')
          .select('sub')
          .where('type', '=', 'account.anonymous_merged')
          .execute(),
      )
      expect(merged).toEqual([{ sub: me.sub }])
    })

    test('merging refuses a registered account as source and an anonymous account as target', async () => {
      const { app, users } = await start()
      const me = await app.signUp(email, { password: undefined })
      const other = await app.signUp('siti@example.org', { password: undefined })
      const anonymous = await app.call(signUpAnonymously, { caller: phone })
      const merge = (from: { access_token: string }, to: { access_token: string }) =>
        app.call(mergeAnonymous, {
          body: { anonymous_token: from.access_token },
          accessToken: to.access_token,
        })
      expect(await failure(merge(other, me))).toMatchObject({ error: 'invalid_argument' })
      expect(await failure(merge(anonymous, anonymous))).toMatchObject({
        error: 'failed_precondition',
      })
      expect(await users()).toHaveLength(3)
    })
  })

  test('an anonymous account that is not used for 90 days is removed with its files', async () => {
    const { app, removed, users } = await start()
    const gone = await app.call(signUpAnonymously, { caller: phone })
    const kept = await app.signUp(email, { password: undefined })
    app.clock.advance(ANONYMOUS_TTL_MS)
    const fresh = await app.call(signUpAnonymously, { caller: laptop })
    await runChore(app, 'unused anonymous accounts')
    await runChore(app, 'deleted accounts')
    expect(removed).toEqual([])
    app.clock.advance(1)
    await runChore(app, 'unused anonymous accounts')
    await runChore(app, 'deleted accounts')
    expect(removed).toEqual([gone.sub])
    expect(await users()).toEqual([kept.sub, fresh.sub].sort())
  })
})
