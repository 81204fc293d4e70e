import {
  approveAppLogin,
  authorizeDevice,
  DEVICE_CODE_GRANT,
  endOtherSessions,
  grantToken,
  inspectAppLogin,
  listAppPasswords,
  refuseAppLogin,
  revokeAppPasswords,
  startDevice,
} from '@awan/protocol/account'
import { decodeJwt } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { onEachDatabase } from '../../db/testing.ts'
import { createTestHttp } from '../../http/testing.ts'
import { enter, makeAppPassword, withSudo } from '../app-passwords/testing.ts'
import { createTestAccount, failure, isWaiting, PUBLIC_URL } from '../testing.ts'
import { lockUser } from '../users/users.ts'
import { programName } from './program-name.ts'

const USER_AGENT = 'Mozilla/5.0 (Linux) mirall/3.7.3git (Nextcloud, debian-6.1)'

onEachDatabase((open, kind) => {
  async function start() {
    const db = await open()
    const app = await createTestAccount(db)
    const http = createTestHttp({ routes: [], doors: app.account.doors })
    onTestFinished(() => http.close())
    const me = await app.signUp('rahma@example.org')
    const headers = { 'user-agent': USER_AGENT }
    const begin = async () => {
      const answer = await http.inject({ method: 'POST', url: '/index.php/login/v2', headers })
      const { poll, login } = answer.json() as {
        poll: { token: string; endpoint: string }
        login: string
      }
      const [page = '', token = ''] = login.split('#')
      return { poll, page, token }
    }
    const pollFor = (token: string, inQuery = false) =>
      http.inject({
        method: 'POST',
        url: `/index.php/login/v2/poll${inQuery ? `?token=${token}` : ''}`,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        ...(!inQuery && { payload: `token=${token}` }),
      })
    const approve = async (token: string, by = me) =>
      app.call(approveAppLogin, { ...(await withSudo(app, by)), body: { token } })
    return { db, app, http, me, begin, pollFor, approve, accessToken: me.access_token }
  }

  test('a program waits until its person agrees, and gets its password once', async () => {
    const { db, app, me, begin, pollFor, approve, accessToken } = await start()
    const { poll, page, token } = await begin()
    expect(poll.endpoint).toBe(`${PUBLIC_URL}/index.php/login/v2/poll`)
    expect(page).toBe(`${PUBLIC_URL}/connect`)
    expect([token, poll.token]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ])
    expect(token).not.toBe(poll.token)
    const rows = JSON.stringify(
      await db.read((r) => r.selectFrom('app_logins').selectAll().execute()),
    )
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(poll.token)
    const looked = await app.call(inspectAppLogin, { accessToken, body: { token } })
    expect(looked).toEqual({
      name: 'mirall, Linux',
      requested_from: { address: '127.0.0.1', user_agent: USER_AGENT },
      expires_in: 600,
    })
    const early = await pollFor(poll.token)
    expect([early.statusCode, early.body]).toEqual([404, '[]'])
    expect(await approve(token)).toEqual({})
    for (const wrong of ['x', token, '']) expect((await pollFor(wrong)).statusCode).toBe(404)
    const granted = await pollFor(poll.token, true)
    const { appPassword } = granted.json()
    expect(granted.json()).toEqual({ server: PUBLIC_URL, loginName: me.sub, appPassword })
    expect(granted.headers['cache-control']).toBe('no-store')
    expect(await enter(app, me.sub, appPassword)).toMatchObject({ sub: me.sub, readOnly: false })
    expect((await pollFor(poll.token)).statusCode).toBe(404)
    expect(await failure(approve(token))).toMatchObject({ error: 'not_found' })
    const { data } = await app.call(listAppPasswords, { accessToken })
    expect(data).toMatchObject([{ name: 'mirall, Linux', read_only: false }])
    await app.account.settled()
    expect(app.outbox.messages()[0]).toMatchObject({ purpose: 'appPasswordCreated' })
  })

  test('of several who ask at once, one gets it', async () => {
    const { begin, pollFor, approve, app, accessToken } = await start()
    const { poll, token } = await begin()
    await approve(token)
    const answers = await Promise.all([1, 2, 3, 4].map(() => pollFor(poll.token)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404])
    expect((await app.call(listAppPasswords, { accessToken })).total).toBe(1)
  })

  test('agreeing needs a fresh proof, and refusing none', async () => {
    const { app, begin, pollFor, accessToken } = await start()
    const { poll, token } = await begin()
    const denied = { error: 'permission_denied' }
    const body = { token }
    expect(await failure(app.call(approveAppLogin, { accessToken, body }))).toMatchObject(denied)
    await app.call(refuseAppLogin, { accessToken, body })
    expect((await pollFor(poll.token)).statusCode).toBe(404)
    expect(await failure(app.call(inspectAppLogin, { accessToken, body }))).toMatchObject({
      error: 'not_found',
    })
  })

  test('a session from a device code lets nobody in', async () => {
    const { app, me, begin, approve } = await start()
    const { device_code, user_code } = await app.call(startDevice, { body: {} })
    await app.call(authorizeDevice, { ...(await withSudo(app, me)), body: { user_code } })
    const device = await app.call(grantToken, {
      body: { grant_type: DEVICE_CODE_GRANT, device_code },
    })
    const { token } = await begin()
    expect(await failure(approve(token, device as typeof me))).toMatchObject({
      error: 'permission_denied',
    })
  })

  test('whoever revokes all app passwords takes back what they agreed to, also before the program comes for it', async () => {
    const { app, begin, pollFor, approve, accessToken } = await start()
    const agreed = await begin()
    const waiting = await begin()
    await approve(agreed.token)
    expect(await app.call(revokeAppPasswords, { accessToken })).toEqual({ revoked: 0 })
    expect((await pollFor(agreed.poll.token)).statusCode).toBe(404)
    expect((await app.call(listAppPasswords, { accessToken })).total).toBe(0)
    await approve(waiting.token)
    expect((await pollFor(waiting.poll.token)).statusCode).toBe(200)
  })

  test('what ends the session, the time or the password ends the agreement', async () => {
    const { app, begin, pollFor, approve, db, accessToken } = await start()
    const first = await begin()
    await approve(first.token)
    app.clock.advance(600_000)
    expect((await pollFor(first.poll.token)).statusCode).toBe(404)
    for (const { run } of app.account.housekeeping) await run()
    expect(await db.read((r) => r.selectFrom('app_logins').selectAll().execute())).toEqual([])

    const second = await begin()
    await approve(second.token)
    const other = await app.signIn('rahma@example.org')
    await app.call(endOtherSessions, { accessToken: other.access_token })
    expect((await pollFor(second.poll.token)).statusCode).toBe(404)

    const third = await begin()
    await approve(third.token, other)
    const password_updated_at = app.clock.now() + 1
    await db.write((w) => w.updateTable('users').set({ password_updated_at }).execute())
    expect((await pollFor(third.poll.token)).statusCode).toBe(404)
    expect(await failure(app.call(listAppPasswords, { accessToken }))).toBeDefined()
    expect((await app.call(listAppPasswords, { accessToken: other.access_token })).total).toBe(0)
  })

  /** A new password in another session, which is written when the work that it is given has begun. */
  async function whileSessionsEnd<T>(
    { db, app, me }: Pick<Awaited<ReturnType<typeof start>>, 'db' | 'app' | 'me'>,
    begin: () => Promise<T>,
  ) {
    const other = await app.signIn('rahma@example.org')
    const [ended, committing] = [0, 1].map(() => Promise.withResolvers<void>())
    const ending = db.write(async (writer) => {
      await lockUser(writer, me.sub)
      const keepId = String(decodeJwt(other.access_token).sid)
      const ended_at = app.clock.now()
      await writer.updateTable('sessions').set({ ended_at }).where('id', '!=', keepId).execute()
      await writer.deleteFrom('app_passwords').execute()
      ended?.resolve()
      await committing?.promise
    })
    await ended?.promise
    let isOver = false
    const begun = Promise.allSettled([begin()]).finally(() => (isOver = true))
    // SQLite has one writer: the other waits there by itself.
    if (kind === 'postgres')
      await expect.poll(async () => isOver || (await isWaiting(db))).toBe(true)
    committing?.resolve()
    await ending
    const [outcome] = await begun
    const { total } = await app.call(listAppPasswords, { accessToken: other.access_token })
    return { outcome, total }
  }

  test('a program that comes for its password while the session of its person ends gets none', async () => {
    const set = await start()
    const { poll, token } = await set.begin()
    await set.approve(token)
    const { outcome, total } = await whileSessionsEnd(set, () => set.pollFor(poll.token))
    expect(outcome).toMatchObject({ value: { statusCode: 404 } })
    expect(total).toBe(0)
  })

  test('no app password is made by a session that ends at the same moment', async () => {
    const set = await start()
    const { outcome, total } = await whileSessionsEnd(set, () => makeAppPassword(set.app, set.me))
    expect(outcome).toMatchObject({ reason: { error: 'unauthenticated' } })
    expect(total).toBe(0)
  })

  test('a program in a window of its own is handed its password by the browser', async () => {
    const { app, http, me, approve, pollFor } = await start()
    const page = await http.inject({ method: 'GET', url: '/index.php/login/flow' })
    expect(page.statusCode).toBe(303)
    const [address, token = ''] = String(page.headers.location).split('#')
    expect(address).toBe(`${PUBLIC_URL}/connect`)
    expect((await pollFor(token)).statusCode).toBe(404)
    const { redirect_uri = '' } = await approve(token)
    const [, user, password = ''] =
      /^nc:\/\/login\/server:https:\/\/drive\.example&user:(\w+)&password:(\w+)$/.exec(
        redirect_uri,
      ) ?? []
    expect(user).toBe(me.sub)
    expect(await enter(app, me.sub, password)).toMatchObject({ sub: me.sub })
    expect(await failure(approve(token))).toMatchObject({ error: 'not_found' })
  })

  test('whoever asks too often is told to wait, and a long body is not read', async () => {
    const { http, pollFor } = await start()
    const statuses = new Set<number>()
    for (let at = 0; at < 61; at++) {
      const answer = await http.inject({ method: 'POST', url: '/index.php/login/v2' })
      statuses.add(answer.statusCode)
    }
    expect([...statuses]).toEqual([200, 429])
    expect((await pollFor('x'.repeat(5_000))).statusCode).toBe(413)
    const other = await http.inject({ method: 'GET', url: '/index.php/login/v2' })
    expect(other.statusCode).toBe(404)
  })
})

test('a program is called by what it says of itself, in few words', () => {
  expect(programName(USER_AGENT)).toBe('mirall, Linux')
  expect(programName('Mozilla/5.0 (Android) Nextcloud-android/3.30.0')).toBe(
    'Nextcloud-android, Android',
  )
  expect(
    programName('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'),
  ).toBe('App, Linux')
  expect(programName(undefined)).toBe('App')
  expect(programName('\u202e<b>/1'.repeat(100)).length).toBeLessThanOrEqual(100)
})
