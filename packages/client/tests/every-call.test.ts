import { createAwanClient } from '@awan/client'
import { createAccountCentre } from '@awan/client/account-centre'
import { createAdmin } from '@awan/client/admin'
import { createMemoryRuntime } from '@awan/client/memory'
import { createWaysIn } from '@awan/client/ways-in'
import { type Endpoint, headers } from '@awan/protocol'
import * as protocol from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import { describe, expect, test } from 'vitest'
import { openLocalServer, type Received } from '../src/testing/local-server.ts'
import { type CallRow, calls, type Parts } from './testing/every-call.ts'

type Flow = (...args: unknown[]) => Promise<unknown>

const endpoints = new Map(Object.entries<unknown>(protocol).filter(hasEndpoint))

/** Calls that no method makes, and why. */
const withoutMethod: Readonly<Record<string, string>> = {
  startCaptcha: 'made by itself when a call is answered captcha_required',
  getRiskAlgorithm: 'a script, which deviceIdentity.renew loads into the page',
  getPicture: 'an address for a page to show, which needs no token',
  reportRisk: 'made by deviceIdentity.renew, which needs a page',
}
/** The endpoints of the standards are for browsers, and for apps of others with libraries of theirs. */
const STANDARD = /^\/(oauth2|\.well-known)\//

/** Where the specification has the sudo token; the other calls send it in a header. */
const sudoPlaces: Readonly<Record<string, 'inQuery' | 'inBody'>> = {
  deleteMe: 'inQuery',
  bindContact: 'inBody',
  setPassword: 'inBody',
}

/** Methods that ask the account server nothing of their own. */
const localMethods = [
  'session.state',
  'session.subscribe',
  'session.accessToken',
  'session.authorized',
  'accounts.list',
  'accounts.switchTo',
  'accounts.accessToken',
  'deviceIdentity.read',
  'request',
  'open',
  'deviceId',
  'locale',
  'setLocale',
  'dispose',
]
/** Tested beside their source: they wait for another device, or need a page. */
const testedElsewhere = ['device.poll', 'deviceIdentity.renew']

const rows = Object.entries(calls).flatMap(([part, list]) =>
  list.map((row) => [part as keyof Parts, row] as const),
)

test('every call of the account protocol has a client method or a documented reason for having none', () => {
  const called = new Set(rows.map(([, [, endpoint]]) => endpoint))
  const ours = [...endpoints].filter(([, { path }]) => !STANDARD.test(path)).map(([name]) => name)
  expect([...called, ...Object.keys(withoutMethod)].sort()).toEqual(ours.sort())
})

test.for(Object.keys(calls) as (keyof Parts)[])('every method of %s is tested', async (part) => {
  await using place = await openParts()
  const {
    clientId: _id,
    runtime: _port,
    origins: _origins,
    ...flows
  }: object & { clientId?: unknown; runtime?: unknown; origins?: unknown } = place.parts[part]
  const missing = methodsOf(flows).filter((name) => !calls[part].some(([known]) => known === name))
  const known = part === 'client' ? [...localMethods, ...testedElsewhere] : []
  expect(missing.sort()).toEqual(known.sort())
})

