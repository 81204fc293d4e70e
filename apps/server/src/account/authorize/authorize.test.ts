import {
  authorizeApp,
  type Credentials,
  createSignInToken,
  detectAuthorization,
  getAuthorizeInfo,
  getMe,
  grantSudo,
  grantToken,
  introspectClientToken,
  introspectToken,
  listAuthorizedApps,
  revokeAuthorizedApp,
  revokeToken,
  setPassword,
  signIn,
  signInWithToken,
} from '@awan/protocol/account'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import type { Caller } from '../../http/route.ts'
import { createTestHttp } from '../../http/testing.ts'
import { systemRandom } from '../../kernel/id.ts'
import { askForCode, CHALLENGE, REDIRECT_URI, registerApp, VERIFIER } from '../apps/testing.ts'
import { createSessions } from '../sessions/sessions.ts'
import {
  createTestAccount,
  failure,
  PASSWORD,
  PUBLIC_URL,
  someCaller,
  type TestAccount,
} from '../testing.ts'

const email = 'rahma@example.org'
const invalidGrant = { error: 'invalid_grant', code: 4126 }

interface Stage {
  db: Database
  app: TestAccount
  person: Credentials
  notes: { id: string; secret: string }
}

async function stage(db: Database, fields: Parameters<typeof registerApp>[1] = {}): Promise<Stage> {
  const app = await createTestAccount(db)
  const person = await app.signUp(email)
  return { db, app, person, notes: await registerApp(db, fields) }
}

function redeem(
  { app, notes }: Stage,
  code: string,
  changes: {
    client_id?: string
    client_secret?: string
    redirect_uri?: string
    code_verifier?: string
    headers?: Record<string, string>
  } = {},
) {
  const { headers = {}, ...fields } = changes
  const body = {
    grant_type: 'authorization_code',
    code,
    client_id: notes.id,
    client_secret: notes.secret,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
    ...fields,
  } as const
  return app.call(grantToken, { body, caller: { clientId: body.client_id }, headers })
}

function eventTypes(db: Database): Promise<string[]> {
  return db.read(async (r) => {
    const rows = await r.selectFrom('account_events').select('type').orderBy('id').execute()
    return rows.map(({ type }) => type)
  })
}

