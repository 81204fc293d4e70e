import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { onEachBackend } from './testing/backends.ts'
import { PASSWORD } from './testing/person.ts'
import { openRaw, type RawCall, verifyRaw } from './testing/raw-calls.ts'
import { startServer, type TestServer } from './testing/server.ts'

/** As a proxy on this machine passes the call of a stranger on. */
const fromElsewhere: Record<string, string>[] = [
  { 'x-forwarded-for': '198.51.100.1' },
  { forwarded: 'for=198.51.100.1' },
  { 'x-real-ip': '198.51.100.1' },
  { 'x-forwarded-proto': 'https' },
  { via: '1.1 proxy' },
]
const [stranger = {}] = fromElsewhere

function stage(server: TestServer) {
  const raw = openRaw(server.url)
  async function signUp(headers: Record<string, string>, more: object = {}) {
    const email = `${randomUUID()}@example.org`
    const verification_token = await verifyRaw(server.url, raw, email, 'REGISTER')
    const body = { email, verification_token, password: PASSWORD, ...more }
    return raw('POST /v1/auth/signup', { headers, body })
  }
  const facts = async (sent: RawCall = {}) => (await raw('GET /v1/server', sent)).body
  const groupsOf = async ({ access_token: token }: { access_token: string }) =>
    (await raw('GET /v1/user/me', { token })).body.groups
  return { raw, signUp, facts, groupsOf }
}

const administrators = [{ id: 'administrators' }]
const refusal = (reason: string) => ({ error: 'permission_denied', details: [{ reason }] })

