import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { secretPagePaths } from '@awan/protocol/api-paths'
import { expect, test } from 'vitest'
import { totpCode, totpStep } from '../src/account/two-factor/totp.ts'
import type { ApiDocument } from '../src/http/openapi.ts'
import { onEachBackend } from './testing/backends.ts'
import { fromBase32 } from './testing/base32.ts'
import { PASSWORD } from './testing/person.ts'
import {
  authorizeAppRaw,
  openRaw,
  type Raw,
  signUpRaw,
  sudoRaw,
  verifyRaw,
} from './testing/raw-calls.ts'
import { startServer } from './testing/server.ts'

onEachBackend((prepare) => {
  test('log redaction: the log contains no password, token, secret, code or verifier of any flow', async () => {
    await using server = await startServer(await prepare())
    const secrets = new Set<string>()
    const raw = openRaw(server.url, (text) => collectSecrets(text, secrets))
    const pass = () => {
      server.clock.advance(61_000)
      return server.clock.now()
    }
    await liveThroughADay(server.url, raw, pass, (secret) => secrets.add(secret))
    expect(secrets.size).toBeGreaterThan(40)
    const log = server.log()
    const found = [...secrets].filter((secret) =>
      // Six digits can be part of any number by chance.
      /^\d+$/.test(secret) ? new RegExp(`\\b${secret}\\b`).test(log) : log.includes(secret),
    )
    expect(found).toEqual([])
  })

  test('log redaction: a secret in the path of any endpoint is in neither our log nor the documented logs of proxies', async () => {
    await using server = await startServer(await prepare())
    const paths = await listSecretPaths(server.url)
    expect(paths).toEqual(
      expect.arrayContaining([
        '/drive/v1/archives/{link}',
        '/drive/v1/content/{link}',
        '/drive/v1/thumbnails/{link}',
        '/drive/v1/paths/{path}',
        '/dav/{path}',
        '/remote.php/{path}',
        '/v1/pictures/{id}',
        '/s/{token}',
      ]),
    )
    const filters = await readProxyFilters()
    for (const path of paths) {
      const sent = path.replaceAll(/\{\w+\}/g, 's3cret-part')
      await fetch(server.url + sent)
      await fetch(`${server.url}${sent}/more?x=s3cret-query`, { method: 'PUT' })
      await fetch(server.url + sent.replace(/^\/(.)/, toEncoded))
      // Some programs double the slash behind the address that a person typed.
      await fetch(`${server.url}/${sent}`)
      await sendAbsolute(server.url, sent)
      for (const hide of filters) expect(hide(sent)).not.toContain('s3cret')
      for (const hide of filters) expect(hide(`/${sent}`)).not.toContain('s3cret')
    }
    expect(server.log()).not.toContain('s3cret')
    expect(server.log().split('[hidden]').length).toBeGreaterThan(3 * paths.length)
  })
})

