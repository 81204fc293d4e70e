import {
  authorizeDevice,
  createSignInToken,
  DEVICE_CODE_GRANT,
  type DeviceState,
  endOtherSessions,
  getMe,
  grantSudo,
  grantToken,
  inspectDevice,
  revokeAuthorizedApp,
  serverOverview,
  signInWithToken,
  startDevice,
} from '@awan/protocol/account'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import type { Caller } from '../../http/route.ts'
import { systemRandom } from '../../kernel/id.ts'
import { registerApp } from '../apps/testing.ts'
import { createSessions } from '../sessions/sessions.ts'
import { createTestAccount, failure, PASSWORD, PUBLIC_URL, someCaller } from '../testing.ts'
import { createUserCode, readUserCode, showUserCode } from './user-code.ts'

const tv: Partial<Caller> = { clientId: 'awan-cli', deviceId: 'f'.repeat(32), deviceName: 'TV' }

async function stage(db: Database, caller = tv, body: { scope?: string } = {}) {
  const app = await createTestAccount(db)
  const person = await app.signUp('rahma@example.org')
  const started = await app.call(startDevice, { body: { meta: { scene: 'tv' }, ...body }, caller })
  const accessToken = person.access_token
  const { sudo_token: sudoToken } = await app.call(grantSudo, {
    body: { password: PASSWORD },
    accessToken,
  })
  return {
    app,
    person,
    started,
    poll: (changes: Partial<Caller> = {}) =>
      app.call(grantToken, {
        body: { grant_type: DEVICE_CODE_GRANT, device_code: started.device_code },
        caller: { ...caller, ...changes },
      }),
    decide: (state?: DeviceState, user_code = started.user_code, scope?: string) =>
      app.call(authorizeDevice, {
        accessToken,
        sudoToken,
        body: { user_code, ...(state && { state }), ...(scope && { scope }) },
      }),
    decideWithoutSudo: (scope?: string, state?: DeviceState) =>
      app.call(authorizeDevice, {
        accessToken,
        body: { user_code: started.user_code, ...(state && { state }), ...(scope && { scope }) },
      }),
    look: (user_code = started.user_code) =>
      app.call(inspectDevice, { accessToken, body: { user_code } }),
  }
}

test('user codes have no vowels, and are accepted in any letter case and with any separator', () => {
  const letters = [19, 0, 1, 2, 3, 4, 5, 6]
  let at = 0
  const random = { integer: () => letters[at++] ?? 0, bytes: () => Buffer.alloc(0) }
  expect(showUserCode(createUserCode(random))).toBe('ZBCD-FGHJ')
  for (const typed of ['zbcdfghj', 'ZBCD FGHJ', ' zbcd–fghj ']) {
    expect(readUserCode(typed)).toBe('ZBCDFGHJ')
  }
})