describe('a method sends what its call declares', () => {
  test.for(rows.map(([part, row]) => [`${part}.${row[0]}`, part, row] as const))(
    '%s',
    async ([, part, [method, name, ...args]]) => {
      await using place = await openParts()
      const endpoint = endpoints.get(name) as Endpoint
      await find(place.parts[part], method)(...args)
      const [sent] = place.sent()
      expect(sent?.method).toBe(endpoint.method)
      expectDeclared(endpoint, sent as Received)
      const { authorization, [headers.sudoToken]: inHeader } = sent?.headers ?? {}
      const needsPerson =
        (/^\/v1\/(user|admin)\//.test(endpoint.path) && name !== 'inspectSignOut') ||
        method === 'sessions.access'
      expect(authorization).toBe(needsPerson ? 'Bearer access-1' : undefined)
      const sudoTokens = {
        inHeader,
        inQuery: sent?.query.get('sudo_token') ?? undefined,
        inBody: sent?.json.sudo_token,
      }
      const sudoPlace = sudoPlaces[name] ?? 'inHeader'
      const isGiven = JSON.stringify(args).includes('sudo-1')
      expect(sudoTokens).toEqual(isGiven ? { [sudoPlace]: 'sudo-1' } : {})
    },
  )
})

test('calls that need a user are not sent when nobody is signed in', async () => {
  await using place = await openParts()
  await place.parts.client.signOut()
  const before = place.sent().length
  for (const [part, [method, name, ...args]] of rows) {
    const { path } = endpoints.get(name) as Endpoint
    if (!/^\/v1\/(user|admin)\//.test(path) || part === 'client' || name === 'inspectSignOut')
      continue
    await expect(find(place.parts[part], method)(...args), method).rejects.toMatchObject({
      error: 'unauthenticated',
    })
  }
  expect(place.sent()).toHaveLength(before)
})

test('a sensitive call without a sudo token is not sent, and invalid values give a ServiceError', async () => {
  await using place = await openParts()
  const sensitive = rows.filter(([, row]) => JSON.stringify(row).includes('sudo-1'))
  expect(sensitive.length).toBeGreaterThan(25)
  for (const [part, row] of sensitive) {
    for (const args of nonsenseFor(row)) {
      await expect(find(place.parts[part], row[0])(...args), row[0]).rejects.toMatchObject({
        error: 'local',
      })
    }
  }
  expect(place.sent()).toEqual([])
  for (const [part, [method]] of rows.filter(([part]) => part !== 'client')) {
    for (const value of [undefined, null, 5, 'text', [], Symbol('x'), 1n, throwing]) {
      const ended = await find(place.parts[part], method)(value, value).catch((error) => error)
      if (ended instanceof Error) expect(ended, method).toBeInstanceOf(ServiceError)
    }
  }
})

const throwing = new Proxy(
  {},
  {
    get() {
      throw new RangeError('a getter of the caller')
    },
    ownKeys() {
      throw new RangeError('a trap of the caller')
    },
  },
)

/** The same arguments, the payload without its sudo token or with one that is none. */
function nonsenseFor([, , ...args]: CallRow): unknown[][] {
  const { sudo_token: _token, ...payload } = args.at(-1) as Record<string, unknown>
  const before = args.slice(0, -1)
  const wrong = [undefined, payload, { ...payload, sudo_token: '' }, { ...payload, sudo_token: 5 }]
  return wrong.map((last) => [...before, last])
}

/** Somebody signed in at a server that answers everything with credentials. */
async function openParts() {
  const credentials = {
    token_type: 'Bearer',
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    expires_in: 7200,
    sub: 'u1',
    scope: 'user',
  }
  const server = await openLocalServer(() => credentials)
  const client = createAwanClient({
    clientId: 'awan-test',
    clientSecret: 'of-the-app',
    origins: [server.origin],
    runtime: createMemoryRuntime(),
    log: { level: 'off' },
  })
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  const parts: Parts = {
    client,
    waysIn: createWaysIn(client),
    centre: createAccountCentre(client),
    admin: createAdmin(client),
  }
  return {
    parts,
    sent: () => server.received.slice(1),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** By the very schemas with which the server reads it. */
function expectDeclared({ path, params, query, body }: Endpoint, sent: Received): void {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  const values = pattern.exec(sent.path)?.slice(1)
  expect(values, `${sent.path} is not ${path}`).toBeDefined()
  const given = Object.fromEntries(names.map((name, index) => [name, values?.[index]]))
  expect(params?.safeParse(given).error ?? null).toBeNull()
  const asked: Record<string, unknown> = Object.fromEntries(sent.query)
  expect(query?.strict().safeParse(asked).error ?? null).toBeNull()
  if (!query) expect(asked).toEqual({})
  if (!body) expect(sent.body).toHaveLength(0)
  else if ('safeParse' in body) {
    // A field that the server would drop without a word was meant for something.
    const parsed = body.safeParse(sent.json)
    expect(parsed.error ?? null).toBeNull()
    expect(Object.keys(sent.json).filter((key) => !(key in (parsed.data as object)))).toEqual([])
  }
}

function methodsOf(flows: object, path = ''): string[] {
  return Object.entries(flows).flatMap(([name, flow]) =>
    typeof flow === 'function' ? [path + name] : methodsOf(flow, `${path}${name}.`),
  )
}

function find(part: object, method: string): Flow {
  const found = method
    .split('.')
    .reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], part)
  return found as Flow
}

function hasEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