/** With the whole address where a path is usual, as a client does that takes us for its proxy (RFC 9112, 3.2.2). */
async function sendAbsolute(url: string, path: string): Promise<void> {
  const { hostname, port, host } = new URL(url)
  const asked = request({ hostname, port, path: `http://${host}${path}` }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
}

/** The same path with its first letter encoded: `/%761/`. */
function toEncoded(_: string, letter: string): string {
  return `/%${letter.charCodeAt(0).toString(16)}`
}

/** The paths that open something to whoever knows them, and those that name a secret. */
async function listSecretPaths(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/openapi.json`)
  const { paths } = (await answer.json()) as ApiDocument
  const called = Object.entries(paths)
    .filter(
      ([path, methods]) =>
        /\{(?:\w*(?:link|token|secret|code)\w*|path)\}/.test(path) ||
        (path.includes('{') && Object.values(methods).some(({ security }) => !security.length)),
    )
    .map(([path]) => path)
  // Names of private files are secrets too; the doors are in no document.
  return [...called, '/dav/{path}', '/remote.php/{path}', ...secretPagePaths]
}

/** What the examples for nginx and Caddy write in place of a path. */
async function readProxyFilters(): Promise<((path: string) => string)[]> {
  const page = await readFile(new URL('../../../docs/operate/tls.md', import.meta.url), 'utf8')
  const nginx = /~(\S+) +"\$before(\[hidden\])"/.exec(page)
  const caddy = /request>uri regexp `(.+)` `(.+)`/.exec(page)
  if (!nginx || !caddy) throw new Error('docs/operate/tls.md has no examples that hide links')
  return [
    (path) => path.replace(new RegExp(nginx[1] ?? ''), `$<before>${nginx[2]}`),
    (path) => path.replace(new RegExp(caddy[1] ?? ''), caddy[2] ?? ''),
  ]
}

const SECRET_NAME = /password|token|secret|code|verifier|solution|challenge|^key$/
const HARMLESS =
  /token_type|type_hint|_method|code_challenge|user_code|error_code|verification_uri|codes?_left/

function collectSecrets(text: string, secrets: Set<string>): void {
  if (!text.startsWith('{')) return
  JSON.parse(text, (name, value) => {
    if (!SECRET_NAME.test(name) || HARMLESS.test(name)) return value
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'string' && one.length >= 6) secrets.add(one)
    return value
  })
}

/** Every flow that handles something secret, once. */
async function liveThroughADay(
  url: string,
  any: Raw,
  pass: () => number,
  keepSecret: (secret: string) => void,
): Promise<void> {
  const raw: Raw = async (call, sent) => {
    const answer = await any(call, sent)
    expect(answer.status, `${call} ${JSON.stringify(answer.body)}`).toBeLessThan(400)
    return answer
  }

  const { email, token, refreshToken } = await signUpRaw(url, raw)
  const sudo = () => sudoRaw(raw, token)
  const app = await authorizeAppRaw(raw, token)
  const refresh = { grant_type: 'refresh_token', client_id: 'awan-cli' }
  await raw('POST /v1/auth/token', { body: { ...refresh, refresh_token: refreshToken } })
  await raw(`GET /v1/auth/token/introspect?token=${token}`)
  await raw('POST /oauth2/introspect', { body: { ...app, token: app.refresh_token } })
  await raw('POST /oauth2/revoke', { body: { ...app, token: app.refresh_token } })

  const given = await raw('POST /v1/user/signin_token', { token, body: {} })
  await raw('POST /v1/auth/signin/token/info', { body: { signin_token: given.body.signin_token } })
  await raw('POST /v1/auth/signin/token', { body: { signin_token: given.body.signin_token } })

  const made = await raw('POST /v1/user/app_passwords', {
    token,
    headers: await sudo(),
    body: { name: 'Laptop' },
  })
  // Where a program sends it, and where one that is set up wrongly does.
  const basic = Buffer.from(`${email}:${made.body.password}`).toString('base64')
  keepSecret(basic)
  for (const sent of [`Basic ${basic}`, `Bearer ${made.body.password}`]) {
    const refused = await any('GET /v1/user/me', { headers: { authorization: sent } })
    expect(refused.status).toBe(401)
  }

  const device = await raw('POST /v1/auth/device/code', { body: {} })
  const { device_code, user_code } = device.body
  const approval = { token, headers: await sudo(), body: { user_code } }
  await raw('POST /v1/user/device/authorize', approval)
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  await raw('POST /v1/auth/token', { body: { grant_type, device_code, client_id: 'awan-cli' } })

  await raw('POST /v1/admin/webhooks', {
    token,
    headers: await sudo(),
    body: { url: 'http://127.0.0.1:9/hook', event_types: ['account.nothing'] },
  })
  const action = 'POST:/v1/auth/signin'
  await raw('POST /v1/shield/captcha/init', { body: { action, meta: { email } } })
  await raw('POST /v1/shield/captcha/data', { body: { action, meta: { email } } })

  pass()
  const setUp = await raw('POST /v1/user/two_factor/totp/start', { token, headers: await sudo() })
  const { setup_token, secret } = setUp.body
  const nextCode = () => totpCode(fromBase32(secret), totpStep(pass()))
  await raw('POST /v1/user/two_factor/totp/confirm', {
    token,
    headers: await sudo(),
    body: { setup_token, code: nextCode() },
  })
  const typed = { email, password: PASSWORD }
  const asked = await any('POST /v1/auth/signin', { body: typed })
  expect(asked.body.error).toBe('two_factor_required')
  const { two_factor_token } = asked.body.details[0].metadata
  const second = { two_factor_token, two_factor_code: nextCode(), trust_device: true }
  const signedIn = await raw('POST /v1/auth/signin', { body: { ...typed, ...second } })
  const { device_trust_token } = signedIn.body
  await raw('POST /v1/auth/signin', { body: { ...typed, device_trust_token } })
  const again = { token, body: { password: PASSWORD } }
  const askedAgain = await any('POST /v1/user/sudo', again)
  const proof = {
    two_factor_token: askedAgain.body.details[0].metadata.two_factor_token,
    two_factor_code: nextCode(),
  }
  const granted = await raw('POST /v1/user/sudo', { token, body: { ...again.body, ...proof } })
  const headers = { 'x-sudo-token': granted.body.sudo_token }
  await raw('DELETE /v1/user/two_factor', { token, headers })
  // The second way to send a sudo token is the query of the specification.
  const { 'x-sudo-token': inQuery } = await sudo()
  const last = await any(`DELETE /v1/user/me?sudo_token=${inQuery}`, { token })
  expect(last.body.error).toBe('failed_precondition')

  pass()
  const verification_token = await verifyRaw(url, raw, email, 'PASSWORD_RESET')
  const new_password = 'eleven quiet harbours'
  await raw('POST /v1/auth/reset', { body: { email, verification_token, new_password } })

  pass()
  const leaving = await signUpRaw(url, raw)
  await raw('DELETE /v1/user/me', {
    token: leaving.token,
    headers: await sudoRaw(raw, leaving.token),
  })
  const frozen = await any('POST /v1/auth/signin', {
    body: { email: leaving.email, password: PASSWORD },
  })
  const { restore_token } = frozen.body.details[0].metadata
  await raw('POST /v1/auth/restore', { body: { restore_token } })
  pass()
  await raw('POST /v1/auth/verification', { body: { email: leaving.email, usage: 'SIGN_IN' } })
}