onEachDatabase((open) => {
  describe('a device code', () => {
    test('[CAL-12] [CAL-13] [ACC-34] a device code signs the device in after a person approves it elsewhere', async () => {
      const db = await open()
      const { app, person, started, poll, decide, look } = await stage(db)
      expect(started).toEqual({
        device_code: expect.stringMatching(/^[\w-]{43}$/),
        user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
        verification_uri: `${PUBLIC_URL}/device`,
        verification_uri_complete: `${PUBLIC_URL}/device?user_code=${started.user_code}`,
        expires_in: 600,
        interval: 5,
      })
      const rows = JSON.stringify(
        await db.read((r) => r.selectFrom('device_codes').selectAll().execute()),
      )
      expect(rows).not.toContain(started.device_code)

      const pending = { error: 'authorization_pending', code: 4050, status: 400 }
      expect(await failure(poll())).toMatchObject({
        ...pending,
        details: [{ state: 'WAITING_CONNECT' }],
      })
      expect(await look()).toMatchObject({
        client: { id: 'awan-cli' },
        scopes: [{ id: 'profile' }, { id: 'offline' }, { id: 'drive' }, { id: 'user' }],
        meta: { scene: 'tv' },
        requested_from: { address: '203.0.113.7', device_name: 'TV' },
        expires_in: 600,
      })
      expect(await decide('WAITING_CONSENT')).toEqual({})
      app.clock.advance(5_000)
      expect(await failure(poll())).toMatchObject({
        ...pending,
        details: [{ state: 'WAITING_CONSENT' }],
      })
      expect(await decide()).toEqual({})
      app.clock.advance(5_000)
      const granted = await poll()
      expect(granted).toMatchObject({ sub: person.sub, scope: 'user profile offline drive' })
      const me = await app.call(getMe, { accessToken: granted.access_token })
      expect(me.sub).toBe(person.sub)
      // The code may have been approved for somebody else's device.
      expect(me).not.toHaveProperty('contacts')
      expect(app.outbox.messages()[0]).toMatchObject({ purpose: 'newDevice' })

      app.clock.advance(5_000)
      expect(await failure(poll())).toMatchObject({ error: 'invalid_grant' })
      expect(await failure(decide())).toMatchObject({ error: 'not_found' })
    })

    test('a device tells at most sixteen things about itself, which are stored for whoever approves it', async () => {
      const app = await createTestAccount(await open())
      const start = (fields: number) => {
        const told = Array.from({ length: fields }, (_, i) => [`field_${i}`, 'x'.repeat(256)])
        return app.call(startDevice, { body: { meta: Object.fromEntries(told) }, caller: tv })
      }
      await start(16)
      expect(String(await failure(start(17)))).toContain('at most 16 fields')
    })

    test('approving a full session needs a sudo token; refusing it, or giving less, does not', async () => {
      const denied = { error: 'permission_denied' }
      const { app, poll, decide, decideWithoutSudo, person, started } = await stage(await open())
      expect(await failure(decideWithoutSudo())).toMatchObject(denied)
      expect(await failure(decideWithoutSudo('user'))).toMatchObject(denied)
      const { access_token: accessToken } = person
      const { user_code } = started
      const forged = app.call(authorizeDevice, {
        accessToken,
        sudoToken: accessToken,
        body: { user_code },
      })
      expect(await failure(forged)).toMatchObject(denied)
      expect(await failure(poll())).toMatchObject({ error: 'authorization_pending' })
      await decideWithoutSudo(undefined, 'WAITING_CONSENT')
      await decideWithoutSudo('drive')
      app.clock.advance(5_000)
      expect((await poll()).scope).toBe('drive')

      const second = await app.call(startDevice, { body: {}, caller: tv })
      const refuse = { user_code: second.user_code, state: 'ACCESS_DENIED' } as const
      await app.call(authorizeDevice, { accessToken, body: refuse })
      const third = await app.call(startDevice, { body: {}, caller: tv })
      await decide(undefined, third.user_code)
    })

    test('a session from a device code has no administration rights, nor has a session made from it', async () => {
      const { app, person, poll, decide } = await stage(await open())
      await decide()
      const device = await poll()
      const { signin_token } = await app.call(createSignInToken, {
        accessToken: device.access_token,
        body: {},
      })
      const page = await app.call(signInWithToken, { body: { signin_token } })
      for (const { access_token: accessToken } of [device, page]) {
        expect(await failure(app.call(serverOverview, { accessToken }))).toMatchObject({
          error: 'permission_denied',
          description: expect.stringContaining('device code'),
        })
        expect((await app.call(getMe, { accessToken })).groups).toEqual([])
      }
      const { access_token: accessToken } = person
      await app.call(serverOverview, { accessToken })
      expect((await app.call(getMe, { accessToken })).groups).toEqual([{ id: 'administrators' }])
    })

    test('a session from a device code never counts as fresh, so that nobody adds a way in with it', async () => {
      const { app, person, poll, decide } = await stage(await open())
      await decide()
      const device = await poll()
      const { authenticate, checkSudo } = app.account.guards
      const check = async (accessToken: string) =>
        checkSudo(await authenticate(accessToken), undefined, 'unless-fresh')
      await check(person.access_token)
      expect(await failure(check(device.access_token))).toMatchObject({
        error: 'permission_denied',
      })
    })

    test('a device that was let in by its code is no known one before its person has signed in there', async () => {
      const db = await open()
      const { app, person, poll, decide } = await stage(db)
      await decide()
      const device = await poll()
      // What a session hands on is no proof either.
      const { signin_token } = await app.call(createSignInToken, {
        accessToken: device.access_token,
        body: {},
      })
      await app.call(signInWithToken, {
        body: { signin_token },
        caller: { ...tv, clientId: 'awan-web' },
      })
      const caller = { ...someCaller, ...tv }
      const sessions = createSessions({ clock: app.clock, random: systemRandom, idleMs: 1 })
      const known = () =>
        db.read(async (reader) => [
          await sessions.knowsVisitor(reader, 'email:rahma@example.org', caller),
          await sessions.knowsDevice(reader, person.sub, caller),
        ])
      expect(await known()).toEqual([false, false])
      const newDevices = () =>
        app.outbox.messages().filter(({ purpose }) => purpose === 'newDevice').length
      // The device was told of when its code was approved, and not again for what it handed on.
      expect(newDevices()).toBe(1)
      await app.signIn('rahma@example.org', PASSWORD, tv)
      expect(newDevices()).toBe(2)
      expect(await known()).toEqual([true, true])
    })

    test('a session from a device code is as old as the sign-in of the person who approved it', async () => {
      const db = await open()
      const notes = await registerApp(db)
      const { app, poll, decide } = await stage(
        db,
        { ...tv, clientId: notes.id },
        { scope: 'openid profile' },
      )
      const signedInAt = app.clock.now()
      app.clock.advance(9 * 60_000)
      await decide()
      const granted = await poll()
      expect(decodeJwt(granted.id_token ?? '').auth_time).toBe(signedInAt / 1000)
      const { signedInAt: told } = await app.account.guards.authenticate(granted.access_token)
      expect(told).toBe(signedInAt)
    })

    test('[ACC-35] polling a device code too fast answers slow_down, and the interval grows each time', async () => {
      const { app, poll } = await stage(await open())
      const pending = { error: 'authorization_pending' }
      const slow = { error: 'slow_down', code: 4051 }
      expect(await failure(poll())).toMatchObject(pending)
      app.clock.advance(4_000)
      expect(await failure(poll())).toMatchObject(slow)
      app.clock.advance(9_000)
      expect(await failure(poll())).toMatchObject(slow)
      app.clock.advance(15_000)
      expect(await failure(poll())).toMatchObject(pending)
      const together = await Promise.allSettled([poll(), poll(), poll()])
      expect(together.map((one) => (one as { reason: unknown }).reason)).toEqual([
        expect.objectContaining(slow),
        expect.objectContaining(slow),
        expect.objectContaining(slow),
      ])
    })

    test('[ACC-36] a device code expires after ten minutes, for the device and for the person', async () => {
      const { app, poll, decide, look } = await stage(await open())
      app.clock.advance(600_000)
      expect(await failure(poll())).toMatchObject({ error: 'expired_token', code: 4052 })
      expect(await failure(look())).toMatchObject({ error: 'not_found' })
      expect(await failure(decide())).toMatchObject({ error: 'not_found' })
      app.clock.advance(3_600_000)
      for (const { run } of app.account.housekeeping) await run()
      expect(await failure(poll())).toMatchObject({ error: 'invalid_grant' })
    })

    test('[ACC-36] a device code that the person refuses answers access_denied and cannot be approved afterwards', async () => {
      const { poll, decide } = await stage(await open())
      await decide('ACCESS_DENIED')
      expect(await failure(decide())).toMatchObject({ error: 'not_found' })
      expect(await failure(poll())).toMatchObject({ error: 'access_denied', code: 4123 })
    })

    test('two polls of an approved device code at the same moment give one session', async () => {
      const db = await open()
      const { app, poll, decide } = await stage(db)
      await decide()
      const answers = await Promise.allSettled([poll(), poll()])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const sessions = await db.read((r) =>
        r.selectFrom('sessions').select('id').where('client_id', '=', 'awan-cli').execute(),
      )
      expect(sessions).toHaveLength(1)
      await app.account.settled()
    })

    test('a device code works only for the client that requested it, and wrong user codes are not found', async () => {
      const { poll, decide, look } = await stage(await open())
      await decide()
      expect(await failure(poll({ clientId: 'awan-web' }))).toMatchObject({
        error: 'invalid_grant',
      })
      expect(await failure(poll({ clientId: 'unknown' }))).toMatchObject({
        error: 'unauthorized_client',
      })
      for (const guess of ['BBBB-BBBB', 'x', "' or 1=1"]) {
        expect(await failure(look(guess))).toMatchObject({ error: 'not_found' })
      }
      await poll()
    })

    test('a third-party app gets by device code only the scope that it may have and the person grants', async () => {
      const db = await open()
      const notes = await registerApp(db)
      const { app, poll, decide, look } = await stage(
        db,
        { ...tv, clientId: notes.id },
        { scope: 'openid drive' },
      )
      expect((await look()).client).toMatchObject({ name: 'Notes' })
      expect(await failure(decide(undefined, undefined, 'drive email'))).toMatchObject({
        error: 'invalid_scope',
      })
      await decide(undefined, undefined, 'drive')
      const granted = await poll()
      expect(granted.scope).toBe('drive')
      expect(granted.refresh_token).toBeUndefined()
      expect(await failure(app.call(getMe, { accessToken: granted.access_token }))).toMatchObject({
        error: 'permission_denied',
      })
      const asked = app.call(startDevice, {
        body: { scope: 'user' },
        caller: { clientId: notes.id },
      })
      expect(await failure(asked)).toMatchObject({ error: 'invalid_scope' })
    })

    test("an approved device code stops working when the person revokes the app's access", async () => {
      const db = await open()
      const notes = await registerApp(db)
      const { app, person, poll, decide } = await stage(db, { ...tv, clientId: notes.id })
      await decide()
      await app.call(revokeAuthorizedApp, {
        accessToken: person.access_token,
        params: { client_id: notes.id },
      })
      expect(await failure(poll())).toMatchObject({ error: 'invalid_grant' })
    })

    test('an approved device code ends with the session that approved it', async () => {
      const { app, person, poll, decideWithoutSudo } = await stage(await open(), tv, {
        scope: 'drive offline',
      })
      await decideWithoutSudo()
      const other = await app.signIn('rahma@example.org')
      await app.call(endOtherSessions, { accessToken: other.access_token })
      expect(await failure(app.account.guards.authenticate(person.access_token))).toBeDefined()
      expect(await failure(poll())).toMatchObject({ error: 'invalid_grant' })
    })

    test('an approved device code stops working when the account is blocked', async () => {
      const db = await open()
      const { poll, decide } = await stage(db)
      await decide()
      await db.write((w) => w.updateTable('users').set({ status: 'BLOCKED' }).execute())
      expect(await failure(poll())).toMatchObject({ error: 'user_blocked' })
    })
  })
})
