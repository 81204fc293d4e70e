import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { totpCode, totpStep } from '../src/account/two-factor/totp.ts'
import { onEachBackend } from './testing/backends.ts'
import { fromBase32 } from './testing/base32.ts'
import { PASSWORD, readCode } from './testing/person.ts'
import { CALLBACK, openRaw, type Raw, signUpRaw, sudoRaw, verifyRaw } from './testing/raw-calls.ts'
import { startServer } from './testing/server.ts'

onEachBackend((prepare) => {
  const open = async () => startServer(await prepare(), { trustedProxies: ['127.0.0.1'] })

  describe('code reuse', () => {
    test('an authorization code works once, and its second use ends the session of the first', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { app, code } = await agree(raw, (await signUpRaw(server.url, raw)).token)
      const redeem = () => raw('POST /oauth2/token', { body: grantOf(app, code) })
      const { body: tokens } = await redeem()
      const info = () => raw('GET /oauth2/userinfo', { token: tokens.access_token })
      expect((await info()).status).toBe(200)
      expect((await redeem()).body.error).toBe('invalid_grant')
      expect((await info()).status).toBe(401)
      const body = {
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token,
        ...app.proof,
      }
      expect((await raw('POST /oauth2/token', { body })).body.error).toBe('invalid_grant')
    })

    test('a mailed code gives one token, and its token one sign-up, sign-in or reset', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { email } = await signUpRaw(server.url, raw)
      server.clock.advance(61_000)
      const asked = await raw('POST /v1/auth/verification', { body: { email, usage: 'SIGN_IN' } })
      const { verification_id } = asked.body
      const proof = { verification_id, verification_code: await readCode(server.url, email) }
      const verify = () => raw('POST /v1/auth/verification/verify', { body: proof })
      const { verification_token } = (await verify()).body
      expect((await verify()).body.error).toBe('expired_verification_code')
      const signIn = () => raw('POST /v1/auth/signin', { body: { email, verification_token } })
      expect((await signIn()).status).toBe(200)
      expect((await signIn()).body.error).toBe('expired_verification_code')

      server.clock.advance(61_000)
      const reset = {
        email,
        verification_token: await verifyRaw(server.url, raw, email, 'PASSWORD_RESET'),
      }
      const setTo = (new_password: string) =>
        raw('POST /v1/auth/reset', { body: { ...reset, new_password } })
      expect((await setTo('nine small lanterns')).status).toBe(200)
      expect((await setTo('of the attacker')).body.error).toBe('expired_verification_code')
      const body = { email, password: 'nine small lanterns' }
      expect((await raw('POST /v1/auth/signin', { body })).status).toBe(200)
    })

    test('a code of an authenticator app and a recovery code work once', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { email, token } = await signUpRaw(server.url, raw)
      const headers = await sudoRaw(raw, token)
      const begun = await raw('POST /v1/user/two_factor/totp/start', { token, headers })
      const { setup_token, secret } = begun.body
      const codeNow = () => totpCode(fromBase32(secret), totpStep(server.clock.now()))
      const confirmed = await raw('POST /v1/user/two_factor/totp/confirm', {
        token,
        headers,
        body: { setup_token, code: codeNow() },
      })
      server.clock.advance(30_000)
      const typed = { email, password: PASSWORD }
      const signIn = async (proof: object) => {
        const { body } = await raw('POST /v1/auth/signin', { body: typed })
        const { two_factor_token } = body.details[0].metadata
        return raw('POST /v1/auth/signin', { body: { ...typed, two_factor_token, ...proof } })
      }
      const shown = { two_factor_code: codeNow() }
      expect((await signIn(shown)).status).toBe(200)
      expect((await signIn(shown)).body.error).toBe('invalid_two_factor')
      const written = { two_factor_recovery_code: confirmed.body.recovery_codes[0] }
      expect((await signIn(written)).status).toBe(200)
      expect((await signIn(written)).body.error).toBe('invalid_two_factor_recovery')
    })

    test('a device code gives one session', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { token } = await signUpRaw(server.url, raw)
      const { device_code, user_code } = (await raw('POST /v1/auth/device/code', { body: {} })).body
      const headers = await sudoRaw(raw, token)
      await raw('POST /v1/user/device/authorize', { token, headers, body: { user_code } })
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
      const body = { grant_type, device_code, client_id: 'awan-cli' }
      const poll = () => raw('POST /v1/auth/token', { body })
      expect((await poll()).status).toBe(200)
      server.clock.advance(10_000)
      expect((await poll()).status).toBe(400)
    })
  })

  describe('PKCE downgrade', () => {
    test('a code requested with a challenge is rejected without its verifier', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { token } = await signUpRaw(server.url, raw)
      for (const code_verifier of [undefined, '', 'x'.repeat(43)]) {
        const { app, code } = await agree(raw, token)
        const body = { ...grantOf(app, code), code_verifier }
        const { status, body: refused } = await raw('POST /oauth2/token', { body })
        expect({ status, error: refused.error }).toMatchObject({ status: 400 })
        expect(['invalid_grant', 'invalid_request']).toContain(refused.error)
      }
      // Nor does the challenge itself serve as its own verifier, as `plain` would have it.
      const { app, code } = await agree(raw, token)
      const body = { ...grantOf(app, code), code_verifier: challengeOf(app.verifier) }
      expect((await raw('POST /oauth2/token', { body })).body.error).toBe('invalid_grant')
    })

    test('no code is issued without a challenge or with a plain one', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { token } = await signUpRaw(server.url, raw)
      const app = await registerApp(raw, token, { is_confidential: false })
      const wish = wishOf(app)
      for (const weaker of [
        { ...wish, code_challenge: undefined, code_challenge_method: undefined },
        { ...wish, code_challenge_method: 'plain' },
        { ...wish, code_challenge_method: undefined },
      ]) {
        const { status, body } = await raw('POST /v1/user/authorize', { token, body: weaker })
        expect(status).toBe(400)
        expect(body.code).toBeUndefined()
      }
    })
  })

  describe('redirect mismatch', () => {
    const OTHERS = [
      'https://evil.example/callback',
      `${CALLBACK}/`,
      `${CALLBACK}?next=https://evil.example`,
      `${CALLBACK}/../evil`,
      CALLBACK.replace('https:', 'http:'),
      CALLBACK.replace('notes.example', 'notes.example@evil.example'),
      CALLBACK.replace('notes.example', 'notes.example.evil.example'),
      CALLBACK.toUpperCase(),
      'javascript:alert(1)',
    ]

    test('no code is issued for a redirect URI that does not exactly match a registered one', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { token } = await signUpRaw(server.url, raw)
      const app = await registerApp(raw, token)
      for (const redirect_uri of OTHERS) {
        const body = { ...wishOf(app), redirect_uri }
        const agreed = await raw('POST /v1/user/authorize', { token, body })
        expect(agreed.status, redirect_uri).toBe(400)
        expect(agreed.body.code).toBeUndefined()
        const query = new URLSearchParams({ ...wishOf(app), redirect_uri })
        const started = await raw(`GET /oauth2/authorize?${query}`)
        expect(started.headers.get('location'), redirect_uri).toBeNull()
      }
    })

    test('a code is rejected with another redirect URI than it was issued for', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { token } = await signUpRaw(server.url, raw)
      const second = 'https://notes.example/second'
      for (const redirect_uri of [second, ...OTHERS, undefined]) {
        const { app, code } = await agree(raw, token, { redirect_uris: [CALLBACK, second] })
        const body = { ...grantOf(app, code), redirect_uri }
        expect((await raw('POST /oauth2/token', { body })).status, redirect_uri).toBe(400)
      }
    })
  })

  describe('replay', () => {
    test('reuse of a refresh token after its successor was used ends the session', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { refreshToken } = await signUpRaw(server.url, raw)
      const refresh = (refresh_token: string) =>
        raw('POST /v1/auth/token', {
          body: { grant_type: 'refresh_token', refresh_token, client_id: 'awan-cli' },
        })
      const second = (await refresh(refreshToken)).body
      server.clock.advance(60_000)
      const third = (await refresh(second.refresh_token)).body
      server.clock.advance(60_000)
      expect((await refresh(refreshToken)).body.error).toBe('invalid_grant')
      expect((await refresh(third.refresh_token)).body.error).toBe('invalid_grant')
      expect((await raw('GET /v1/user/me', { token: third.access_token })).status).toBe(401)
    })

    test('a sign-in token, a restore token and a captcha token work once', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      await signUpRaw(server.url, raw)
      const { email, token } = await signUpRaw(server.url, raw)
      const { signin_token } = (await raw('POST /v1/user/signin_token', { token, body: {} })).body
      const enter = () => raw('POST /v1/auth/signin/token', { body: { signin_token } })
      expect((await enter()).status).toBe(200)
      expect((await enter()).body.error).toBe('unauthenticated')

      await raw('DELETE /v1/user/me', { token, headers: await sudoRaw(raw, token) })
      const typed = { email, password: PASSWORD }
      const frozen = await raw('POST /v1/auth/signin', { body: typed })
      const { restore_token } = frozen.body.details[0].metadata
      const restore = () => raw('POST /v1/auth/restore', { body: { restore_token } })
      expect((await restore()).status).toBe(200)
      expect((await restore()).body.error).toBe('expired_token')

      const action = 'DELETE:/v1/user/provider/{provider_id}'
      const captcha = await raw('POST /v1/shield/captcha/init', { body: { action, meta: {} } })
      const headers = { 'x-captcha-token': captcha.body.captcha_token }
      const person = await signUpRaw(server.url, raw)
      const unbind = () => raw('DELETE /v1/user/provider/home', { token: person.token, headers })
      expect((await unbind()).body.error).not.toBe('captcha_invalid')
      expect((await unbind()).body.error).toBe('captcha_invalid')
    })
  })
})

interface App {
  id: string
  verifier: string
  proof: { client_id: string; client_secret: string }
}

async function registerApp(raw: Raw, token: string, changes: object = {}): Promise<App> {
  const wanted = { name: 'Notes', redirect_uris: [CALLBACK], scope: 'openid offline' }
  const { body } = await raw('POST /v1/admin/apps', {
    token,
    headers: await sudoRaw(raw, token),
    body: { ...wanted, is_confidential: true, ...changes },
  })
  const { id } = body.app
  const proof = { client_id: id, client_secret: body.client_secret }
  return { id, verifier: randomBytes(32).toString('base64url'), proof }
}

function wishOf({ id, verifier }: App) {
  return {
    client_id: id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid offline',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  }
}

async function agree(raw: Raw, token: string, changes: object = {}) {
  const app = await registerApp(raw, token, changes)
  const { body } = await raw('POST /v1/user/authorize', { token, body: wishOf(app) })
  return { app, code: body.code as string }
}

function grantOf({ verifier, proof }: App, code: string) {
  const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK }
  return { ...grant, code_verifier: verifier, ...proof }
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
