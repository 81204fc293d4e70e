import {
  deleteMe,
  getDeletionEligibility,
  getMe,
  grantSudo,
  grantToken,
  restoreAccount,
} from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { insertSamples, tableNames } from '../../db/testing-rows.ts'
import type { Notifier } from '../../notify/notifier.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'

const email = 'rahma@example.org'
const DAY_MS = 24 * 3600_000

async function remove(app: TestAccount, accessToken: string, address = email) {
  app.clock.advance(60_000)
  const body = { verification_token: await app.verify(address, 'DELETION') }
  const { sudo_token } = await app.call(grantSudo, { body, accessToken })
  return app.call(deleteMe, { accessToken, sudoToken: sudo_token })
}

async function runChore(app: TestAccount, name: string): Promise<void> {
  await app.account.housekeeping.find((chore) => chore.name === name)?.run()
}

/** The token in the details of the `account_freeze` that a sign-in is answered with. */
async function restoreToken(signIn: Promise<unknown>): Promise<string> {
  const error = (await failure(signIn)) as {
    error: string
    details: { metadata?: Record<string, string> }[]
  }
  expect(error).toMatchObject({ error: 'account_freeze', code: 50 })
  return error.details[0]?.metadata?.restore_token ?? ''
}

onEachDatabase((open) => {
  async function start(options: { password?: string } = {}) {
    const db = await open()
    const removed: string[] = []
    const app = await createTestAccount(db, {
      accountFiles: [
        {
          remove: async (sub) => void removed.push(sub),
          groupsShrink: async () => async () => undefined,
          groupRemoved: async () => undefined,
          membershipChanged: async () => undefined,
          findFolder: async () => undefined,
          listShares: async () => [],
          listSavedSearches: async () => [],
          handOver: async () => undefined,
          list: async function* () {},
        },
      ],
    })
    const admin = await app.signUp('admin@example.org', { password: undefined })
    const me = await app.signUp(email, { password: undefined, ...options })
    const row = () =>
      db.read((r) => r.selectFrom('users').selectAll().where('sub', '=', me.sub).executeTakeFirst())
    return { db, app, admin, me, row, removed, accessToken: me.access_token }
  }

  describe('requesting deletion', () => {
    test('[ACC-43] [CAL-23] requesting deletion needs a sudo token', async () => {
      const { app, accessToken, row } = await start()
      expect(await failure(app.call(deleteMe, { accessToken }))).toMatchObject({
        error: 'permission_denied',
      })
      expect(await row()).toMatchObject({ status: 'ACTIVE', deletion_due_at: null })
    })

    test('[ACC-8] [ACC-28] a deletion request ends all sessions at once, mails the owner the date, and keeps everything until then', async () => {
      const { app, me, accessToken, row, removed } = await start()
      const answer = await remove(app, accessToken)
      expect(answer).toMatchObject({ sub: me.sub, status: 'DELETING' })
      expect(await failure(app.call(getMe, { accessToken }))).toMatchObject({
        error: 'unauthenticated',
      })
      const body = { grant_type: 'refresh_token', refresh_token: me.refresh_token } as const
      expect(await failure(app.call(grantToken, { body }))).toMatchObject({
        error: 'invalid_grant',
      })
      expect(await row()).toMatchObject({ deletion_due_at: app.clock.now() + 15 * DAY_MS })
      await app.account.settled()
      const mail = app.outbox.messages().find(({ purpose }) => purpose === 'deletionRequested')
      expect(mail).toMatchObject({ to: email, text: expect.stringContaining('Jan 16, 2026') })
      app.clock.advance(15 * DAY_MS - 1)
      await runChore(app, 'deleted accounts')
      expect(await row()).toBeDefined()
      expect(removed).toEqual([])
    })

    test('[CAL-24] the last administrator cannot delete their account', async () => {
      const { app, admin, accessToken } = await start()
      const eligibility = (token: string) =>
        app.call(getDeletionEligibility, { accessToken: token })
      const grace_period = (15 * DAY_MS) / 1000
      expect(await eligibility(accessToken)).toEqual({ eligible: true, reasons: [], grace_period })
      expect(await eligibility(admin.access_token)).toEqual({
        eligible: false,
        reasons: ['last_administrator'],
        grace_period,
      })
      expect(await failure(remove(app, admin.access_token, 'admin@example.org'))).toMatchObject({
        error: 'failed_precondition',
        details: [{ reason: 'last_administrator' }],
      })
      await app.call(getMe, { accessToken: admin.access_token })
    })

    test('when the last two administrators request deletion at the same moment, one is refused', async () => {
      const { db, app, admin, me } = await start()
      await db.write((w) => w.updateTable('users').set({ is_admin: 1 }).execute())
      const gone = await Promise.allSettled([
        remove(app, me.access_token),
        remove(app, admin.access_token, 'admin@example.org'),
      ])
      expect(gone.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })
  })

  describe('restoring an account', () => {
    test('the restore token that a sign-in returns restores the account once', async () => {
      const { app, accessToken, row } = await start({ password: PASSWORD })
      await remove(app, accessToken)
      const restore_token = await restoreToken(app.signIn(email))
      const { access_token } = await app.call(restoreAccount, { body: { restore_token } })
      expect(await app.call(getMe, { accessToken: access_token })).toMatchObject({
        status: 'ACTIVE',
      })
      expect(await row()).toMatchObject({ status: 'ACTIVE', deletion_due_at: null })
      await app.signIn(email)
      await app.account.settled()
      expect(app.outbox.messages().map(({ purpose }) => purpose)).toContain('deletionCancelled')

      app.clock.advance(60_000)
      await remove(app, access_token)
      const again = app.call(restoreAccount, { body: { restore_token } })
      expect(await failure(again)).toMatchObject({ error: 'expired_token' })
    })

    test('a wrong password does not reveal that the account is being deleted', async () => {
      const { app, accessToken } = await start({ password: PASSWORD })
      await remove(app, accessToken)
      expect(await failure(app.signIn(email, 'wrong password'))).toMatchObject({
        error: 'invalid_account_or_password',
        details: [],
      })
    })

    test('a sign-in without the second step gives no restore token', async () => {
      const { db, app, me, accessToken } = await start({ password: PASSWORD })
      await remove(app, accessToken)
      await db.write((w) =>
        w
          .insertInto('two_factors')
          .values({
            sub: me.sub,
            method: 'EMAIL',
            secret: null,
            confirmed_at: 1,
            last_step: null,
            created_at: 1,
          })
          .execute(),
      )
      const refused = await failure(app.signIn(email))
      expect(refused).toMatchObject({ error: 'two_factor_required' })
      expect(JSON.stringify(refused)).not.toContain('restore_token')
    })

    test('an account whose deletion is final cannot be restored', async () => {
      const { db, app, me, row, accessToken } = await start({ password: PASSWORD })
      await remove(app, accessToken)
      const restore_token = await restoreToken(app.signIn(email))
      await db.write((w) =>
        w.updateTable('users').set({ deletion_is_final: 1 }).where('sub', '=', me.sub).execute(),
      )
      expect(await restoreToken(app.signIn(email))).toBe('')
      expect(await failure(app.call(restoreAccount, { body: { restore_token } }))).toMatchObject({
        error: 'expired_token',
      })
      expect(await row()).toMatchObject({ status: 'DELETING' })
    })

    test("restoring refuses another client's token, an expired token and an access token", async () => {
      const { app, accessToken } = await start({ password: PASSWORD })
      await remove(app, accessToken)
      const restore_token = await restoreToken(app.signIn(email))
      const refused = { error: 'expired_token', code: 4052 }
      const restore = (token: string, clientId?: string) =>
        app.call(restoreAccount, {
          body: { restore_token: token },
          ...(clientId && { caller: { clientId } }),
        })
      expect(await failure(restore(restore_token, 'awan-cli'))).toMatchObject(refused)
      expect(await failure(restore(accessToken))).toMatchObject(refused)
      app.clock.advance(600_000)
      expect(await failure(restore(restore_token))).toMatchObject(refused)
    })

    test('an account cannot be restored after its grace period, even before the purge', async () => {
      const { app, accessToken } = await start({ password: PASSWORD })
      await remove(app, accessToken)
      app.clock.advance(15 * DAY_MS - 60_000)
      const restore_token = await restoreToken(app.signIn(email))
      app.clock.advance(60_000)
      const late = app.call(restoreAccount, { body: { restore_token } })
      expect(await failure(late)).toMatchObject({ error: 'expired_token' })
      expect(await restoreToken(app.signIn(email))).toBe('')
    })
  })

  describe('the deletion reminder', () => {
    const remindersOf = (app: TestAccount) =>
      app.outbox.messages().filter(({ purpose }) => purpose === 'deletionReminder')
    const remind = async (app: TestAccount) => {
      await runChore(app, 'reminders of deletion')
      await app.account.settled()
    }

    test('the deletion reminder is sent once, three days before the end, even with several processes and restarts', async () => {
      const { db, app, accessToken } = await start()
      await remove(app, accessToken)
      app.clock.advance(12 * DAY_MS - 1000)
      await remind(app)
      expect(remindersOf(app)).toEqual([])

      app.clock.advance(1000)
      // Another process on the same database, and this one again after a restart.
      const other = await createTestAccount(db, { clock: app.clock })
      await Promise.all([remind(app), remind(other), remind(app)])
      const restarted = await createTestAccount(db, { clock: app.clock })
      for (const process of [app, other, restarted]) {
        app.clock.advance(3600_000)
        await remind(process)
        await runChore(process, 'expired tokens')
      }
      const sent = [app, other, restarted].flatMap(remindersOf)
      expect(sent).toMatchObject([{ to: email, text: expect.stringContaining('deleted soon') }])
    })

    test('a reminder that the mail server refuses is queued and sent later', async () => {
      const { db, app, accessToken } = await start()
      await remove(app, accessToken)
      app.clock.advance(13 * DAY_MS)
      const notifier: Notifier = {
        channels: ['email'],
        send: () => Promise.reject(new Error('connection refused')),
        async [Symbol.asyncDispose]() {},
      }
      const broken = await createTestAccount(db, { clock: app.clock, notifier })
      await remind(broken)
      expect(remindersOf(app)).toEqual([])
      app.clock.advance(60_000)
      await runChore(app, 'unsent messages')
      await remind(app)
      expect(remindersOf(app)).toHaveLength(1)
    })

    test('a restored account gets no reminder, and a new deletion request gets a new one', async () => {
      const { app, accessToken } = await start({ password: PASSWORD })
      await remove(app, accessToken)
      app.clock.advance(DAY_MS)
      const token = await restoreToken(app.signIn(email))
      const body = { restore_token: token }
      const { access_token } = await app.call(restoreAccount, { body })
      app.clock.advance(12 * DAY_MS)
      await remind(app)
      expect(remindersOf(app)).toEqual([])

      const again = await app.signIn(email)
      await remove(app, again.access_token ?? access_token)
      app.clock.advance(12 * DAY_MS)
      await remind(app)
      expect(remindersOf(app)).toHaveLength(1)
    })

    test('no reminder is sent when the grace period is three days or shorter', async () => {
      const app = await createTestAccount(await open(), { deletionGraceMs: 3 * DAY_MS })
      await app.signUp('admin@example.org')
      const { access_token } = await app.signUp(email)
      await remove(app, access_token)
      await remind(app)
      expect(remindersOf(app)).toEqual([])
    })
  })

  describe('the purge', () => {
    test("the purge removes the account's rows and files and sends a mail", async () => {
      const { db, app, me, accessToken, row, removed } = await start()
      await remove(app, accessToken)
      app.clock.advance(15 * DAY_MS)
      await runChore(app, 'deleted accounts')
      expect(removed).toEqual([me.sub])
      expect(await row()).toBeUndefined()
      const events = await db.read((r) =>
        r.selectFrom('account_events').selectAll().where('sub', '=', me.sub).execute(),
      )
      expect(events.map(({ type }) => type)).toEqual(['account.deleted'])
      expect(events[0]?.envelope).not.toContain('203.0.113.7')
      await app.account.settled()
      expect(app.outbox.messages()[0]).toMatchObject({ to: email, purpose: 'accountDeleted' })
      // The address is free again.
      app.clock.advance(60_000)
      expect((await app.signUp(email, { password: undefined })).sub).not.toBe(me.sub)
    })

    test('the purge leaves no row of the account in any table except the audit events', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      await db.write(async (writer) => {
        await insertSamples(writer)
        const { sub } = await writer.selectFrom('users').select('sub').executeTakeFirstOrThrow()
        await writer
          .updateTable('users')
          .set({ status: 'DELETING', deletion_due_at: app.clock.now(), is_admin: 0 })
          .where('sub', '=', sub)
          .execute()
      })
      await runChore(app, 'deleted accounts')
      for (const table of tableNames) {
        const rows: object[] = await db.read((r) => r.selectFrom(table).selectAll().execute())
        // What belongs to a drive goes with the files of the account.
        const named = rows.filter(
          (row) => 'sub' in row && !('drive_id' in row) && table !== 'account_events',
        )
        expect(named, table).toEqual([])
      }
    })

    test('when the purge of one account fails, others are purged and the failed one is retried', async () => {
      const db = await open()
      let isBroken = true
      const app = await createTestAccount(db, {
        accountFiles: [
          {
            remove: async (sub) => {
              if (isBroken && sub === first.sub) throw new Error('the disk is away')
            },
            groupsShrink: async () => async () => undefined,
            groupRemoved: async () => undefined,
            membershipChanged: async () => undefined,
            findFolder: async () => undefined,
            listShares: async () => [],
            listSavedSearches: async () => [],
            handOver: async () => undefined,
            list: async function* () {},
          },
        ],
      })
      await app.signUp('admin@example.org', { password: undefined })
      const first = await app.signUp(email, { password: undefined })
      const second = await app.signUp('siti@example.org', { password: undefined })
      await remove(app, first.access_token)
      await remove(app, second.access_token, 'siti@example.org')
      app.clock.advance(16 * DAY_MS)
      const left = async () =>
        (await db.read((r) => r.selectFrom('users').select('sub').execute())).length
      await runChore(app, 'deleted accounts')
      expect(await left()).toBe(2)
      isBroken = false
      await runChore(app, 'deleted accounts')
      expect(await left()).toBe(1)
    })
  })
})
