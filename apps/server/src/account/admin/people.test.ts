import {
  auditEvents,
  deleteUser,
  endUserSessions,
  getMe,
  grantSudo,
  grantToken,
  inspectUser,
  listSessions,
  requirePasswordReset,
  revokeUserAppPassword,
  searchUsers,
  serverOverview,
  setAdministrator,
  setUserStatus,
  turnOffSecondStep,
} from '@awan/protocol/account'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { enter, makeAppPassword } from '../app-passwords/testing.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'

const DAY_MS = 24 * 3600_000

interface Person {
  sub: string
  accessToken: string
  sudoToken: string
}

async function join(app: TestAccount, email: string, name: string): Promise<Person> {
  app.clock.advance(1000)
  const { access_token: accessToken, sub } = await app.signUp(email, { name })
  const { sudo_token: sudoToken } = await app.call(grantSudo, {
    body: { password: PASSWORD },
    accessToken,
  })
  return { sub, accessToken, sudoToken }
}

/** The first account is the administrator; the second one is anybody. */
async function start(db: Database) {
  const app = await createTestAccount(db)
  const admin = await join(app, 'admin@example.org', 'Putri')
  const person = await join(app, 'rahma@example.org', 'Rahma Wati')
  return { app, admin, person, params: { sub: person.sub } }
}

async function eventsOf(db: Database, sub: string, prefix = 'account.') {
  const rows = await db.read((r) =>
    r.selectFrom('account_events').selectAll().where('sub', '=', sub).orderBy('id').execute(),
  )
  return rows
    .filter(({ type }) => type.startsWith(prefix))
    .map(({ type, envelope }) => ({ type, data: JSON.parse(envelope).data }))
}

const denied = { error: 'permission_denied' }
const refused = (reason: string) => ({ error: 'failed_precondition', details: [{ reason }] })