onEachDatabase((open) => {
  test('a person lets apps in 300 times in ten minutes at most: each time is a row that stays', async () => {
    const { app, person, notes, db } = await stage(await open())
    await using http = createTestHttp({ routes: app.account.routes, guards: app.account.guards })
    const grant = () =>
      http.inject({
        method: 'POST',
        url: '/v1/user/authorize',
        headers: { authorization: `Bearer ${person.access_token}` },
        payload: {
          client_id: notes.id,
          redirect_uri: REDIRECT_URI,
          response_type: 'code',
          code_challenge: CHALLENGE,
          code_challenge_method: 'S256',
        },
      })
    expect((await grant()).statusCode).toBe(200)
    await db.write((w) =>
      w
        .updateTable('rate_limits')
        .set({ points: 300 })
        .where('key', '=', `POST /v1/user/authorize user ${person.sub}`)
        .execute(),
    )
    const refused = await grant()
    expect(refused.json()).toMatchObject({ error: 'resource_exhausted' })
    app.clock.advance(600_000)
    expect((await grant()).statusCode).toBe(200)
  })

  describe('a third-party app', () => {
    test('[CAL-30] [CAL-6] an app gets a code when the person agrees, and exchanges it for tokens', async () => {
      const set = await stage(await open())
      const { app, person, notes, db } = set
      const answer = await app.call(authorizeApp, {
        accessToken: person.access_token,
        body: {
          client_id: notes.id,
          redirect_uri: REDIRECT_URI,
          state: 'a&b',
          scope: 'openid profile offline',
          nonce: 'n0nce',
          code_challenge: CHALLENGE,
          code_challenge_method: 'S256',
        },
      })
      expect(answer).toEqual({
        code: expect.stringMatching(/^[\w-]{43}$/),
        state: 'a&b',
        expires_in: 120,
        iss: PUBLIC_URL,
        redirect_to: `${REDIRECT_URI}?code=${answer.code}&state=a%26b&iss=${encodeURIComponent(PUBLIC_URL)}`,
      })
      const granted = await redeem(set, answer.code ?? '')
      expect(granted).toMatchObject({
        sub: person.sub,
        scope: 'openid profile offline',
        refresh_token: expect.any(String),
      })
      const idToken = decodeJwt(granted.id_token ?? '')
      expect(idToken).toMatchObject({
        iss: PUBLIC_URL,
        aud: notes.id,
        sub: person.sub,
        nonce: 'n0nce',
        auth_time: app.clock.now() / 1000,
        at_hash: expect.stringMatching(/^[\w-]{22}$/),
      })
      const rows = JSON.stringify(
        await db.read((r) => r.selectFrom('authorization_codes').selectAll().execute()),
      )
      expect(rows).not.toContain(answer.code)
      expect(await eventTypes(db)).toContain('account.app_authorized')
      const told = () =>
        app.outbox.messages().filter(({ purpose }) => purpose === 'appAuthorized').length
      expect(told()).toBe(1)
      // The same again is no news; more is.
      await askForCode(app, person, { client_id: notes.id, scope: 'openid' })
      expect(told()).toBe(1)
      await askForCode(app, person, { client_id: notes.id, scope: 'drive' })
      expect(told()).toBe(2)
    })

    test('an app gets access_denied and no code when the person refuses', async () => {
      const { app, person, notes, db } = await stage(await open())
      const answer = await app.call(authorizeApp, {
        accessToken: person.access_token,
        body: { client_id: notes.id, redirect_uri: REDIRECT_URI, state: 's', approve: false },
      })
      expect(answer.redirect_to).toBe(
        `${REDIRECT_URI}?error=access_denied&state=s&iss=${encodeURIComponent(PUBLIC_URL)}`,
      )
      expect(answer.code).toBeUndefined()
      expect(await db.read((r) => r.selectFrom('app_grants').selectAll().execute())).toEqual([])
    })

    test('an app without the scope offline gets no refresh token, and without openid no ID token', async () => {
      const set = await stage(await open())
      const code = await askForCode(set.app, set.person, {
        client_id: set.notes.id,
        scope: 'drive',
      })
      const granted = await redeem(set, code)
      expect(granted.scope).toBe('drive')
      expect(granted.refresh_token).toBeUndefined()
      expect(granted.id_token).toBeUndefined()
    })

    test("an app's token cannot manage the account: every /v1/user call needs the scope user", async () => {
      const set = await stage(await open())
      const { app, person, notes } = set
      const code = await askForCode(app, person, { client_id: notes.id })
      const { access_token: accessToken } = await redeem(set, code)
      const denied = { error: 'permission_denied', code: 7 }
      const managed = app.account.routes.filter(({ endpoint }) =>
        endpoint.path.startsWith('/v1/user'),
      )
      expect(managed.length).toBeGreaterThan(10)
      for (const { requires } of managed) {
        expect(requires.user ?? requires.sudo ?? requires.scope).toBeDefined()
        expect([undefined, 'user']).toContain(requires.scope)
      }
      for (const call of [
        () => app.call(getMe, { accessToken }),
        () => app.call(grantSudo, { accessToken, body: { password: PASSWORD } }),
        () => app.call(setPassword, { accessToken, body: { new_password: 'another umbrella' } }),
        () => app.call(listAuthorizedApps, { accessToken }),
        () => askForCode(app, { access_token: accessToken }, { client_id: notes.id }),
      ]) {
        expect(await failure(call())).toMatchObject(denied)
      }
    })

    test('an app cannot sign a person in by password', async () => {
      const { app, notes } = await stage(await open())
      const body = { email, password: PASSWORD }
      expect(
        await failure(app.call(signIn, { body, caller: { clientId: notes.id } })),
      ).toMatchObject({ error: 'unauthorized_client', code: 4122 })
    })

    test('a confidential app authenticates with its secret, in the body or as Basic; a wrong secret is refused', async () => {
      const set = await stage(await open(), { isConfidential: true })
      const { app, person, notes } = set
      const basic = (secret: string) => ({
        authorization: `Basic ${Buffer.from(`${notes.id}:${encodeURIComponent(secret)}`).toString('base64')}`,
      })
      const code = await askForCode(app, person, { client_id: notes.id })
      for (const client_secret of ['', 'wrong']) {
        expect(await failure(redeem(set, code, { client_secret }))).toMatchObject({
          error: 'unauthorized_client',
        })
      }
      const wrong = { client_secret: '', headers: basic('wrong') }
      expect(await failure(redeem(set, code, wrong))).toMatchObject({
        error: 'unauthorized_client',
      })
      const granted = await redeem(set, code, { client_secret: '', headers: basic(notes.secret) })

      const refresh = (client_secret: string, clientId: string | undefined) =>
        app.call(grantToken, {
          body: {
            grant_type: 'refresh_token',
            refresh_token: granted.refresh_token ?? '',
            client_secret,
          },
          caller: { clientId },
        })
      expect(await failure(refresh('wrong', notes.id))).toMatchObject({
        error: 'unauthorized_client',
      })
      // Saying nothing is no way around the secret.
      expect(await failure(refresh('', undefined))).toMatchObject(invalidGrant)
      expect((await refresh(notes.secret, notes.id)).scope).toBe(granted.scope)
    })

    test('a disabled app can neither redeem a code nor get a new one', async () => {
      const set = await stage(await open())
      const code = await askForCode(set.app, set.person, { client_id: set.notes.id })
      await set.db.write((w) => w.updateTable('apps').set({ is_enabled: 0 }).execute())
      const unauthorized = { error: 'unauthorized_client' }
      expect(await failure(redeem(set, code))).toMatchObject(unauthorized)
      const again = askForCode(set.app, set.person, { client_id: set.notes.id })
      expect(await failure(again)).toMatchObject(unauthorized)
    })

    test('an app cannot refresh a session whose scope its registration no longer has', async () => {
      const set = await stage(await open())
      const { app, person, notes, db } = set
      const granted = await redeem(set, await askForCode(app, person, { client_id: notes.id }))
      await db.write((w) => w.updateTable('apps').set({ scope: 'openid offline' }).execute())
      const body = {
        grant_type: 'refresh_token',
        refresh_token: granted.refresh_token ?? '',
      } as const
      const refreshed = app.call(grantToken, { body, caller: { clientId: notes.id } })
      expect(await failure(refreshed)).toMatchObject(invalidGrant)
    })

    test('an app cannot request a scope beyond its registration', async () => {
      const { app, person, notes } = await stage(await open(), { scope: 'openid drive' })
      for (const scope of ['openid email', 'user', 'drive user', 'unheard-of']) {
        expect(
          await failure(askForCode(app, person, { client_id: notes.id, scope })),
        ).toMatchObject({ error: 'invalid_scope', code: 4125 })
      }
    })
  })

  describe('an authorization code', () => {
    test('an authorization code works once: a second use ends the session of the first', async () => {
      const set = await stage(await open())
      const { app, person, notes, db } = set
      const code = await askForCode(app, person, { client_id: notes.id })
      const granted = await redeem(set, code)
      await app.account.guards.authenticate(granted.access_token)
      expect(await failure(redeem(set, code))).toMatchObject(invalidGrant)
      expect(await failure(app.account.guards.authenticate(granted.access_token))).toMatchObject({
        error: 'unauthenticated',
      })
      await app.account.guards.authenticate(person.access_token)
      expect(await eventTypes(db)).toContain('account.code_reuse_detected')
    })

    test('an app that uses its code again ends its own session and no other one of the same sign-in', async () => {
      const set = await stage(await open())
      const { app, person, notes } = set
      const code = await askForCode(app, person, { client_id: notes.id })
      const granted = await redeem(set, code)
      const { signin_token } = await app.call(createSignInToken, {
        accessToken: person.access_token,
        body: {},
      })
      const page = await app.call(signInWithToken, { body: { signin_token } })
      expect(await failure(redeem(set, code))).toMatchObject(invalidGrant)
      expect(await failure(app.account.guards.authenticate(granted.access_token))).toBeDefined()
      await app.account.guards.authenticate(page.access_token)
    })

    test('a device on which only an app was let in stays a new one: the owner is told of its sign-in, and it has no tries of its own', async () => {
      const { app, person, notes, db } = await stage(await open())
      const caller = { clientId: notes.id, deviceId: 'e'.repeat(32) }
      const body = {
        grant_type: 'authorization_code',
        code: await askForCode(app, person, { client_id: notes.id }),
        client_id: notes.id,
        client_secret: notes.secret,
        redirect_uri: REDIRECT_URI,
        code_verifier: VERIFIER,
      } as const
      await app.call(grantToken, { body, caller })
      const sessions = createSessions({ clock: app.clock, random: systemRandom, idleMs: 1 })
      const stranger = { ...someCaller, ...caller, clientId: 'awan-web' }
      const known = (by: Caller) =>
        db.read(async (reader) => [
          await sessions.knowsVisitor(reader, `email:${email}`, by),
          await sessions.knowsDevice(reader, person.sub, by),
        ])
      expect(await known(someCaller)).toEqual([true, true])
      expect(await known(stranger)).toEqual([false, false])
      await app.signIn(email, PASSWORD, stranger)
      expect(app.outbox.messages()[0]).toMatchObject({ to: email, purpose: 'newDevice' })
    })

    test('the owner is told of one of our own apps on a new device, by whichever way it came in', async () => {
      const { app, person } = await stage(await open())
      const redirect_uri = 'http://127.0.0.1/callback'
      const code = await askForCode(app, person, {
        client_id: 'awan-cli',
        redirect_uri,
        scope: 'drive',
      })
      const body = {
        grant_type: 'authorization_code',
        code,
        client_id: 'awan-cli',
        redirect_uri,
        code_verifier: VERIFIER,
      } as const
      const before = app.outbox.messages().length
      await app.call(grantToken, { body, caller: { clientId: 'awan-cli', deviceId: 'new' } })
      expect(app.outbox.messages()).toHaveLength(before + 1)
      expect(app.outbox.messages()[0]).toMatchObject({ to: email, purpose: 'newDevice' })
    })

    test('an authorization code that is redeemed twice at the same moment leaves no live session', async () => {
      const set = await stage(await open())
      const code = await askForCode(set.app, set.person, { client_id: set.notes.id })
      const answers = await Promise.allSettled([redeem(set, code), redeem(set, code)])
      expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
      const alive = await set.db.read((r) =>
        r
          .selectFrom('sessions')
          .select('id')
          .where('client_id', '=', set.notes.id)
          .where('ended_at', 'is', null)
          .execute(),
      )
      expect(alive).toEqual([])
    })

    test('an authorization code needs its PKCE verifier: none, a wrong one and the challenge itself are refused', async () => {
      const set = await stage(await open())
      const code = await askForCode(set.app, set.person, { client_id: set.notes.id })
      for (const code_verifier of [CHALLENGE, `${VERIFIER}x`, 'short', '']) {
        expect(await failure(redeem(set, code, { code_verifier }))).toMatchObject(invalidGrant)
      }
      await redeem(set, code)
    })

    test('an authorization code is bound to its redirect URI and its app', async () => {
      const set = await stage(await open())
      const other = await registerApp(set.db)
      const code = await askForCode(set.app, set.person, { client_id: set.notes.id })
      const elsewhere = { redirect_uri: 'https://notes.example/callback2' }
      expect(await failure(redeem(set, code, elsewhere))).toMatchObject(invalidGrant)
      const asOther = { client_id: other.id, client_secret: other.secret }
      expect(await failure(redeem(set, code, asOther))).toMatchObject(invalidGrant)
      await redeem(set, code)
    })

    test('an authorization code expires after two minutes', async () => {
      const set = await stage(await open())
      const code = await askForCode(set.app, set.person, { client_id: set.notes.id })
      set.app.clock.advance(120_000)
      expect(await failure(redeem(set, code))).toMatchObject(invalidGrant)
    })

    test('an authorization code stops working when the password changes', async () => {
      const set = await stage(await open())
      const code = await askForCode(set.app, set.person, { client_id: set.notes.id })
      await set.db.write((w) =>
        w
          .updateTable('users')
          .set({ password_updated_at: set.app.clock.now() + 1 })
          .execute(),
      )
      expect(await failure(redeem(set, code))).toMatchObject(invalidGrant)
    })

    test('an authorization code ends with the session that agreed to it', async () => {
      const set = await stage(await open())
      const code = await askForCode(set.app, set.person, { client_id: set.notes.id })
      await set.app.call(revokeToken, { body: { token: set.person.access_token } })
      expect(await failure(redeem(set, code))).toMatchObject(invalidGrant)
    })

    test('no code is issued without PKCE, with plain PKCE, to another redirect URI or for another response type', async () => {
      const { app, person, notes } = await stage(await open())
      const ask = (changes: Record<string, unknown>) =>
        failure(
          app.call(authorizeApp, {
            accessToken: person.access_token,
            body: {
              client_id: notes.id,
              redirect_uri: REDIRECT_URI,
              code_challenge: CHALLENGE,
              code_challenge_method: 'S256',
              ...changes,
            } as never,
          }),
        )
      const invalid = { error: 'invalid_request' }
      expect(await ask({ code_challenge: undefined })).toMatchObject(invalid)
      expect(await ask({ code_challenge_method: undefined })).toMatchObject(invalid)
      expect(await ask({ code_challenge: 'short' })).toMatchObject(invalid)
      expect(await ask({ code_challenge_method: 'plain' })).toMatchObject({ name: 'ZodError' })
      expect(await ask({ redirect_uri: 'https://evil.example/' })).toMatchObject({
        error: 'invalid_request_uri',
      })
      expect(await ask({ sign_out_uri: 'https://evil.example/' })).toMatchObject({
        error: 'invalid_request_uri',
      })
      expect(await ask({ response_type: 'token' })).toMatchObject({
        error: 'unsupported_response_type',
        code: 4124,
      })
      expect(await ask({ client_id: 'unknown' })).toMatchObject({ error: 'unauthorized_client' })
    })

    test('authorization asks for a new sign-in when the last one is older than max_age', async () => {
      const { app, person, notes } = await stage(await open())
      app.clock.advance(60_001)
      const ask = (max_age: number) =>
        app.call(authorizeApp, {
          accessToken: person.access_token,
          body: {
            client_id: notes.id,
            redirect_uri: REDIRECT_URI,
            code_challenge: CHALLENGE,
            code_challenge_method: 'S256',
            max_age,
          },
        })
      expect(await failure(ask(60))).toMatchObject({ error: 'login_required', code: 4032 })
      expect((await ask(61)).code).toBeDefined()
    })

    test('a session that was handed on does not pass for a new sign-in: not by max_age, and not to the app', async () => {
      const set = await stage(await open())
      const { app, person, notes } = set
      const signedInAt = app.clock.now() / 1000
      app.clock.advance(60_001)
      const { signin_token } = await app.call(createSignInToken, {
        accessToken: person.access_token,
        body: {},
      })
      const page = await app.call(signInWithToken, { body: { signin_token } })
      const ask = (max_age: number) =>
        askForCode(app, page, { client_id: notes.id, scope: 'openid', max_age })
      expect(await failure(ask(60))).toMatchObject({ error: 'login_required' })
      const granted = await redeem(set, await ask(61))
      expect(decodeJwt(granted.id_token ?? '').auth_time).toBe(signedInAt)
      const facts = await app.call(introspectClientToken, {
        body: { token: granted.access_token, client_id: notes.id, client_secret: notes.secret },
      })
      expect(facts).toMatchObject({ active: true, auth_time: signedInAt })
    })

    test('an app with a secret that is excused from PKCE gets a code without a challenge, and no verifier redeems it', async () => {
      const set = await stage(await open(), { isConfidential: true, requiresPkce: false })
      const { app, person, notes } = set
      const ask = async (challenge: { code_challenge?: string; code_challenge_method?: 'S256' }) =>
        app.call(authorizeApp, {
          accessToken: person.access_token,
          body: { client_id: notes.id, redirect_uri: REDIRECT_URI, ...challenge },
        })
      const redeemPlainly = (code = '', code_verifier?: string) =>
        app.call(grantToken, {
          body: {
            grant_type: 'authorization_code',
            code,
            client_secret: notes.secret,
            redirect_uri: REDIRECT_URI,
            ...(code_verifier && { code_verifier }),
          } as never,
          caller: { clientId: notes.id },
        })
      const { code } = await ask({})
      expect(await failure(redeemPlainly(code, VERIFIER))).toMatchObject(invalidGrant)
      expect(await redeemPlainly(code)).toMatchObject({ sub: person.sub })

      const challenged = await ask({ code_challenge: CHALLENGE, code_challenge_method: 'S256' })
      expect(await failure(redeemPlainly(challenged.code))).toMatchObject(invalidGrant)
      expect(await redeemPlainly(challenged.code, VERIFIER)).toMatchObject({ sub: person.sub })
      expect(await failure(ask({ code_challenge: 'short' }))).toMatchObject({
        error: 'invalid_request',
      })
    })

    test('PKCE is demanded of an app without a secret, whatever its row says', async () => {
      const { app, person, notes, db } = await stage(await open())
      await db.write((w) => w.updateTable('apps').set({ requires_pkce: 0 }).execute())
      const body = { client_id: notes.id, redirect_uri: REDIRECT_URI }
      const asked = app.call(authorizeApp, { accessToken: person.access_token, body })
      expect(await failure(asked)).toMatchObject({ error: 'invalid_request' })
    })

    test('[CAL-8] introspecting an authorization code does not use it up', async () => {
      const set = await stage(await open())
      const { app, person, notes } = set
      const code = await askForCode(app, person, { client_id: notes.id, scope: 'openid' })
      const headers = { authorization: `Bearer ${person.access_token}` }
      const look = () => app.call(introspectToken, { query: { code }, headers })
      const facts = { client_id: notes.id, sub: person.sub, scope: 'openid' }
      expect(await look()).toEqual({ token_type: 'authorization_code', ...facts })
      const { access_token: token } = await redeem(set, code)
      expect(await look()).toEqual({})
      expect(await app.call(introspectToken, { query: { token } })).toEqual({
        token_type: 'Bearer',
        ...facts,
      })
      for (const query of [{ token: 'x' }, { token: 'a.b.c' }, {}]) {
        expect(await app.call(introspectToken, { query })).toEqual({})
      }
    })
  })

  describe('introspecting an authorization code', () => {
    test('[CAL-8] only its own app with its secret, and the person who agreed, are told whose it is', async () => {
      const set = await stage(await open(), { isConfidential: true })
      const { app, person, notes, db } = set
      const code = await askForCode(app, person, { client_id: notes.id, scope: 'openid' })
      const look = (authorization?: string) =>
        app.call(introspectToken, {
          query: { code },
          ...(authorization && { headers: { authorization } }),
        })
      const basic = (id: string, secret: string) =>
        `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
      const told = expect.objectContaining({ sub: person.sub, client_id: notes.id })
      expect(await look(basic(notes.id, notes.secret))).toEqual(told)
      expect(await look(`Bearer ${person.access_token}`)).toEqual(told)

      const stranger = await app.signUp('budi@example.org')
      const other = await registerApp(db, { isConfidential: true })
      const publicApp = await registerApp(db)
      const theirs = { ...set, notes: publicApp }
      const otherApp = await redeem(
        theirs,
        await askForCode(app, person, { client_id: publicApp.id }),
      )
      for (const authorization of [
        undefined,
        basic(notes.id, 'wrong'),
        basic(notes.id, ''),
        basic(other.id, other.secret),
        basic(publicApp.id, ''),
        `Bearer ${stranger.access_token}`,
        `Bearer ${otherApp.access_token}`,
        'Bearer nonsense',
      ]) {
        expect(await look(authorization)).toEqual({})
      }
    })
  })

  describe('consent', () => {
    test("[CAL-31] [ENT-15] the consent page shows the app and its scopes in the person's language", async () => {
      const { app, notes } = await stage(await open())
      const query = { client_id: notes.id, scope: 'openid drive', locale: 'ko' }
      expect(await app.call(getAuthorizeInfo, { query })).toEqual({
        client: {
          id: notes.id,
          name: 'Notes',
          description: 'Keeps notes',
          url: 'https://notes.example',
        },
        scopes: [
          { id: 'openid', name: '사용자 식별', description: expect.any(String) },
          { id: 'drive', name: '파일 사용', description: expect.any(String) },
        ],
      })
      const refused: [Record<string, string>, string][] = [
        [{ redirect_uri: 'https://evil.example/' }, 'invalid_request_uri'],
        [{ scope: 'user' }, 'invalid_scope'],
        [{ client_id: 'unknown' }, 'not_found'],
        [{ response_type: 'token' }, 'unsupported_response_type'],
      ]
      for (const [changes, error] of refused) {
        const asked = app.call(getAuthorizeInfo, { query: { ...query, ...changes } })
        expect(await failure(asked)).toMatchObject({ error })
      }
    })

    test('[CAL-32] consent is asked for once for each scope, of a signed-in person', async () => {
      const { app, person, notes, db } = await stage(await open(), {
        redirectUris: [REDIRECT_URI, 'com.example.notes:/callback'],
      })
      const detect = (query: Record<string, string> = {}, accessToken = person.access_token) =>
        app.call(detectAuthorization, {
          query: { client_id: notes.id, redirect_uri: REDIRECT_URI, scope: 'openid', ...query },
          ...(accessToken && { accessToken }),
        })
      expect(await failure(detect({}, ''))).toMatchObject({ error: 'login_required', code: 4032 })
      const consent = { error: 'consent_required', code: 4034 }
      expect(await failure(detect())).toMatchObject(consent)
      await askForCode(app, person, { client_id: notes.id, scope: 'openid' })
      expect(await detect()).toEqual({})
      expect(await failure(detect({ scope: 'openid drive' }))).toMatchObject(consent)
      await askForCode(app, person, { client_id: notes.id, scope: 'drive' })
      expect(await detect({ scope: 'openid drive' })).toEqual({})
      // Another program may have claimed the scheme.
      const native = { redirect_uri: 'com.example.notes:/callback' }
      expect(await failure(detect(native))).toMatchObject(consent)
      expect(await db.read((r) => r.selectFrom('app_grants').select('scope').execute())).toEqual([
        { scope: 'openid drive' },
      ])
      app.clock.advance(60_001)
      expect(await failure(detect({ max_age: '60' }))).toMatchObject({ error: 'login_required' })
      expect(await detect({ max_age: '61' })).toEqual({})
      await db.write((w) => w.updateTable('users').set({ password_reset_required: 1 }).execute())
      expect(await failure(detect())).toMatchObject({ error: 'interaction_required', code: 4031 })
    })

    test("a granted consent is listed; revoking it ends this app's sessions of this person at once, and no others", async () => {
      const set = await stage(await open())
      const { app, person, notes, db } = set
      const other = await app.signUp('budi@example.org')
      const theirs = await redeem(set, await askForCode(app, other, { client_id: notes.id }))
      const granted = await redeem(set, await askForCode(app, person, { client_id: notes.id }))
      const unused = await askForCode(app, person, { client_id: notes.id })
      const accessToken = person.access_token
      expect(await app.call(listAuthorizedApps, { accessToken })).toEqual({
        total: 1,
        data: [
          {
            client: expect.objectContaining({ id: notes.id, name: 'Notes' }),
            scope: 'openid profile email offline drive',
            created_at: expect.any(String),
            last_used_at: expect.any(String),
          },
        ],
      })
      const revoke = () =>
        app.call(revokeAuthorizedApp, { accessToken, params: { client_id: notes.id } })
      expect(await revoke()).toEqual({})
      const { guards } = app.account
      expect(await failure(guards.authenticate(granted.access_token))).toMatchObject({
        error: 'unauthenticated',
      })
      expect(await failure(redeem(set, unused))).toMatchObject(invalidGrant)
      await guards.authenticate(accessToken)
      await guards.authenticate(theirs.access_token)
      expect(await app.call(listAuthorizedApps, { accessToken })).toEqual({ total: 0, data: [] })
      expect(await failure(revoke())).toMatchObject({ error: 'not_found' })
      expect(await eventTypes(db)).toContain('account.app_revoked')
    })
  })
})
