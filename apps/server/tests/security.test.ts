import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { PASSWORD } from './testing/person.ts'
import {
  authorizeAppRaw,
  CALLBACK,
  openRaw,
  type Raw,
  type RawAnswer,
  type RawPerson,
  signUpRaw,
  sudoRaw,
} from './testing/raw-calls.ts'
import { startServer } from './testing/server.ts'

onEachBackend((prepare) => {
  const open = async () => startServer(await prepare(), { trustedProxies: ['127.0.0.1'] })

  describe('enumeration', () => {
    test('without a proof, every answer is the same for a known and an unknown account', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { email } = await signUpRaw(server.url, raw)
      server.clock.advance(61_000)
      const token = 'x'.repeat(43)
      const ask = async (email: string): Promise<unknown[]> => {
        const body = { email }
        const proof = { ...body, verification_token: token }
        const { body: sent } = await raw('POST /v1/auth/verification', {
          body: { ...body, target: 'USER', usage: 'PASSWORD_RESET' },
        })
        const answers = [
          await raw('POST /v1/auth/signin', { body: { ...body, password: 'wrong' } }),
          await raw('POST /v1/auth/signin', { body: { username: email, password: 'wrong' } }),
          await raw('POST /v1/auth/signin', { body: proof }),
          await raw('POST /v1/auth/reset', { body: { ...proof, new_password: 'seven wet frogs' } }),
          await raw('POST /v1/auth/signup', { body: { ...proof, password: PASSWORD } }),
          await raw('POST /v1/auth/passkey/options', { body }),
          await raw('POST /v1/auth/verification/verify', {
            body: { verification_id: sent.verification_id, verification_code: '000000' },
          }),
          await raw('POST /v1/shield/captcha/init', {
            body: { action: 'POST:/v1/auth/signin', meta: body },
          }),
          await raw('POST /v1/auth/verification', { body: { ...body, target: 'NOT_USER' } }),
        ]
        return [shapeOf(sent), ...answers.map(told)]
      }
      expect(await ask('nobody@example.org')).toEqual(await ask(email))
    })
  })

  describe('mass assignment', () => {
    const WISHES = {
      sub: 'root',
      user_id: 'root',
      is_admin: true,
      is_administrator: true,
      role: 'admin',
      groups: [{ id: 'administrators' }],
      status: 'FROZEN',
      email_verified: true,
      phone_number_verified: true,
      password_hash: 'x',
      scope: 'user drive admin',
      created_at: '1970-01-01T00:00:00.000Z',
      quota_bytes: 1e15,
      __proto__: { isAdmin: true },
    }

    test('a sign-up cannot set its own id, rights or status', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      await signUpRaw(server.url, raw)
      const { sub, token } = await signUpRaw(server.url, raw, WISHES)
      expect(sub).not.toBe('root')
      const { body: me } = await raw('GET /v1/user/me', { token })
      expect(me).toMatchObject({ sub, status: 'ACTIVE', groups: [] })
      expect(me.created_at).not.toBe(WISHES.created_at)
      expect((await raw('GET /v1/admin/users', { token })).body.error).toBe('permission_denied')
    })

    test('a profile update cannot change contacts, rights or status', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      await signUpRaw(server.url, raw)
      const { token } = await signUpRaw(server.url, raw)
      const { body: before } = await raw('GET /v1/user/me', { token })
      const contacts = { email: 'root@example.org', phone_number: '+62 81234567890' }
      const body = { ...WISHES, ...contacts, password: 'x', name: 'Budi' }
      expect((await raw('PATCH /v1/user/profile', { token, body })).status).toBe(200)
      const { body: after } = await raw('GET /v1/user/me', { token })
      expect({ ...after, updated_at: 0 }).toEqual({ ...before, name: 'Budi', updated_at: 0 })
    })

    test('a refresh with extra parameters gets the same person, scope, session and client', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { token, refreshToken } = await signUpRaw(server.url, raw)
      const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const { body } = await raw('POST /v1/auth/token', {
        body: { ...grant, sub: 'root', session_id: 'x', client_id: 'awan-cli', is_admin: true },
      })
      const claimsOf = (jwt: string) => JSON.parse(atob(jwt.split('.')[1] ?? ''))
      const { sub, scope, sid, client_id } = claimsOf(token)
      expect(claimsOf(body.access_token)).toMatchObject({ sub, scope, sid, client_id })
    })
  })

  describe('fixation', () => {
    test('a session id, token, cookie or device id chosen by an attacker gives no access after the victim signs in', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { email } = await signUpRaw(server.url, raw)
      const deviceId = 'a'.repeat(32)
      const chosen = { session_id: 'x'.repeat(25), access_token: 'chosen', refresh_token: 'chosen' }
      const cookie = { cookie: 'session=chosen; sid=chosen; access_token=chosen' }
      const signedIn = await raw('POST /v1/auth/signin', {
        body: { email, password: PASSWORD, ...chosen },
        headers: cookie,
        deviceId,
      })
      expect(signedIn.status).toBe(200)
      expect(signedIn.headers.get('set-cookie')).toBeNull()
      expect(Object.values(signedIn.body)).not.toContain('chosen')
      for (const token of [undefined, 'chosen', chosen.session_id, deviceId]) {
        const attack = { token, headers: cookie, deviceId }
        expect((await raw('GET /v1/user/me', attack)).body.error).toBe('unauthenticated')
      }
      const body = { grant_type: 'refresh_token', refresh_token: 'chosen', client_id: 'awan-cli' }
      expect((await raw('POST /v1/auth/token', { body, deviceId })).body.error).toBe(
        'invalid_grant',
      )
    })

    test('another session of an anonymous account on the same device id ends when its owner signs up', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const deviceId = 'b'.repeat(32)
      const { body: attacker } = await raw('POST /v1/auth/signup/anonymously', {
        body: {},
        deviceId,
      })
      const { body: victim } = await raw('POST /v1/auth/signup/anonymously', { body: {}, deviceId })
      const anonymous_token = victim.access_token
      const person = await signUpRaw(server.url, raw, { anonymous_token })
      const me = await raw('GET /v1/user/me', { token: attacker.access_token, deviceId })
      expect(me.body.error).toBe('unauthenticated')
      const { body: again } = await raw('POST /v1/auth/signup/anonymously', { body: {}, deviceId })
      expect(again.sub).not.toBe(person.sub)
      expect((await raw('GET /v1/user/me', { token: person.token })).body.sub).toBe(person.sub)
    })
  })

  describe('header injection', () => {
    const LINES = 'x\r\nset-cookie: stolen=1\r\n\r\n<script>'

    test('line breaks in names, states and addresses cannot inject a response header', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { token } = await signUpRaw(server.url, raw)
      const { body: registered } = await raw('POST /v1/admin/apps', {
        token,
        headers: await sudoRaw(raw, token),
        body: { name: 'Notes', redirect_uris: [CALLBACK], scope: 'openid' },
      })
      const asked = new URLSearchParams({
        client_id: registered.app.id,
        redirect_uri: CALLBACK,
        response_type: 'code',
        state: LINES,
        scope: 'openid',
      })
      const elsewhere = new URLSearchParams({ ...Object.fromEntries(asked), redirect_uri: LINES })
      const body = { redirect_uri: `http://localhost/${LINES}`, state: LINES }
      const answers = [
        await raw(`GET /oauth2/authorize?${asked}`),
        await raw(`GET /oauth2/authorize?${elsewhere}`),
        await raw(`GET /v1/user/me?x=${encodeURIComponent(LINES)}`, { token: 'x' }),
        await raw(`GET /drive/v1/files/${encodeURIComponent(LINES)}`, { token }),
        await raw('PATCH /v1/user/profile', { token, body: { name: LINES, locale: LINES } }),
        await raw('GET /oauth2/userinfo', { token: 'x%0d%0aset-cookie:1' }),
        await raw('POST /v1/user/signout', { token, body }),
      ]
      for (const { headers } of answers) {
        expect([...headers.keys()]).not.toContain('set-cookie')
        for (const value of headers.values()) expect(value).not.toMatch(/[\r\n]/)
      }
      expect(answers[0]?.status).toBe(303)
    })

    test('the name of a file cannot inject a header into its download', async () => {
      await using server = await open()
      const raw = openRaw(server.url)
      const { token } = await signUpRaw(server.url, raw)
      const create = (name: string) =>
        raw('POST /drive/v1/files', { token, body: { kind: 'folder', name } })
      const upload = (name: string) =>
        raw('POST /drive/v1/uploads', {
          token,
          body: { parent_id: 'root', name, size: 0, block_hashes: [] },
        })
      for (const name of ['a\r\nset-cookie: x=1', 'a\nb', 'a\0b']) {
        expect((await create(name)).body.error).toBe('invalid_argument')
        expect((await upload(name)).body.error).toBe('invalid_argument')
      }
      const begun = await upload('a"; filename=evil.html é.txt')
      const { body: file } = await raw(`POST /drive/v1/uploads/${begun.body.id}/commit`, {
        token,
        body: {},
      })
      const { headers } = await raw(`GET /drive/v1/files/${file.id}/content`, { token })
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="[^"]*"; filename\*=UTF-8''[\w%.-]+$/,
      )
    })

    test('an invalid request id is not sent back', async () => {
      await using server = await open()
      const answer = await sendBytes(
        server.url,
        'GET /v1/user/me HTTP/1.1\r\nhost: localhost\r\nx-request-id: abcdefgh\xff<script>\r\nconnection: close\r\n\r\n',
      )
      expect(answer).toMatch(/^HTTP\/1\.1 401 /)
      expect(answer).not.toContain('<script>')
    })

    test('request smuggling: two requests in one are rejected with 400', async () => {
      await using server = await open()
      const inner = 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'
      for (const head of [
        `content-length: ${inner.length}\r\ntransfer-encoding: chunked\r\n`,
        `content-length: 0\r\ncontent-length: ${inner.length}\r\n`,
        'transfer-encoding: x, chunked, identity\r\n',
      ]) {
        const request = `POST /v1/auth/revoke HTTP/1.1\r\nhost: localhost\r\n${head}\r\n${inner}`
        const answer = await sendBytes(server.url, request)
        expect(answer).toMatch(/^HTTP\/1\.1 400 /)
        expect(answer).not.toContain('"openapi"')
      }
    })
  })

  test('sessions, devices, passkeys, exports, apps and uploads of one person are invisible to another', async () => {
    await using server = await open()
    const raw = openRaw(server.url)
    const ana = await signUpRaw(server.url, raw)
    const budi = await signUpRaw(server.url, raw)
    const ids = await collectBelongings(raw, ana)

    for (const list of [
      'GET /v1/user/sessions',
      'GET /v1/user/trusted_devices',
      'GET /v1/user/passkeys',
      'GET /v1/user/app_passwords',
      'GET /v1/user/authorized_apps',
      'GET /v1/user/security/history',
      'GET /drive/v1/files',
    ] as const) {
      const { status, body } = await raw(list, { token: budi.token })
      expect(status, list).toBe(200)
      for (const id of [ana.sub, ...Object.values(ids)])
        expect(JSON.stringify(body), list).not.toContain(id)
    }

    const headers = await sudoRaw(raw, budi.token)
    for (const [call, id] of [
      ['DELETE /v1/user/sessions/', ids.session],
      ['DELETE /v1/user/authorized_apps/', ids.app],
      ['DELETE /v1/user/app_passwords/', ids.appPassword],
      ['GET /v1/user/export/', ids.export],
      ['GET /drive/v1/uploads/', ids.upload],
      ['DELETE /drive/v1/uploads/', ids.upload],
      ['DELETE /v1/user/trusted_devices/', ids.session],
      ['DELETE /v1/user/passkeys/', ids.session],
    ] as const) {
      const theirs = await raw(`${call}${id}`, { token: budi.token, headers })
      const nobodys = await raw(`${call}${'0'.repeat(25)}`, { token: budi.token, headers })
      expect(wordsOf(theirs), call).toEqual(wordsOf(nobodys))
    }
    const content = await raw(`GET /v1/user/export/${ids.export}/content`, { token: budi.token })
    expect(content.body.error).toBe('not_found')
    for (const kept of [
      'GET /v1/user/me',
      `GET /v1/user/export/${ids.export}`,
      `GET /drive/v1/uploads/${ids.upload}`,
    ] as const) {
      expect((await raw(kept, { token: ana.token })).status, kept).toBe(200)
    }
    const apps = await raw('GET /v1/user/authorized_apps', { token: ana.token })
    expect(apps.body.total).toBe(1)
  })
})