onEachDatabase((open) => {
  describe('administrator access', () => {
    test('administrator calls need a current administrator, a first-party app, and sudo for changes', async () => {
      const db = await open()
      const { app, admin, person, params } = await start(db)
      const { guards } = app.account
      expect(await failure(app.call(searchUsers, person))).toMatchObject(denied)
      await app.call(searchUsers, admin)
      const sent = { params, body: { status: 'FROZEN' as const } }
      expect(
        await failure(app.call(setUserStatus, { ...sent, accessToken: admin.accessToken })),
      ).toMatchObject(denied)
      const user = await guards.authenticate(admin.accessToken)
      await guards.checkAdmin(user)
      expect(await failure(guards.checkAdmin({ ...user, clientId: 'their-app' }))).toMatchObject(
        denied,
      )
      await db.write((w) => w.updateTable('users').set({ is_admin: 0 }).execute())
      expect(await failure(app.call(searchUsers, admin))).toMatchObject(denied)
    })
  })

  describe('searching accounts', () => {
    test('the search finds accounts by part of name, username, e-mail, phone or id, newest first', async () => {
      const db = await open()
      const { app, admin, person } = await start(db)
      const other = await join(app, 'kim@example.org', '김민수 100%')
      await db.write((w) =>
        w
          .updateTable('users')
          .set({ phone_number: '+628123456789', username: 'minsu_k' })
          .where('sub', '=', other.sub)
          .execute(),
      )
      const find = async (query: string) => {
        const { users } = await app.call(searchUsers, { query: { query }, ...admin })
        return users.map(({ sub }) => sub)
      }
      expect(await find('')).toEqual([other.sub, person.sub, admin.sub])
      expect(await find('wATI')).toEqual([person.sub])
      expect(await find('민수')).toEqual([other.sub])
      expect(await find('rahma@EXAMPLE')).toEqual([person.sub])
      expect(await find('+62 812-3456')).toEqual([other.sub])
      expect(await find('MINSU_')).toEqual([other.sub])
      expect(await find(person.sub.slice(3))).toEqual([person.sub])
      expect(await find('100%')).toEqual([other.sub])
      // Signs of the database's own language are only letters here.
      expect(await find('%')).toEqual([other.sub])
      expect(await find('_')).toEqual([other.sub])
      expect(await find("'; drop table users; --")).toEqual([])
    })

    test('the account list is paged and filtered by status, with masked contacts', async () => {
      const db = await open()
      const { app, admin, person } = await start(db)
      const third = await join(app, 'kim@example.org', 'Kim')
      // Two who came in the same moment are told apart by their ids.
      await db.write((w) =>
        w.updateTable('users').set({ created_at: 5 }).where('sub', '!=', admin.sub).execute(),
      )
      const subs: string[] = []
      let page_token: string | undefined
      do {
        const page = await app.call(searchUsers, { query: { limit: 1, page_token }, ...admin })
        subs.push(...page.users.map(({ sub }) => sub))
        page_token = page.next_page_token
      } while (page_token !== undefined)
      expect(subs).toEqual([admin.sub, ...[person.sub, third.sub].sort().reverse()])

      await app.call(setUserStatus, {
        params: { sub: third.sub },
        body: { status: 'BLOCKED' },
        ...admin,
      })
      const blocked = await app.call(searchUsers, { query: { status: 'BLOCKED' }, ...admin })
      expect(blocked.users).toMatchObject([{ sub: third.sub, email: 'k***@example.org' }])
      const admins = await app.call(searchUsers, { query: { administrators: 'true' }, ...admin })
      expect(admins.users).toMatchObject([{ sub: admin.sub, is_administrator: true }])
      expect(
        await failure(app.call(searchUsers, { query: { page_token: 'x' }, ...admin })),
      ).toMatchObject({ error: 'invalid_argument' })
    })

    test('an administrator sees an account in full, and its owner sees an event that says so', async () => {
      const db = await open()
      const { app, admin, person, params } = await start(db)
      app.clock.advance(1)
      const shown = await app.call(inspectUser, { params, ...admin })
      expect(shown).toMatchObject({
        sub: person.sub,
        email: 'rahma@example.org',
        status: 'ACTIVE',
        methods: { password: true, passkeys: 0, two_factor: [], recovery_codes_left: 0 },
        sessions: [{ client_id: 'awan-web', device_name: 'PC-Chrome' }],
      })
      expect(JSON.stringify(shown)).not.toContain('argon2')
      const last = (await eventsOf(db, person.sub)).at(-1)
      expect(last?.type).toBe('account.inspected')
      // The person reads this event: who it was, and not from where.
      expect(last?.data).toEqual({ administrator: admin.sub, request_id: 'r1' })
      expect(
        await failure(app.call(inspectUser, { params: { sub: 'nobody' }, ...admin })),
      ).toMatchObject({ error: 'not_found' })
    })
  })

  test('an administrator sees the app passwords of a person without their secrets and folders, and revokes one', async () => {
    const db = await open()
    const { app, admin, person, params } = await start(db)
    const owner = await app.signIn('rahma@example.org')
    const { id, password } = await makeAppPassword(app, owner, { read_only: true })
    const kept = await makeAppPassword(app, owner, { name: 'Phone' })
    await enter(app, person.sub, password)
    await app.account.settled()
    const shown = await app.call(inspectUser, { params, ...admin })
    const used = { last_address: '198.51.100.4', last_program: 'davfs2/1.6.1' }
    expect(shown.app_passwords).toHaveLength(2)
    expect(shown.app_passwords.find((each) => each.id === id)).toMatchObject({
      ...{ name: 'Laptop', read_only: true, one_folder: false, ...used },
    })
    expect(JSON.stringify(shown)).not.toContain(password)
    const revoke = (sub: string) =>
      app.call(revokeUserAppPassword, { params: { sub, id }, ...admin })
    expect(await failure(revoke(admin.sub))).toMatchObject({ error: 'not_found' })
    await revoke(person.sub)
    expect(await failure(revoke(person.sub))).toMatchObject({ error: 'not_found' })
    expect(await enter(app, person.sub, password)).toBeUndefined()
    expect(await enter(app, person.sub, kept.password)).toBeDefined()
    const [event] = await eventsOf(db, person.sub, 'account.app_password_revoked')
    expect(event?.data).toEqual({
      ...{ administrator: admin.sub, request_id: 'r1' },
      ...{ app_password_id: id, app_password: 'Laptop' },
    })
  })

  describe('the status of an account', () => {
    test.each([
      { status: 'FROZEN', type: 'account.frozen', error: 'cannot_unlock', rule: 'ACC-26' },
      { status: 'BLOCKED', type: 'account.blocked', error: 'user_blocked', rule: 'ACC-25' },
      {
        status: 'UNDER_REVIEW',
        type: 'account.put_under_review',
        error: 'under_review',
        rule: 'ACC-27',
      },
    ] as const)(
      '[$rule] the status $status ends every session at once and blocks sign-in until it is lifted',
      async ({ status, type, error }) => {
        const db = await open()
        const { app, admin, person, params } = await start(db)
        const answer = await app.call(setUserStatus, {
          params,
          body: { status, reason: 'spam' },
          ...admin,
        })
        expect(answer.status).toBe(status)
        expect(await failure(app.call(getMe, person))).toMatchObject({ error: 'unauthenticated' })
        expect(await failure(app.signIn('rahma@example.org'))).toMatchObject({ error })
        expect((await eventsOf(db, person.sub)).find((event) => event.type === type)).toMatchObject(
          {
            data: { administrator: admin.sub, reason: 'spam', sessions_ended: 1 },
          },
        )

        await app.call(setUserStatus, { params, body: { status: 'ACTIVE' }, ...admin })
        // The old session stays ended: whoever froze the account may have had a thief in mind.
        expect(await failure(app.call(getMe, person))).toMatchObject({ error: 'unauthenticated' })
        await app.signIn('rahma@example.org')
        expect(await eventsOf(db, person.sub, 'account.released')).toHaveLength(1)
      },
    )

    test('[ACC-24] an account that waits for approval can sign in once an administrator approves it', async () => {
      const db = await open()
      const { app, admin, person, params } = await start(db)
      await db.write((w) =>
        w.updateTable('users').set({ status: 'PENDING' }).where('sub', '=', person.sub).execute(),
      )
      expect(await failure(app.signIn('rahma@example.org'))).toMatchObject({
        error: 'user_pending',
      })
      await app.call(setUserStatus, { params, body: { status: 'ACTIVE' }, ...admin })
      await app.signIn('rahma@example.org')
      expect(await eventsOf(db, person.sub, 'account.approved')).toHaveLength(1)
    })

    test('an administrator cannot set the status of their own account or of an account in deletion', async () => {
      const { app, admin, params } = await start(await open())
      const body = { status: 'FROZEN' as const }
      expect(
        await failure(app.call(setUserStatus, { params: { sub: admin.sub }, body, ...admin })),
      ).toMatchObject(refused('own_account'))
      await app.call(deleteUser, { params, ...admin })
      expect(
        await failure(app.call(setUserStatus, { params, body: { status: 'ACTIVE' }, ...admin })),
      ).toMatchObject(refused('account_deleting'))
    })
  })

  test('[ACC-29] a required password reset ends every session and blocks the next sign-in', async () => {
    const db = await open()
    const { app, admin, person, params } = await start(db)
    await app.call(requirePasswordReset, { params, body: {}, ...admin })
    expect(await failure(app.call(getMe, person))).toMatchObject({ error: 'unauthenticated' })
    expect(await failure(app.signIn('rahma@example.org'))).toMatchObject({
      error: 'password_reset_required',
    })
    expect(await eventsOf(db, person.sub, 'account.password_reset_demanded')).toHaveLength(1)
  })

  test('an administrator turns off the second step of an account, and its owner gets a mail', async () => {
    const db = await open()
    const { app, admin, person, params } = await start(db)
    const body = { reason: 'came by in person' }
    expect(await failure(app.call(turnOffSecondStep, { params, body, ...admin }))).toMatchObject(
      refused('no_second_step'),
    )
    const row = { sub: person.sub, secret: null, last_step: null, created_at: 1, confirmed_at: 1 }
    await db.write((w) =>
      w
        .insertInto('two_factors')
        .values({ ...row, method: 'EMAIL' })
        .execute(),
    )
    expect(await failure(app.signIn('rahma@example.org'))).toMatchObject({
      error: 'two_factor_required',
    })
    await app.call(turnOffSecondStep, { params, body, ...admin })
    await app.account.settled()
    expect(app.outbox.messages()[0]).toMatchObject({
      to: 'rahma@example.org',
      purpose: 'secondStepRemoved',
    })
    expect(await eventsOf(db, person.sub, 'account.two_factor_disabled')).toMatchObject([
      { data: { administrator: admin.sub, reason: 'came by in person' } },
    ])
    expect(await failure(app.call(getMe, person))).toMatchObject({ error: 'unauthenticated' })
    expect((await app.signIn('rahma@example.org')).sub).toBe(person.sub)
  })

  test('an administrator signs a person out everywhere, and the person can sign in again', async () => {
    const { app, admin, person, params } = await start(await open())
    await app.signIn('rahma@example.org')
    expect(await app.call(endUserSessions, { params, body: {}, ...admin })).toEqual({ ended: 2 })
    expect(await failure(app.call(getMe, person))).toMatchObject({ error: 'unauthenticated' })
    await app.signIn('rahma@example.org')
  })

  test('an administrator starts the deletion of an account: its sessions end and sign-in answers account_freeze', async () => {
    const db = await open()
    const { app, admin, person, params } = await start(db)
    const answer = await app.call(deleteUser, { params, ...admin })
    expect(answer).toMatchObject({ status: 'DELETING' })
    expect(answer.deletion_due_at).toBeDefined()
    expect(await failure(app.call(getMe, person))).toMatchObject({ error: 'unauthenticated' })
    expect(await failure(app.signIn('rahma@example.org'))).toMatchObject({
      error: 'account_freeze',
    })
    const events = await eventsOf(db, person.sub, 'account.deletion')
    expect(events.map(({ type }) => type).sort()).toEqual([
      'account.deletion_decided',
      'account.deletion_requested',
    ])
    expect(JSON.stringify(events)).not.toContain('203.0.113.7')
    expect(
      await failure(app.call(deleteUser, { params: { sub: admin.sub }, ...admin })),
    ).toMatchObject(refused('own_account'))
  })

  test("a person gets a mail about what an administrator did, without the administrator's address or device", async () => {
    const db = await open()
    const { app, admin, params } = await start(db)
    const before = app.outbox.messages().length
    const by = { ...admin, caller: { address: '203.0.113.66', deviceName: 'Desk of Putri' } }
    await app.call(setUserStatus, { params, body: { status: 'FROZEN' }, ...by })
    await app.call(setUserStatus, { params, body: { status: 'FROZEN' }, ...by })
    await app.call(setUserStatus, { params, body: { status: 'ACTIVE' }, ...by })
    // Nothing to end, nothing to tell.
    await app.call(endUserSessions, { params, body: {}, ...by })
    await app.signIn('rahma@example.org')
    await app.call(endUserSessions, { params, body: {}, ...by })
    await app.call(requirePasswordReset, { params, body: {}, ...by })
    const { deletion_due_at } = await app.call(deleteUser, { params, ...by })
    const messages = app.outbox.messages()
    const told = messages
      .slice(0, messages.length - before)
      .filter(({ to }) => to.startsWith('rah'))
    expect(told.map(({ purpose }) => purpose).sort()).toEqual([
      'accountReleased',
      'accountStopped',
      'deletionDecided',
      'resetDemanded',
      'sessionsEnded',
    ])
    expect(JSON.stringify(told)).not.toMatch(/203\.0\.113\.66|Putri|admin@/)
    const decided = told.find(({ purpose }) => purpose === 'deletionDecided')
    expect(decided?.text).toContain(String(new Date(deletion_due_at ?? 0).getUTCFullYear()))
  })

  test('a change that fails sends no mail', async () => {
    const { app, admin } = await start(await open())
    const before = app.outbox.messages().length
    const own = { params: { sub: admin.sub }, body: { status: 'FROZEN' } as const, ...admin }
    expect(await failure(app.call(setUserStatus, own))).toMatchObject(refused('own_account'))
    expect(app.outbox.messages()).toHaveLength(before)
  })

  describe('the administrator role', () => {
    test('an administrator makes another person administrator, and that person can dismiss the first', async () => {
      const { app, admin, person, params } = await start(await open())
      const body = { is_administrator: true }
      expect(await app.call(setAdministrator, { params, body, ...admin })).toMatchObject({
        is_administrator: true,
      })
      await app.call(searchUsers, person)
      await app.call(setAdministrator, {
        params: { sub: admin.sub },
        body: { is_administrator: false },
        ...person,
      })
      expect(await failure(app.call(searchUsers, admin))).toMatchObject(denied)
    })

    test('a person who becomes or is no longer administrator gets a mail, and so do all other administrators', async () => {
      const { app, admin, params } = await start(await open())
      for (const [is_administrator, purpose] of [
        [true, 'administratorAppointed'],
        [false, 'administratorDismissed'],
      ] as const) {
        const before = app.outbox.messages().length
        const change = { params, body: { is_administrator }, ...admin }
        await app.call(setAdministrator, change)
        // Nothing changes the second time.
        await app.call(setAdministrator, change)
        const messages = app.outbox.messages()
        const told = messages.slice(0, messages.length - before)
        expect(told.map(({ to, purpose }) => `${to} ${purpose}`).toSorted()).toEqual([
          'admin@example.org administratorsChanged',
          `rahma@example.org ${purpose}`,
        ])
      }
    })

    test('the last active administrator cannot be dismissed', async () => {
      const { app, admin, params } = await start(await open())
      const dismiss = { params: { sub: admin.sub }, body: { is_administrator: false }, ...admin }
      expect(await failure(app.call(setAdministrator, dismiss))).toMatchObject(
        refused('last_administrator'),
      )
      // One who is frozen could not go on.
      await app.call(setAdministrator, { params, body: { is_administrator: true }, ...admin })
      await app.call(setUserStatus, { params, body: { status: 'FROZEN' }, ...admin })
      expect(await failure(app.call(setAdministrator, dismiss))).toMatchObject(
        refused('last_administrator'),
      )
    })

    test('one administrator is left when two freeze and dismiss each other at the same moment', async () => {
      const db = await open()
      const { app, admin, person, params } = await start(db)
      await app.call(setAdministrator, { params, body: { is_administrator: true }, ...admin })
      const no = { is_administrator: false }
      await Promise.allSettled([
        app.call(setUserStatus, { params, body: { status: 'FROZEN' }, ...admin }),
        app.call(setUserStatus, {
          params: { sub: admin.sub },
          body: { status: 'FROZEN' },
          ...person,
        }),
        app.call(setAdministrator, { params, body: no, ...admin }),
        app.call(setAdministrator, { params: { sub: admin.sub }, body: no, ...person }),
        app.call(setAdministrator, { params: { sub: admin.sub }, body: no, ...admin }),
        app.call(setAdministrator, { params, body: no, ...person }),
      ])
      const left = await db.read((r) =>
        r
          .selectFrom('users')
          .select('sub')
          .where('is_admin', '=', 1)
          .where('status', '=', 'ACTIVE')
          .execute(),
      )
      expect(left).toHaveLength(1)
    })
  })

  describe('the audit log', () => {
    test('the audit log lists events newest first, filtered by type, person and time, in pages', async () => {
      const { app, admin, person } = await start(await open())
      const from = new Date(app.clock.now() + 1).toISOString()
      app.clock.advance(5000)
      await app.signIn('rahma@example.org')
      app.clock.advance(5000)
      const to = new Date(app.clock.now()).toISOString()
      await app.signIn('admin@example.org')
      const list = async (query: object) =>
        (await app.call(auditEvents, { query, ...admin })).events.map(({ type, subject }) => ({
          type,
          subject,
        }))
      const type = 'account.signed_in'
      const mine = { type, subject: person.sub }
      expect(await list({ type })).toEqual([{ type, subject: admin.sub }, mine])
      expect(await list({ type, sub: person.sub })).toEqual([mine])
      expect(await list({ from, to })).toEqual([mine])
      expect(await list({ from: to })).toEqual([{ type, subject: admin.sub }])

      const all = await list({})
      const paged: object[] = []
      let page_token: string | undefined
      do {
        const page = await app.call(auditEvents, { query: { limit: 2, page_token }, ...admin })
        paged.push(...page.events.map(({ type, subject }) => ({ type, subject })))
        page_token = page.next_page_token
      } while (page_token !== undefined)
      expect(paged).toEqual(all)
      expect(all.length).toBeGreaterThan(4)
    })

    test('the audit log names the affected person, even when frozen, and the administrator', async () => {
      const { app, admin, person, params } = await start(await open())
      await app.call(setUserStatus, { params, body: { status: 'FROZEN' }, ...admin })
      const query = { sub: person.sub, type: 'account.frozen' }
      const { names } = await app.call(auditEvents, { query, ...admin })
      const { users } = await app.call(searchUsers, admin)
      expect(names).toEqual(Object.fromEntries(users.map(({ sub, name }) => [sub, name])))
    })
  })

  test('the overview, the page of a person and their own list agree on who is signed in', async () => {
    const { app, admin, params } = await start(await open())
    const { refresh_token } = await app.signIn('admin@example.org')
    // Longer than a session lasts that nobody renews.
    app.clock.advance(20 * DAY_MS)
    const body = { grant_type: 'refresh_token', refresh_token: refresh_token ?? '' } as const
    await app.call(grantToken, { body })
    app.clock.advance(20 * DAY_MS)
    const { access_token } = await app.signIn('admin@example.org')
    const asAdmin = { ...admin, accessToken: access_token }
    const { live_sessions, last_day } = await app.call(serverOverview, asAdmin)
    const { sessions: mine } = await app.call(inspectUser, {
      ...asAdmin,
      params: { sub: admin.sub },
    })
    const { sessions: theirs } = await app.call(inspectUser, { ...asAdmin, params })
    const { total } = await app.call(listSessions, asAdmin)
    expect([live_sessions, mine.length, theirs.length, total]).toEqual([2, 2, 0, 2])
    expect(last_day).toMatchObject({ sign_ups: 0, sign_ins: 1 })
  })

  test('the overview counts accounts, sessions, apps, webhooks and recent sign-ins', async () => {
    const { app, admin, params } = await start(await open())
    await app.call(setUserStatus, { params, body: { status: 'FROZEN' }, ...admin })
    await failure(app.signIn('admin@example.org', 'wrong password'))
    expect(await app.call(serverOverview, admin)).toEqual({
      users: { total: 2, by_status: { ACTIVE: 1, FROZEN: 1 } },
      administrators: 1,
      live_sessions: 1,
      apps: 0,
      webhooks: 0,
      waiting_webhook_deliveries: 0,
      last_day: { sign_ups: 2, sign_ins: 2, failed_sign_ins: 1 },
    })
  })
})
