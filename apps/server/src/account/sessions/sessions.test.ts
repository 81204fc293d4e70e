import {
  type Credentials,
  endOtherSessions,
  endSession,
  grantToken,
  listSessions,
  signOut,
} from '@awan/protocol/account'
import { decodeJwt } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { sampleRows } from '../../db/testing-rows.ts'
import {
  createTestAccount,
  failure,
  isWaiting,
  PASSWORD,
  PUBLIC_URL,
  type TestAccount,
} from '../testing.ts'
import { lockUser } from '../users/users.ts'
import { pruneSessions } from './prune-sessions.ts'

const email = 'rahma@example.org'
const DAY_MS = 24 * 3600_000
const phone = {
  deviceId: 'e1'.repeat(16),
  deviceName: 'Telepon Rahma',
  address: '198.51.100.4',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
}

function sessionOf({ access_token }: Credentials): string {
  return String(decodeJwt(access_token).sid)
}

function list(app: TestAccount, { access_token }: Credentials) {
  return app.call(listSessions, { accessToken: access_token })
}

function isAlive(app: TestAccount, { access_token }: Credentials): Promise<boolean> {
  return app.account.guards.authenticate(access_token).then(
    () => true,
    () => false,
  )
}

async function eventData(db: Database, type: string) {
  const rows = await db.read((r) =>
    r.selectFrom('account_events').select('envelope').where('type', '=', type).execute(),
  )
  return rows.map(({ envelope }) => JSON.parse(envelope).data as Record<string, unknown>)
}

/** Each was last seen a little later than the one before, and all later than the one that they are like. */
async function addSessions(db: Database, like: Credentials, count: number): Promise<void> {
  await db.write(async (w) => {
    const row = await w
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', sessionOf(like))
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: count }, (_, i) => {
      return { ...row, id: idOfAdded(i), last_seen_at: row.last_seen_at + i + 1 }
    })
    for (let at = 0; at < count; at += 500) {
      await w
        .insertInto('sessions')
        .values(rows.slice(at, at + 500))
        .execute()
    }
  })
}

function idOfAdded(number: number): string {
  return `added${String(number).padStart(20, '0')}`
}

const notFound = { error: 'not_found', code: 5 }