/** Status, names of headers and body, without what is different for each call. */
function told({ status, headers, body }: RawAnswer): unknown {
  const names = [...headers.keys()].filter((name) => name !== 'content-length').sort()
  return { status, names, body: status < 300 ? shapeOf(body) : body }
}

/** Without the address that the caller has given themselves. */
function wordsOf({ status, body }: RawAnswer): unknown {
  return { status, body: { ...body, error_uri: undefined } }
}

/** What kind of value each field holds; the length of a text would tell something too. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return `text of ${value.length}`
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]))
}

/** What fetch is too well-mannered to send. */
function sendBytes(url: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.write(request, 'latin1')
  })
}

/** Gives the administrator one of everything. */
async function collectBelongings(raw: Raw, { token }: RawPerson) {
  const headers = await sudoRaw(raw, token)
  const sessions = await raw('GET /v1/user/sessions', { token })
  const exported = await raw('POST /v1/user/export', { token, headers, body: {} })
  const uploaded = await raw('POST /drive/v1/uploads', {
    token,
    body: { parent_id: 'root', name: 'diary.txt', size: 5 },
  })
  const app = await authorizeAppRaw(raw, token)
  const made = await raw('POST /v1/user/app_passwords', {
    token,
    headers,
    body: { name: 'Laptop' },
  })
  return {
    appPassword: made.body.id as string,
    session: sessions.body.data[0].id as string,
    export: exported.body.task_id as string,
    upload: uploaded.body.id as string,
    app: app.client_id,
  }
}
