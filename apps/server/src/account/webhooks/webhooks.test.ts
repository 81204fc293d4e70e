import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  changeWebhook,
  createWebhook,
  grantSudo,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
} from '@awan/protocol/account'
import { afterEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { systemClock } from '../../kernel/clock.ts'
import { createOutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import type { Reach } from '../../kernel/outgoing/reach.ts'
import { createTestAccount, failure, PASSWORD, type TestAccount } from '../testing.ts'
import { nextAttemptAt } from './retry-schedule.ts'
import { signWebhook } from './sign-webhook.ts'
import { checkWebhookUrl, postToWebhook } from './webhook-target.ts'

const here = { loopback: true, privateNetworks: false }
const reaching = (reach: Reach) => createOutgoingRequests({ clock: systemClock, reach })
const publicOnly = { loopback: false, privateNetworks: false }

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

const servers: { close(): void; closeAllConnections(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A real receiver. `answer` decides about each call; undefined never answers. */
async function receive(answer: (received: Received) => number | undefined = () => 200) {
  const calls: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const received = { path: request.url ?? '', headers: request.headers, body }
      calls.push(received)
      const status = answer(received)
      if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end()
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, calls }
}

interface Admin {
  accessToken: string
  sudoToken: string
}

async function createAdmin(app: TestAccount): Promise<Admin> {
  const { access_token: accessToken } = await app.signUp('admin@example.org')
  const { sudo_token: sudoToken } = await app.call(grantSudo, {
    body: { password: PASSWORD },
    accessToken,
  })
  return { accessToken, sudoToken }
}

async function start(db: Database) {
  const app = await createTestAccount(db)
  const admin = await createAdmin(app)
  return { app, admin }
}

async function run(app: TestAccount): Promise<void> {
  await app.account.housekeeping.find(({ name }) => name === 'webhook deliveries')?.run()
}

/** As a receiver verifies it, by Web Crypto and from the text of the standard alone. */
async function verify(secret: string, { headers, body }: Received): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    'raw',
    Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (c) => c.charCodeAt(0)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const [version, signature = ''] = String(headers['webhook-signature']).split(',')
  const bytes = Uint8Array.from(atob(signature), (c) => c.charCodeAt(0))
  return (
    version === 'v1' &&
    (await crypto.subtle.verify('HMAC', key, bytes, new TextEncoder().encode(signed)))
  )
}

onEachDatabase((open) => {
  describe('a webhook event', () => {
    test('an event is sent to the webhook in its envelope, signed as Standard Webhooks', async () => {
      const { app, admin } = await start(await open())
      const receiver = await receive()
      const { webhook, secret } = await app.call(createWebhook, {
        body: { url: receiver.url, event_types: ['account.signed_in'] },
        ...admin,
      })
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      const { sub } = await app.signIn('admin@example.org')
      await run(app)

      expect(receiver.calls).toHaveLength(1)
      const [call] = receiver.calls as [Received]
      expect(await verify(secret, call)).toBe(true)
      expect(await verify(secret, { ...call, body: `${call.body} ` })).toBe(false)
      expect(call.headers['webhook-timestamp']).toBe(String(app.clock.now() / 1000))
      expect(call.headers['content-type']).toBe('application/json')
      expect(JSON.parse(call.body)).toMatchObject({
        specversion: '1.0.1',
        type: 'account.signed_in',
        source: 'https://drive.example',
        subject: sub,
      })
      const { deliveries } = await app.call(listWebhookDeliveries, {
        params: { webhook_id: webhook.id },
        ...admin,
      })
      expect(deliveries).toMatchObject([
        {
          id: call.headers['webhook-id'],
          event_type: 'account.signed_in',
          attempts: 1,
          last_status: '200',
        },
      ])
      expect(deliveries[0]?.next_attempt_at).toBeUndefined()
    })

    test('an event whose change failed is not sent', async () => {
      const db = await open()
      const { app, admin } = await start(db)
      const receiver = await receive()
      await app.call(createWebhook, { body: { url: receiver.url }, ...admin })
      const before = await countDeliveries(db)
      await failure(app.signUp('admin@example.org'))
      expect(await countDeliveries(db)).toBe(before)
    })

    test('an event is delivered once, even if several processes deliver at the same time', async () => {
      const db = await open()
      const { app, admin } = await start(db)
      const receiver = await receive()
      await app.call(createWebhook, {
        body: { url: receiver.url, event_types: ['account.signed_in'] },
        ...admin,
      })
      const other = await createTestAccount(db, { clock: app.clock })
      await app.signIn('admin@example.org')
      await app.signIn('admin@example.org')
      await Promise.all([run(app), run(other), run(app), run(other)])
      expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
      expect(receiver.calls).toHaveLength(2)
    })

    test('an event is delivered by another process when the one that claimed it died', async () => {
      const db = await open()
      const { app, admin } = await start(db)
      const receiver = await receive()
      await app.call(createWebhook, {
        body: { url: receiver.url, event_types: ['account.signed_in'] },
        ...admin,
      })
      await app.signIn('admin@example.org')
      // As the dead one left it: claimed and never told.
      const nextAt = app.clock.now() + 60_000
      await db.write((w) =>
        w.updateTable('webhook_deliveries').set({ next_at: nextAt, attempts: 1 }).execute(),
      )
      await run(app)
      expect(receiver.calls).toHaveLength(0)
      app.clock.advance(60_000)
      await run(app)
      expect(receiver.calls).toHaveLength(1)
    })

    test('a failing delivery is tried ten times over three days with the same id, and then given up', async () => {
      const db = await open()
      const { app, admin } = await start(db)
      const receiver = await receive(() => 503)
      const { webhook } = await app.call(createWebhook, {
        body: { url: receiver.url, event_types: ['account.signed_in'] },
        ...admin,
      })
      await app.signIn('admin@example.org')
      const startMs = app.clock.now()
      const minutes: number[] = []
      for (;;) {
        await run(app)
        minutes.push(Math.round((app.clock.now() - startMs) / 60_000))
        const row = await db.read((r) =>
          r.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow(),
        )
        expect(row.last_status).toBe('503')
        if (row.next_at === null) break
        await run(app)
        expect(receiver.calls).toHaveLength(minutes.length)
        app.clock.advance(row.next_at - app.clock.now())
      }
      expect(receiver.calls).toHaveLength(10)
      expect(minutes.at(-1)).toBeGreaterThanOrEqual(75 * 60)
      expect(minutes.at(-1)).toBeLessThan(84 * 60)
      expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(
        10,
      )
      expect(webhook.is_enabled).toBe(true)
    })

    test('an answer 410 disables the webhook and records an event', async () => {
      const db = await open()
      const { app, admin } = await start(db)
      const receiver = await receive(() => 410)
      const { webhook } = await app.call(createWebhook, { body: { url: receiver.url }, ...admin })
      await app.signIn('admin@example.org')
      await run(app)
      const { webhooks } = await app.call(listWebhooks, admin)
      expect(webhooks).toMatchObject([{ id: webhook.id, is_enabled: false }])
      const calls = receiver.calls.length
      await app.signIn('admin@example.org')
      app.clock.advance(3600_000)
      await run(app)
      expect(receiver.calls).toHaveLength(calls)
      const types = await db.read((r) => r.selectFrom('account_events').select('type').execute())
      expect(types.filter(({ type }) => type === 'webhook.disabled')).toHaveLength(1)
    })

    test('a redirect of the receiver is not followed', async () => {
      const { app, admin } = await start(await open())
      const receiver = await receive(() => 307)
      const { webhook } = await app.call(createWebhook, { body: { url: receiver.url }, ...admin })
      const delivery = await app.call(testWebhook, {
        params: { webhook_id: webhook.id },
        ...admin,
      })
      expect(delivery).toMatchObject({ last_status: '307', attempts: 1 })
      expect(receiver.calls.map(({ path }) => path)).toEqual(['/hook'])
    })
  })

  describe('webhook administration', () => {
    test('an administrator tests a webhook, sees the delivery and sends it again', async () => {
      const { app, admin } = await start(await open())
      let status = 500
      const receiver = await receive(() => status)
      const { webhook, secret } = await app.call(createWebhook, {
        body: { url: receiver.url, event_types: ['account.signed_in'] },
        ...admin,
      })
      const params = { webhook_id: webhook.id }
      const tested = await app.call(testWebhook, { params, ...admin })
      expect(tested).toMatchObject({ event_type: 'webhook.test', last_status: '500' })
      expect(tested.next_attempt_at).toBeDefined()
      status = 204
      const again = await app.call(redeliverWebhook, {
        params: { ...params, delivery_id: tested.id },
        ...admin,
      })
      expect(again).toMatchObject({ id: tested.id, attempts: 2, last_status: '204' })
      expect(again.delivered_at).toBeDefined()
      const [, last] = receiver.calls as [Received, Received]
      expect(await verify(secret, last)).toBe(true)
    })

    test('an administrator pages through the deliveries', async () => {
      const { app, admin } = await start(await open())
      const receiver = await receive()
      const { webhook } = await app.call(createWebhook, {
        body: { url: receiver.url, event_types: ['none'] },
        ...admin,
      })
      const params = { webhook_id: webhook.id }
      const ids: string[] = []
      for (let i = 0; i < 3; i++) {
        app.clock.advance(1)
        ids.unshift((await app.call(testWebhook, { params, ...admin })).id)
      }
      const first = await app.call(listWebhookDeliveries, { params, query: { limit: 2 }, ...admin })
      const rest = await app.call(listWebhookDeliveries, {
        params,
        query: { limit: 2, page_token: first.next_page_token },
        ...admin,
      })
      expect([...first.deliveries, ...rest.deliveries].map(({ id }) => id)).toEqual(ids)
      expect(rest.next_page_token).toBeUndefined()
    })

    test('after renewing the secret, deliveries are signed with the new one', async () => {
      const { app, admin } = await start(await open())
      const receiver = await receive()
      const { webhook, secret } = await app.call(createWebhook, {
        body: { url: receiver.url },
        ...admin,
      })
      const params = { webhook_id: webhook.id }
      const renewed = await app.call(renewWebhookSecret, { params, ...admin })
      await app.call(testWebhook, { params, ...admin })
      const [call] = receiver.calls as [Received]
      expect(await verify(secret, call)).toBe(false)
      expect(await verify(renewed.secret, call)).toBe(true)
    })

    test('a disabled webhook gets no events, and a removed one leaves no deliveries', async () => {
      const db = await open()
      const { app, admin } = await start(db)
      const receiver = await receive()
      const { webhook } = await app.call(createWebhook, { body: { url: receiver.url }, ...admin })
      const params = { webhook_id: webhook.id }
      const body = { is_enabled: false, event_types: ['account.signed_in'] }
      expect(await app.call(changeWebhook, { params, body, ...admin })).toMatchObject(body)
      await app.signIn('admin@example.org')
      await run(app)
      expect(receiver.calls).toHaveLength(0)
      expect(await failure(app.call(testWebhook, { params, ...admin }))).toMatchObject({
        error: 'failed_precondition',
      })
      await app.call(removeWebhook, { params, ...admin })
      expect(await app.call(listWebhooks, admin)).toEqual({ webhooks: [] })
      expect(await countDeliveries(db)).toBe(0)
      expect(await failure(app.call(testWebhook, { params, ...admin }))).toMatchObject({
        error: 'not_found',
      })
    })

    test('only an administrator with sudo can create a webhook', async () => {
      const { app, admin } = await start(await open())
      const { access_token: accessToken } = await app.signUp('siti@example.org')
      const { sudo_token: sudoToken } = await app.call(grantSudo, {
        body: { password: PASSWORD },
        accessToken,
      })
      const denied = { error: 'permission_denied' }
      const body = { url: 'https://example.org/hook' }
      expect(await failure(app.call(listWebhooks, { accessToken }))).toMatchObject(denied)
      expect(
        await failure(app.call(createWebhook, { body, accessToken, sudoToken })),
      ).toMatchObject(denied)
      expect(
        await failure(app.call(createWebhook, { body, accessToken: admin.accessToken })),
      ).toMatchObject(denied)
    })
  })

  test('a webhook secret is stored encrypted and appears in no list or event', async () => {
    const db = await open()
    const { app, admin } = await start(db)
    const { secret } = await app.call(createWebhook, {
      body: { url: 'https://example.org/hook' },
      ...admin,
    })
    const rows = await db.read(async (r) => [
      await r.selectFrom('webhooks').selectAll().execute(),
      await r.selectFrom('account_events').selectAll().execute(),
    ])
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
    expect(JSON.stringify(await app.call(listWebhooks, admin))).not.toContain('secret')
  })

  test('the audit log and other receivers are told the host of a webhook, and not its address, which can be a secret', async () => {
    const db = await open()
    const { app, admin } = await start(db)
    const other = await receive()
    await app.call(createWebhook, { body: { url: other.url }, ...admin })
    const url = 'https://hooks.example.org:8443/services/hidden-path?key=hidden-key'
    const { webhook } = await app.call(createWebhook, {
      body: { url, event_types: ['none'] },
      ...admin,
    })
    const params = { webhook_id: webhook.id }
    const moved = 'https://hooks.example.org:8443/services/hidden-too'
    await app.call(changeWebhook, { params, body: { url: moved }, ...admin })
    await app.call(changeWebhook, { params, body: { url: moved, is_enabled: false }, ...admin })
    await app.call(removeWebhook, { params, ...admin })
    await run(app)
    const rows = await db.read((r) =>
      r.selectFrom('account_events').select('envelope').where('sub', '=', webhook.id).execute(),
    )
    const told = rows.map(({ envelope }) => JSON.parse(envelope).data)
    expect(told).toHaveLength(4)
    for (const data of told) expect(data.origin).toBe('https://hooks.example.org:8443')
    expect(told.filter(({ is_address_changed }) => is_address_changed)).toHaveLength(1)
    const sent = other.calls.map(({ body }) => body)
    expect(sent.filter((body) => body.includes(webhook.id)).length).toBeGreaterThan(0)
    expect(JSON.stringify([rows, sent])).not.toContain('hidden')
    expect((await app.call(listWebhooks, admin)).webhooks).toMatchObject([{ url: other.url }])
  })

  test('what an administrator did to a webhook stays recorded when their account is gone', async () => {
    const db = await open()
    const { app, admin } = await start(db)
    const body = { url: 'https://example.org/hook' }
    const { webhook } = await app.call(createWebhook, { body, ...admin })
    const params = { webhook_id: webhook.id }
    await app.call(changeWebhook, { params, body: { is_enabled: false }, ...admin })
    await app.call(renewWebhookSecret, { params, ...admin })
    await app.call(removeWebhook, { params, ...admin })
    const { sub } = await db.read((r) =>
      r.selectFrom('users').select('sub').where('is_admin', '=', 1).executeTakeFirstOrThrow(),
    )
    await db.write(async (w) => {
      await w.deleteFrom('account_events').where('sub', '=', sub).execute()
    })
    const left = await db.read((r) =>
      r
        .selectFrom('account_events')
        .select(['type', 'envelope'])
        .where('sub', '=', webhook.id)
        .execute(),
    )
    const types = [
      'webhook.changed',
      'webhook.created',
      'webhook.removed',
      'webhook.secret_renewed',
    ]
    expect(left.map(({ type }) => type).toSorted()).toEqual(types)
    for (const { envelope } of left) expect(JSON.parse(envelope).data.administrator).toBe(sub)
  })

  test('finished deliveries are deleted after thirty days', async () => {
    const db = await open()
    const { app, admin } = await start(db)
    const receiver = await receive()
    const { webhook } = await app.call(createWebhook, {
      body: { url: receiver.url, event_types: ['none'] },
      ...admin,
    })
    await app.call(testWebhook, { params: { webhook_id: webhook.id }, ...admin })
    const chore = app.account.housekeeping.find(({ name }) => name === 'old webhook deliveries')
    await chore?.run()
    expect(await countDeliveries(db)).toBe(1)
    app.clock.advance(31 * 24 * 3600_000)
    await chore?.run()
    expect(await countDeliveries(db)).toBe(0)
  })
})

async function countDeliveries(db: Database): Promise<number> {
  const rows = await db.read((r) => r.selectFrom('webhook_deliveries').select('id').execute())
  return rows.length
}

test('the signature matches the published example of Standard Webhooks', () => {
  const headers = signWebhook(
    {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      atMs: 1614265330_000,
      body: '{"test": 2432232314}',
    },
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  )
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('the pause between tries grows each time, with up to a tenth of jitter', () => {
  const at = (attempts: number, chance: (limit: number) => number) =>
    nextAttemptAt(attempts, { nowMs: 0, random: { bytes: () => Buffer.alloc(0), integer: chance } })
  const least = Array.from({ length: 10 }, (_, i) => at(i + 1, () => 0))
  expect(least).toEqual([
    5000,
    300_000,
    1_800_000,
    7_200_000,
    18_000_000,
    36_000_000,
    50_400_000,
    72_000_000,
    86_400_000,
    null,
  ])
  expect(at(1, (limit) => limit - 1)).toBe(5499)
})

describe('the address of a webhook', () => {
  test.each([
    'http://example.org/hook',
    'ftp://example.org/',
    'https://user:pass@example.org/',
    'https://example.org/#x',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.8/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:10.0.0.1]/',
    'http://localhost:9000/',
    'no address',
    '/relative',
  ])('the webhook address %j is refused', (url) => {
    expect(() => checkWebhookUrl(url, publicOnly)).toThrow(
      expect.objectContaining({ error: 'invalid_argument' }),
    )
  })

  test('a webhook on this machine is allowed in development, and a private network only if configured', () => {
    expect(checkWebhookUrl('http://localhost:9000/x', here)).toBe('http://localhost:9000/x')
    expect(() => checkWebhookUrl('http://10.0.0.8/', here)).toThrow()
    expect(() => checkWebhookUrl('https://10.0.0.8/', here)).toThrow()
    const all = { loopback: false, privateNetworks: true }
    expect(checkWebhookUrl('https://10.0.0.8/x', all)).toBe('https://10.0.0.8/x')
    expect(() => checkWebhookUrl('http://10.0.0.8/', all)).toThrow()
  })

  test('a webhook name that resolves to a private address is not connected to', async () => {
    const receiver = await receive()
    const target = {
      url: receiver.url.replace('http://127.0.0.1', 'https://localhost'),
      headers: {},
      body: '{}',
    }
    expect(await postToWebhook(target, reaching(publicOnly))).toEqual({
      kind: 'failed',
      problem: 'refused: leads into a private network',
    })
    expect(
      await postToWebhook({ ...target, url: receiver.url }, reaching(publicOnly)),
    ).toMatchObject({
      kind: 'failed',
    })
    expect(receiver.calls).toHaveLength(0)
  })

  test('a webhook that never answers is given up in time', async () => {
    const receiver = await receive(() => undefined)
    const target = { url: receiver.url, headers: {}, body: '{}' }
    expect(await postToWebhook(target, reaching(here), 50)).toEqual({
      kind: 'failed',
      problem: 'no answer in time',
    })
  })

  test('a webhook that refuses the connection counts as failed', async () => {
    const target = { url: 'http://127.0.0.1:1/', headers: {}, body: '{}' }
    expect(await postToWebhook(target, reaching(here))).toEqual({
      kind: 'failed',
      problem: 'not reached: ECONNREFUSED',
    })
  })
})