onEachDatabase((open, kind) => {
  describe('the list of sessions', () => {
    test('the session list shows the current session first, then the others by last use', async () => {
      const app = await createTestAccount(await open())
      const first = await app.signUp(email)
      app.clock.advance(1000)
      const mobile = await app.signIn(email, PASSWORD, phone)
      app.clock.advance(1000)
      const third = await app.signIn(email)
      await app.signUp('siti@example.org')

      const { total, data } = await list(app, first)
      expect(total).toBe(3)
      expect(data.map(({ id }) => id)).toEqual([first, third, mobile].map(sessionOf))
      expect(data[2]).toEqual({
        id: sessionOf(mobile),
        client_id: 'awan-web',
        device_name: 'Telepon Rahma',
        browser: 'Firefox',
        os: 'Linux',
        address: '198.51.100.4',
        created_at: '2026-01-01T00:00:01.000Z',
        last_seen_at: '2026-01-01T00:00:01.000Z',
        expires_at: '2026-01-31T00:00:01.000Z',
        is_current: false,
      })
      expect(data.map(({ is_current }) => is_current)).toEqual([true, false, false])
    })

    test('the session that asks for the list is seen at that moment', async () => {
      const app = await createTestAccount(await open())
      const mine = await app.signUp(email)
      const other = await app.signIn(email, PASSWORD, phone)
      app.clock.advance(1800_000)
      const { data } = await list(app, mine)
      expect(data.map(({ id, last_seen_at }) => [id, last_seen_at])).toEqual([
        [sessionOf(mine), '2026-01-01T00:30:00.000Z'],
        [sessionOf(other), '2026-01-01T00:00:00.000Z'],
      ])
    })

    test("refreshing a token updates the session's last time and address", async () => {
      const app = await createTestAccount(await open())
      const mine = await app.signUp(email)
      app.clock.advance(3600_000)
      const body = { grant_type: 'refresh_token', refresh_token: mine.refresh_token ?? '' } as const
      const renewed = await app.call(grantToken, { body, caller: { address: '192.0.2.99' } })
      expect((await list(app, renewed as Credentials)).data).toMatchObject([
        { address: '192.0.2.99', last_seen_at: '2026-01-01T01:00:00.000Z' },
      ])
    })

    test('the session list leaves out ended sessions and those whose refresh token has expired', async () => {
      const app = await createTestAccount(await open())
      const ended = await app.signUp(email)
      await app.signIn(email, PASSWORD, phone)
      await app.call(signOut, { accessToken: ended.access_token, body: {} })
      app.clock.advance(30 * DAY_MS - 1)
      const now = await app.signIn(email)
      expect(await list(app, now)).toMatchObject({ total: 2 })
      app.clock.advance(1)
      expect(await list(app, now)).toMatchObject({ total: 1, data: [{ id: sessionOf(now) }] })
    })
  })

  describe('very many sessions', () => {
    test('the session list has the current session and the last used ones, however many there are', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const mine = await app.signUp(email)
      await addSessions(db, mine, 1_500)
      app.clock.advance(60_000)
      const { total, data } = await list(app, mine)
      expect(total).toBe(201)
      expect(data).toHaveLength(201)
      expect(data[0]).toMatchObject({ id: sessionOf(mine), is_current: true })
      expect(data[1]?.id).toBe(idOfAdded(1_499))
      expect(data.at(-1)?.id).toBe(idOfAdded(1_300))
    })

    test('very many sessions are looked through by a long read, a few by a short one', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const mine = await app.signUp(email)
      const long = vi.spyOn(db, 'readLong')
      await list(app, mine)
      expect(long).not.toHaveBeenCalled()
      await addSessions(db, mine, 1_000)
      await list(app, mine)
      expect(long).toHaveBeenCalledOnce()
    })

    test('of many calls for very many sessions at once, one is read at a time, few wait and the others are refused', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const mine = await app.signUp(email)
      await addSessions(db, mine, 1_000)
      const held = Promise.withResolvers<void>()
      const long = vi.spyOn(db, 'readLong')
      long.mockImplementationOnce(async (work) => {
        await held.promise
        return db.readLong(work)
      })
      const asked = Array.from({ length: 20 }, () => list(app, mine))
      const refused: unknown[] = []
      const allRefused = Promise.withResolvers<void>()
      const answered = asked.map((one) =>
        one.catch((error: unknown) => {
          if (refused.push(error) === 14) allRefused.resolve()
          return undefined
        }),
      )
      await allRefused.promise
      for (const error of refused) expect(error).toMatchObject({ error: 'resource_exhausted' })
      expect(long).toHaveBeenCalledOnce()
      held.resolve()
      const totals = (await Promise.all(answered)).map((answer) => answer?.total)
      expect(totals.filter((total) => total === 201)).toHaveLength(6)
    })
  })

  describe('ending sessions', () => {
    test('an ended session is refused from its next call on, and cannot be refreshed', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      // A second process on the same database.
      const elsewhere = await createTestAccount(db, { clock: app.clock })
      const mine = await app.signUp(email)
      const lost = await app.signIn(email, PASSWORD, phone)
      expect(await isAlive(elsewhere, lost)).toBe(true)
      const params = { id: sessionOf(lost) }
      expect(await app.call(endSession, { accessToken: mine.access_token, params })).toEqual({})

      expect(await isAlive(app, lost)).toBe(false)
      expect(await isAlive(elsewhere, lost)).toBe(false)
      expect(await isAlive(elsewhere, mine)).toBe(true)
      const body = { grant_type: 'refresh_token', refresh_token: lost.refresh_token ?? '' } as const
      expect(await failure(app.call(grantToken, { body }))).toMatchObject({
        error: 'invalid_grant',
      })
      expect(await eventData(db, 'account.session_ended')).toMatchObject([
        { session_id: sessionOf(mine), ended_session_id: sessionOf(lost) },
      ])
    })

    test("ending another person's, an ended or an unknown session answers not_found", async () => {
      const app = await createTestAccount(await open())
      const mine = await app.signUp(email)
      const theirs = await app.signUp('siti@example.org')
      const ended = await app.signIn(email)
      const end = (id: string) =>
        failure(app.call(endSession, { accessToken: mine.access_token, params: { id } }))
      await app.call(endSession, {
        accessToken: mine.access_token,
        params: { id: sessionOf(ended) },
      })
      const answers = [
        await end(sessionOf(theirs)),
        await end(sessionOf(ended)),
        await end('unknown'),
      ]
      for (const answer of answers) {
        expect(answer).toMatchObject(notFound)
        expect(String(answer)).toBe(String(answers[0]))
      }
      expect(await isAlive(app, theirs)).toBe(true)
    })

    test('ending all other sessions keeps the current one and those of other people', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const mine = await app.signUp(email)
      const others = [await app.signIn(email), await app.signIn(email, PASSWORD, phone)]
      const theirs = await app.signUp('siti@example.org')
      const accessToken = mine.access_token
      expect(await app.call(endOtherSessions, { accessToken })).toEqual({ ended: 2 })
      expect(await app.call(endOtherSessions, { accessToken })).toEqual({ ended: 0 })
      for (const other of others) expect(await isAlive(app, other)).toBe(false)
      expect(await isAlive(app, mine)).toBe(true)
      expect(await isAlive(app, theirs)).toBe(true)
      expect(await eventData(db, 'account.sessions_ended')).toMatchObject([
        { session_id: sessionOf(mine), sessions_ended: 2 },
      ])
    })

    test('ending all other sessions also ends one that a session is handed on to at the same moment', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const mine = await app.signUp(email)
      const thief = await app.signIn(email, PASSWORD, phone)
      const [inserted, committing] = [0, 1].map(() => Promise.withResolvers<void>())
      // As every way in does it: the person is locked, the session behind it is alive, and the next one begins.
      const handing = db.write(async (writer) => {
        await lockUser(writer, mine.sub)
        const source = await writer
          .selectFrom('sessions')
          .selectAll()
          .where('id', '=', sessionOf(thief))
          .executeTakeFirstOrThrow()
        await writer
          .insertInto('sessions')
          .values({ ...source, id: 'handed-on' })
          .execute()
        inserted?.resolve()
        await committing?.promise
      })
      await inserted?.promise
      let isOver = false
      const ending = app
        .call(endOtherSessions, { accessToken: mine.access_token })
        .finally(() => (isOver = true))
      // SQLite has one writer: the other waits there by itself.
      if (kind === 'postgres')
        await expect.poll(async () => isOver || (await isWaiting(db))).toBe(true)
      committing?.resolve()
      await handing
      expect(await ending).toEqual({ ended: 2 })
    })
  })

  describe('signing out', () => {
    test('signing out ends the session and returns the redirect address with the state', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const mine = await app.signUp(email)
      const body = { redirect_uri: `${PUBLIC_URL}/bye?from=app`, state: 'a b&c' }
      const answer = await app.call(signOut, { accessToken: mine.access_token, body })
      expect(answer).toEqual({ redirect_uri: `${PUBLIC_URL}/bye?from=app&state=a+b%26c` })
      expect(await isAlive(app, mine)).toBe(false)
      expect(await eventData(db, 'account.signed_out')).toMatchObject([
        { session_id: sessionOf(mine) },
      ])
    })

    test('signing out to another site is refused, and the session stays', async () => {
      const app = await createTestAccount(await open(), {
        allowedOrigins: ['https://app.example.org'],
      })
      const mine = await app.signUp(email)
      const refused = [
        'https://evil.example/',
        `${PUBLIC_URL}.evil.example/`,
        `${PUBLIC_URL}@evil.example/`,
        'https://user:pass@drive.example/',
        'http://drive.example/',
        'https://drive.example:8443/',
        '//evil.example',
        '/bye',
        'javascript:alert(1)',
        'data:text/html,hello',
        '',
      ]
      for (const redirect_uri of refused) {
        const sent = { accessToken: mine.access_token, body: { redirect_uri } }
        expect(await failure(app.call(signOut, sent)), redirect_uri).toMatchObject({
          error: 'invalid_request_uri',
          code: 4035,
        })
      }
      expect(await isAlive(app, mine)).toBe(true)
      const body = { redirect_uri: 'https://app.example.org/' }
      expect(await app.call(signOut, { accessToken: mine.access_token, body })).toEqual(body)
    })

    test('a third-party app signs out only to an address that is registered for it, compared exactly', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const mine = await app.signUp(email)
      const uri = 'https://photos.example/out'
      await db.write((w) =>
        w
          .insertInto('apps')
          .values({
            ...sampleRows.apps,
            id: 'photos',
            sign_out_uris: JSON.stringify([uri]),
            is_enabled: 1,
            created_by: mine.sub,
          })
          .execute(),
      )
      const user = {
        sub: mine.sub,
        sessionId: sessionOf(mine),
        clientId: 'photos',
        scope: ['openid'],
      }
      const route = app.account.routes.find(({ endpoint }) => endpoint === signOut)
      const send = (redirect_uri: string) =>
        route?.handle({ body: { redirect_uri }, user, caller: {} } as never)
      for (const wrong of [`${uri}/`, `${uri}?x=1`, 'https://photos.example/OUT', PUBLIC_URL]) {
        await expect(send(wrong)).rejects.toMatchObject({ error: 'invalid_request_uri' })
      }
      expect(await send(uri)).toEqual({ redirect_uri: uri })
      expect(await isAlive(app, mine)).toBe(false)
    })
  })

  describe('old sessions', () => {
    async function ids(db: Database) {
      const rows = await db.read((r) => r.selectFrom('sessions').select('id').execute())
      return rows.map(({ id }) => id)
    }

    test("ended sessions are deleted after 90 days, except each person's newest one", async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const old = await app.signUp(email)
      await app.call(signOut, { accessToken: old.access_token, body: {} })
      app.clock.advance(1000)
      const newest = await app.signIn(email)
      await app.call(signOut, { accessToken: newest.access_token, body: {} })
      app.clock.advance(90 * DAY_MS - 1001)
      await pruneSessions(db, app.clock)
      expect(await ids(db)).toHaveLength(2)
      app.clock.advance(1)
      await pruneSessions(db, app.clock)
      expect(await ids(db)).toEqual([sessionOf(newest)])
      app.clock.advance(1000 * DAY_MS)
      await pruneSessions(db, app.clock)
      expect(await ids(db)).toEqual([sessionOf(newest)])

      // A stranger's sign-in to an account that slept is still told to its owner.
      await app.signIn(email, PASSWORD, phone)
      await app.account.settled()
      expect(app.outbox.messages()[0]).toMatchObject({ to: email, purpose: 'newDevice' })
    })

    test('sessions that nobody ended are deleted 90 days after their absolute limit', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      await app.signUp(email)
      app.clock.advance(100 * DAY_MS)
      const later = await app.signIn(email)
      app.clock.advance(170 * DAY_MS)
      await pruneSessions(db, app.clock)
      expect(await ids(db)).toHaveLength(2)
      app.clock.advance(1)
      await pruneSessions(db, app.clock)
      expect(await ids(db)).toEqual([sessionOf(later)])
    })

    test('old sessions are deleted in batches until none is left', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const mine = await app.signUp(email)
      const row = await db.read((r) =>
        r.selectFrom('sessions').selectAll().executeTakeFirstOrThrow(),
      )
      const old = Array.from({ length: 1001 }, (_, n) => ({
        ...row,
        id: `0${String(n).padStart(24, '0')}`,
        ended_at: 1,
      }))
      await db.write(async (w) => {
        for (let i = 0; i < old.length; i += 100) {
          await w
            .insertInto('sessions')
            .values(old.slice(i, i + 100))
            .execute()
        }
      })
      await pruneSessions(db, app.clock)
      expect(await ids(db)).toEqual([sessionOf(mine)])
    })
  })
})
