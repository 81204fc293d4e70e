import {
  type Credentials,
  createSignInToken,
  getMe,
  grantToken,
  revokeToken,
  signInWithToken,
} from '@awan/protocol/account'
import {
  createLocalJWKSet,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import type { Caller } from '../../http/route.ts'
import { createTestAccount, failure, PASSWORD, PUBLIC_URL, type TestAccount } from '../testing.ts'

const email = 'rahma@example.org'
const DAY_MS = 24 * 3600_000

/** Sessions of our own apps always come with a refresh token. */
function refresh(app: TestAccount, refresh_token: string, caller: Partial<Caller> = {}) {
  const body = { grant_type: 'refresh_token', refresh_token } as const
  return app.call(grantToken, { body, caller }) as Promise<Credentials>
}

function revoke(
  app: TestAccount,
  token: string,
  token_type_hint?: 'access_token' | 'refresh_token',
) {
  const body = { token, ...(token_type_hint && { token_type_hint }) }
  return app.call(revokeToken, { body })
}

function authenticate(app: TestAccount, { access_token }: Credentials) {
  return app.account.guards.authenticate(access_token)
}

function eventTypes(db: Database): Promise<string[]> {
  return db.read(async (r) => {
    const rows = await r.selectFrom('account_events').select('type').orderBy('id').execute()
    return rows.map(({ type }) => type)
  })
}

const unauthenticated = { error: 'unauthenticated', code: 16 }
const invalidGrant = { error: 'invalid_grant', code: 4126 }

onEachDatabase((open) => {
  describe('access tokens', () => {
    test('[ENT-1] an access token is an ES256 JWT with subject, client, session, scope and expiry', async () => {
      const app = await createTestAccount(await open())
      const credentials = await app.signUp(email)
      expect(credentials).toEqual({
        token_type: 'Bearer',
        access_token: expect.any(String),
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
        expires_in: 7200,
        sub: expect.stringMatching(/^[0-9a-z]{25}$/),
        scope: 'user profile offline drive',
      })
      const keys = createLocalJWKSet({ keys: await app.signingKeys.publicKeys() })
      const { payload, protectedHeader } = await jwtVerify(credentials.access_token, keys, {
        currentDate: new Date(app.clock.now()),
      })
      const issuedAt = app.clock.now() / 1000
      const { kid } = app.signingKeys.current()
      expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid })
      expect(payload).toEqual({
        iss: PUBLIC_URL,
        aud: PUBLIC_URL,
        sub: credentials.sub,
        sid: expect.any(String),
        jti: expect.any(String),
        client_id: 'awan-web',
        scope: 'user profile offline drive',
        rth: expect.any(String),
        iat: issuedAt,
        exp: issuedAt + 7200,
      })
      expect(await authenticate(app, credentials)).toEqual({
        sub: credentials.sub,
        sessionId: payload.sid,
        clientId: 'awan-web',
        scope: ['user', 'profile', 'offline', 'drive'],
        signedInAt: app.clock.now(),
      })
    })

    test('a forged, unsigned, altered or malformed access token is refused', async () => {
      const app = await createTestAccount(await open())
      const { access_token } = await app.signUp(email)
      const claims = decodeJwt(access_token)
      const { kid } = app.signingKeys.current()
      const header = { alg: 'ES256', typ: 'at+jwt', kid }
      const { privateKey: stranger } = await generateKeyPair('ES256')
      const publicJwk = JSON.stringify(await exportJWK((await generateKeyPair('ES256')).publicKey))
      const [head, , signature] = access_token.split('.')
      const keys = await app.signingKeys.publicKeys()
      const { kid: rsaKid = '' } = keys.find(({ alg }) => alg === 'RS256') ?? {}
      const admin = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url')
      const forged = [
        await new SignJWT(claims).setProtectedHeader(header).sign(stranger),
        await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
          .sign(new TextEncoder().encode(publicJwk)),
        new UnsecuredJWT(claims).encode(),
        // The key of another algorithm.
        await new SignJWT(claims).setProtectedHeader({ ...header, kid: rsaKid }).sign(stranger),
        `${head}.${admin}.${signature}`,
        access_token.slice(0, -2),
        'nonsense',
        '',
      ]
      for (const token of forged) {
        expect(await failure(app.account.guards.authenticate(token))).toMatchObject(unauthenticated)
      }
    })

    test('an expired access token is refused', async () => {
      const app = await createTestAccount(await open())
      const credentials = await app.signUp(email)
      app.clock.advance(7200_000 - 1)
      await authenticate(app, credentials)
      app.clock.advance(1)
      expect(await failure(authenticate(app, credentials))).toMatchObject(unauthenticated)
    })

    test('access and refresh tokens are refused as soon as the account is blocked', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const credentials = await app.signUp(email)
      await db.write((w) => w.updateTable('users').set({ status: 'BLOCKED' }).execute())
      expect(await failure(authenticate(app, credentials))).toMatchObject(unauthenticated)
      expect(await failure(refresh(app, credentials.refresh_token))).toMatchObject(invalidGrant)
    })

    test('access and refresh tokens are refused as soon as the account is deleted', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const credentials = await app.signUp(email)
      await db.write((w) => w.deleteFrom('users').execute())
      expect(await failure(authenticate(app, credentials))).toMatchObject(unauthenticated)
      expect(await failure(refresh(app, credentials.refresh_token))).toMatchObject(invalidGrant)
    })
  })

  describe('refresh tokens', () => {
    test('[CAL-6] [ACC-12] a refresh token is rotated at every use, and only its hash is stored', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const first = await app.signUp(email)
      const second = await refresh(app, first.refresh_token)
      const third = await refresh(app, second.refresh_token)
      expect(new Set([first, second, third].map((c) => c.refresh_token)).size).toBe(3)
      expect(third.sub).toBe(first.sub)
      await authenticate(app, third)
      const rows = JSON.stringify(
        await db.read((r) => r.selectFrom('refresh_tokens').selectAll().execute()),
      )
      for (const { refresh_token } of [first, second, third])
        expect(rows).not.toContain(refresh_token)
    })

    test('concurrent refreshes of one token get the same new refresh token', async () => {
      const db = await open()
      const [one, other] = [await createTestAccount(db), await createTestAccount(db)]
      const { refresh_token } = await one.signUp(email)
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) => refresh(i % 2 === 0 ? one : other, refresh_token)),
      )
      expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1)
      const rows = await db.read((r) => r.selectFrom('refresh_tokens').selectAll().execute())
      expect(rows).toHaveLength(2)
    })

    test('a used refresh token returns the same new token for 30 s', async () => {
      const app = await createTestAccount(await open())
      const first = await app.signUp(email)
      const second = await refresh(app, first.refresh_token)
      app.clock.advance(30_000)
      const again = await refresh(app, first.refresh_token)
      expect(again.refresh_token).toBe(second.refresh_token)
      await refresh(app, again.refresh_token)
    })

    test('reusing a refresh token after 30 s ends the session and mails the owner', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const first = await app.signUp(email)
      const other = await app.signIn(email)
      const second = await refresh(app, first.refresh_token)
      await authenticate(app, second)
      app.clock.advance(30_001)
      expect(await failure(refresh(app, first.refresh_token, { locale: 'ko' }))).toMatchObject(
        invalidGrant,
      )

      expect(await failure(refresh(app, second.refresh_token))).toMatchObject(invalidGrant)
      expect(await failure(authenticate(app, second))).toMatchObject(unauthenticated)
      await authenticate(app, other)
      expect(await eventTypes(db)).toContain('account.token_reuse_detected')
      await app.account[Symbol.asyncDispose]()
      expect(app.outbox.messages()[0]).toMatchObject({ to: email, purpose: 'sessionEnded' })
      expect(app.outbox.messages()[0]?.text).toContain('We ended a session to protect you')

      // A thief who keeps trying causes no further mail.
      const count = app.outbox.messages().length
      expect(await failure(refresh(app, first.refresh_token))).toMatchObject(invalidGrant)
      await app.account[Symbol.asyncDispose]()
      expect(app.outbox.messages()).toHaveLength(count)
    })

    /** As a shell does it for a page, or a thief for later. */
    async function handOn(app: TestAccount, { access_token: accessToken }: Credentials) {
      const { signin_token } = await app.call(createSignInToken, { accessToken, body: {} })
      return (await app.call(signInWithToken, { body: { signin_token } })) as Credentials
    }

    test('with a session whose refresh token was copied ends all that it was handed on to', async () => {
      const app = await createTestAccount(await open())
      const first = await app.signUp(email)
      const other = await app.signIn(email)
      const page = await handOn(app, other)
      const thief = await refresh(app, first.refresh_token)
      const kept = await handOn(app, thief)
      app.clock.advance(60_000)
      const keptToo = await handOn(app, kept)
      expect(await failure(refresh(app, first.refresh_token))).toMatchObject(invalidGrant)
      for (const ended of [thief, kept, keptToo]) {
        expect(await failure(authenticate(app, ended))).toMatchObject(unauthenticated)
        expect(await failure(refresh(app, ended.refresh_token))).toMatchObject(invalidGrant)
      }
      for (const alive of [other, page]) await authenticate(app, alive)
    })

    test('a copied session that was handed on leaves the one behind it alive', async () => {
      const app = await createTestAccount(await open())
      const shell = await app.signUp(email)
      const page = await handOn(app, shell)
      const thief = await refresh(app, page.refresh_token)
      await authenticate(app, thief)
      app.clock.advance(60_000)
      expect(await failure(refresh(app, page.refresh_token))).toMatchObject(invalidGrant)
      expect(await failure(authenticate(app, thief))).toMatchObject(unauthenticated)
      await authenticate(app, shell)
    })

    test('after 30 s the same device still gets the new token again, as long as it was not used', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const first = await app.signUp(email)
      const lost = await refresh(app, first.refresh_token)
      app.clock.advance(8 * 3600_000)
      const again = await refresh(app, first.refresh_token)
      expect(again.refresh_token).toBe(lost.refresh_token)
      await authenticate(app, again)
      await authenticate(app, await refresh(app, again.refresh_token))
      expect(await eventTypes(db)).not.toContain('account.token_reuse_detected')
    })

    test('another device that reuses a refresh token after 30 s ends the session', async () => {
      for (const deviceId of ['0'.repeat(32), undefined]) {
        const app = await createTestAccount(await open())
        const first = await app.signUp(email)
        await refresh(app, first.refresh_token)
        app.clock.advance(30_001)
        const asked = refresh(app, first.refresh_token, { deviceId })
        expect(await failure(asked)).toMatchObject(invalidGrant)
        expect(await failure(authenticate(app, first))).toMatchObject(unauthenticated)
      }
    })

    test('reusing a refresh token after 30 s is refused if its new access token was used on any process', async () => {
      const db = await open()
      const [app, other] = [await createTestAccount(db), await createTestAccount(db)]
      const first = await app.signUp(email)
      await authenticate(other, await refresh(app, first.refresh_token))
      app.clock.advance(30_001)
      expect(await failure(refresh(app, first.refresh_token))).toMatchObject(invalidGrant)
    })

    test('a session whose refresh token a thief copied ends when both owner and thief refresh', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const first = await app.signUp(email)
      // The thief copied the token and the device id, and was first; the owner's call looks lost.
      const thief = await refresh(app, first.refresh_token)
      app.clock.advance(60_000)
      const owner = await refresh(app, first.refresh_token)
      expect(owner.refresh_token).toBe(thief.refresh_token)
      await authenticate(app, owner)
      app.clock.advance(7200_000)
      await authenticate(app, await refresh(app, thief.refresh_token))
      app.clock.advance(60_000)
      expect(await failure(refresh(app, owner.refresh_token))).toMatchObject(invalidGrant)
      expect(await eventTypes(db)).toContain('account.token_reuse_detected')
    })

    test("a refresh may narrow the scope and widen it again, but never beyond the session's scope", async () => {
      const app = await createTestAccount(await open())
      const { refresh_token } = await app.signUp(email)
      const ask = (token: string, scope: string) =>
        app.call(grantToken, {
          body: { grant_type: 'refresh_token', refresh_token: token, scope },
        }) as Promise<Credentials>
      expect(await failure(ask(refresh_token, 'drive admin'))).toMatchObject({
        error: 'invalid_scope',
      })
      const less = await ask(refresh_token, 'drive')
      expect(less.scope).toBe('drive')
      expect((await app.account.guards.authenticate(less.access_token)).scope).toEqual(['drive'])
      const all = await refresh(app, less.refresh_token)
      expect(all.scope).toBe('user profile offline drive')
    })

    test('a refresh token expires after thirty days without use', async () => {
      const app = await createTestAccount(await open())
      const { refresh_token } = await app.signUp(email)
      app.clock.advance(30 * DAY_MS - 1)
      const next = await refresh(app, refresh_token)
      app.clock.advance(30 * DAY_MS)
      expect(await failure(refresh(app, next.refresh_token))).toMatchObject(invalidGrant)
    })

    test('a session ends after 180 days even if it is used', async () => {
      const app = await createTestAccount(await open())
      let credentials = await app.signUp(email)
      for (let day = 20; day < 180; day += 20) {
        app.clock.advance(20 * DAY_MS)
        credentials = await refresh(app, credentials.refresh_token)
      }
      app.clock.advance(20 * DAY_MS - 1)
      credentials = await refresh(app, credentials.refresh_token)
      await authenticate(app, credentials)
      app.clock.advance(1)
      expect(await failure(authenticate(app, credentials))).toMatchObject(unauthenticated)
      expect(await failure(refresh(app, credentials.refresh_token))).toMatchObject(invalidGrant)
    })

    test('a refresh token works for its own client only', async () => {
      const app = await createTestAccount(await open())
      const { refresh_token } = await app.signUp(email)
      expect(await failure(refresh(app, refresh_token, { clientId: 'awan-cli' }))).toMatchObject(
        invalidGrant,
      )
      expect(await failure(refresh(app, refresh_token, { clientId: 'stranger' }))).toMatchObject({
        error: 'unauthorized_client',
        code: 4122,
      })
      const next = await refresh(app, refresh_token, { clientId: undefined })
      await refresh(app, next.refresh_token, { clientId: 'awan-web' })
    })

    test('an unknown refresh token is refused', async () => {
      const app = await createTestAccount(await open())
      const { access_token } = await app.signUp(email)
      for (const token of ['guess', 'x'.repeat(43), access_token]) {
        expect(await failure(refresh(app, token))).toMatchObject(invalidGrant)
      }
    })
  })

  describe('revoking', () => {
    test('[CAL-7] [ACC-15] revoking a refresh token ends its session at once and no other', async () => {
      const db = await open()
      const app = await createTestAccount(db)
      const one = await app.signUp(email)
      const two = await app.signIn(email)
      expect(await revoke(app, one.refresh_token, 'refresh_token')).toEqual({})
      expect(await failure(authenticate(app, one))).toMatchObject(unauthenticated)
      expect(await failure(refresh(app, one.refresh_token))).toMatchObject(invalidGrant)
      await authenticate(app, two)
      expect(await eventTypes(db)).toContain('account.signed_out')
    })

    test('revoking an older refresh token ends the session too', async () => {
      const app = await createTestAccount(await open())
      const first = await app.signUp(email)
      const second = await refresh(app, first.refresh_token)
      await revoke(app, first.refresh_token)
      expect(await failure(authenticate(app, second))).toMatchObject(unauthenticated)
    })

    test('[ACC-16] revoking an access token with its hint keeps the session', async () => {
      const app = await createTestAccount(await open())
      const credentials = await app.signUp(email)
      await revoke(app, credentials.access_token, 'access_token')
      expect(await failure(authenticate(app, credentials))).toMatchObject(unauthenticated)
      await authenticate(app, await refresh(app, credentials.refresh_token))
    })

    test('revoking an access token without a hint ends its session, even an expired one', async () => {
      const app = await createTestAccount(await open())
      const one = await app.signUp(email)
      await revoke(app, one.access_token)
      expect(await failure(refresh(app, one.refresh_token))).toMatchObject(invalidGrant)
      const two = await app.signIn(email, PASSWORD)
      app.clock.advance(7200_000)
      await revoke(app, two.access_token)
      expect(await failure(refresh(app, two.refresh_token))).toMatchObject(invalidGrant)
    })

    test('revoking an unknown token succeeds like any other', async () => {
      const app = await createTestAccount(await open())
      for (const token of ['unknown', 'a.b.c', '...']) expect(await revoke(app, token)).toEqual({})
    })
  })

  test('cleanup deletes expired tokens and keeps used refresh tokens until they expire', async () => {
    const db = await open()
    const app = await createTestAccount(db)
    const credentials = await app.signUp(email)
    await refresh(app, credentials.refresh_token)
    await revoke(app, credentials.access_token, 'access_token')
    const count = async () => {
      const refreshTokens = await db.read((r) =>
        r.selectFrom('refresh_tokens').select('hash').execute(),
      )
      const spent = await db.read((r) => r.selectFrom('spent_tokens').select('id').execute())
      return [refreshTokens.length, spent.length]
    }
    for (const { run } of app.account.housekeeping) await run()
    expect(await count()).toEqual([2, 1])
    app.clock.advance(7200_000)
    for (const { run } of app.account.housekeeping) await run()
    expect(await count()).toEqual([2, 0])
    app.clock.advance(30 * DAY_MS)
    for (const { run } of app.account.housekeeping) await run()
    expect(await count()).toEqual([0, 0])
  })

  test('[CAL-22] the profile shows contacts masked, and in full in a field of their own', async () => {
    const app = await createTestAccount(await open())
    const { access_token: accessToken, sub } = await app.signUp(email, { name: 'Rahma' })
    expect(await app.call(getMe, { accessToken })).toEqual({
      sub,
      name: 'Rahma',
      email: 'r***@example.org',
      email_verified: true,
      contacts: { email },
      locale: 'en',
      password: 'SET',
      password_updated_at: '2026-01-01T00:00:00.000Z',
      created_from: 'awan-web',
      status: 'ACTIVE',
      groups: [{ id: 'administrators' }],
      providers: [],
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    })
  })
})