onEachBackend((prepare) => {
  test('the first account needs no set-up code on the machine of the server', async () => {
    await using server = await startServer(await prepare())
    const { signUp, facts, groupsOf } = stage(server)
    expect(await facts()).not.toHaveProperty('needs_setup_code')
    const { status, body } = await signUp({})
    expect(status).toBe(200)
    expect(await groupsOf(body)).toEqual(administrators)
  })

  test('a stranger cannot make the first account without the set-up code', async () => {
    await using server = await startServer(await prepare())
    const { signUp, facts } = stage(server)
    for (const headers of fromElsewhere) {
      expect(await facts({ headers })).toMatchObject({ is_first_run: true, needs_setup_code: true })
      expect((await signUp(headers)).body).toMatchObject(refusal('setup_code_required'))
    }
    const wrong = { setup_code: 'BBBB-BBBB-BBBB' }
    expect((await signUp(stranger, wrong)).body).toMatchObject(refusal('wrong_setup_code'))
    expect(await facts()).toMatchObject({ is_first_run: true })
  })

  test('in production the first account needs the set-up code wherever the call seems to come from', async () => {
    const https = { env: 'production', publicUrl: 'https://cloud.example.org' } as const
    const backend = await prepare()
    await using server = await startServer(backend, https)
    // Shares the database, and shows the codes that it sends.
    await using outbox = await startServer(backend)
    const { raw, facts, groupsOf } = stage(server)
    // A proxy on this machine that adds no header and asks by its own name for us, as nginx does untold.
    expect(await facts()).toMatchObject({ is_first_run: true, needs_setup_code: true })
    const signUp = async (setup_code?: string) => {
      const email = `${randomUUID()}@example.org`
      const verification_token = await verifyRaw(outbox.url, openRaw(outbox.url), email, 'REGISTER')
      const body = { email, verification_token, password: PASSWORD, setup_code }
      return (await raw('POST /v1/auth/signup', { body })).body
    }
    expect(await signUp()).toMatchObject(refusal('setup_code_required'))
    expect(await groupsOf(await signUp(await server.setupCode()))).toEqual(administrators)
  })

  test('a page of a stranger that is open on the machine of the server cannot make the first account', async () => {
    await using server = await startServer(await prepare())
    const { signUp, facts, groupsOf } = stage(server)
    for (const origin of ['https://evil.example', 'http://localhost:1', 'null']) {
      expect(await facts({ headers: { origin } })).toMatchObject({ needs_setup_code: true })
      expect((await signUp({ origin })).body).toMatchObject(refusal('setup_code_required'))
    }
    const { body } = await signUp({ origin: server.url })
    expect(await groupsOf(body)).toEqual(administrators)
  })

  test('the set-up code makes one administrator, however it is typed, and is gone afterwards', async () => {
    await using server = await startServer(await prepare())
    const { signUp, facts, groupsOf } = stage(server)
    const code = await server.setupCode()
    expect(code).toMatch(/^[B-Z]{4}-[B-Z]{4}-[B-Z]{4}$/)
    expect(await server.setupCode()).toBe(code)
    const setup_code = code.toLowerCase().replaceAll('-', ' ')
    const answers = await Promise.all([
      signUp(stranger, { setup_code }),
      signUp(stranger, { setup_code }),
    ])
    const groups = await Promise.all(answers.map(({ body }) => groupsOf(body)))
    expect(groups).toContainEqual(administrators)
    expect(groups).toContainEqual([])
    expect(await facts({ headers: stranger })).not.toHaveProperty('needs_setup_code')
    expect(await groupsOf((await signUp(stranger)).body)).toEqual([])
    // Whatever it opened, it opens no more: a new one would be made if it were ever needed.
    expect(await server.setupCode()).not.toBe(code)
    expect(server.log()).not.toContain(code)
  })

  test('the address that the operator has named makes the first account without the set-up code, once it is proven', async () => {
    const email = 'rahma@example.org'
    await using server = await startServer(await prepare(), { firstAdmin: 'Rahma@Example.org' })
    const { raw, signUp, facts, groupsOf } = stage(server)
    expect(await facts({ headers: stranger })).toMatchObject({
      needs_setup_code: true,
      first_admin_named: true,
    })
    expect((await signUp(stranger)).body).toMatchObject(refusal('setup_code_required'))
    // Who cannot prove an address does not learn whether it is the one.
    const unproven = await Promise.all(
      [email, 'siti@example.org'].map((guessed) =>
        raw('POST /v1/auth/signup', {
          headers: stranger,
          body: { email: guessed, verification_token: 'made-up', password: PASSWORD },
        }),
      ),
    )
    expect(unproven[0]?.body).toMatchObject({ error: 'invalid_verification_code' })
    expect(unproven[0]?.body).toEqual(unproven[1]?.body)
    const verification_token = await verifyRaw(server.url, raw, email, 'REGISTER')
    const { status, body } = await signUp(stranger, { email, verification_token })
    expect(status).toBe(200)
    expect(await groupsOf(body)).toEqual(administrators)
    expect(await groupsOf((await signUp(stranger)).body)).toEqual([])
    expect(await facts({ headers: stranger })).not.toHaveProperty('first_admin_named')
  })

  test('the set-up code makes the first account of another address than the named one, which is then not an administrator', async () => {
    const email = 'rahma@example.org'
    await using server = await startServer(await prepare(), { firstAdmin: email })
    const { raw, signUp, groupsOf } = stage(server)
    const setup_code = await server.setupCode()
    expect(await groupsOf((await signUp(stranger, { setup_code })).body)).toEqual(administrators)
    const verification_token = await verifyRaw(server.url, raw, email, 'REGISTER')
    const { body } = await signUp(stranger, { email, verification_token })
    expect(await groupsOf(body)).toEqual([])
  })

  test('wrong set-up codes are limited, and a missing one is not a guess', async () => {
    await using server = await startServer(await prepare())
    const { raw, signUp } = stage(server)
    const code = await server.setupCode()
    const email = 'rahma@example.org'
    const verification_token = await verifyRaw(server.url, raw, email, 'REGISTER')
    const guess = (setup_code?: string) =>
      raw('POST /v1/auth/signup', {
        headers: stranger,
        body: { email, verification_token, setup_code },
      })
    for (let i = 0; i < 20; i++) {
      expect((await guess()).body).toMatchObject(refusal('setup_code_required'))
      expect((await guess('wrong')).body).toMatchObject(refusal('wrong_setup_code'))
    }
    expect((await guess(code)).body).toMatchObject({ error: 'resource_exhausted' })
    server.clock.advance(15 * 60_000)
    expect((await signUp(stranger, { setup_code: code })).status).toBe(200)
  })

  test('the networks of one IPv6 site share eight times the set-up codes that one network may try', async () => {
    await using server = await startServer(await prepare(), { trustedProxies: ['127.0.0.1'] })
    const { raw } = stage(server)
    const email = 'rahma@example.org'
    const verification_token = await verifyRaw(server.url, raw, email, 'REGISTER')
    const guess = async (address: string, setup_code = 'wrong') => {
      const body = { email, verification_token, setup_code }
      return (await raw('POST /v1/auth/signup', { address, body })).body
    }
    for (let network = 0; network < 8; network++) {
      for (let i = 0; i < 20; i++) {
        expect(await guess(`2001:db8:1:${network}::1`)).toMatchObject(refusal('wrong_setup_code'))
      }
    }
    const code = await server.setupCode()
    expect(await guess('2001:db8:1:ffff::1', code)).toMatchObject({ error: 'resource_exhausted' })
    expect(await guess('2001:db8:2:ffff::1')).toMatchObject(refusal('wrong_setup_code'))
  })

  test('processes that share a database agree on the set-up code', async () => {
    const backend = await prepare()
    await using one = await startServer(backend)
    await using other = await startServer(backend)
    const [code] = await Promise.all([one.setupCode(), other.setupCode()])
    expect(await other.setupCode()).toBe(code)
    expect((await stage(other).signUp(stranger, { setup_code: code })).status).toBe(200)
    expect((await stage(one).facts()).is_first_run).toBe(false)
  })
})
