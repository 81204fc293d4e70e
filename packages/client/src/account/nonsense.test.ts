import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import type { AwanClient } from '../client.ts'
import { openAccount } from '../testing/account-server.ts'
import { openLocalServer } from '../testing/local-server.ts'

type Flow = (...args: unknown[]) => unknown

const cyclic: Record<string, unknown> = { username: 'ana', sudo_token: 'x', trans_token: 'x' }
cyclic.self = cyclic

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

/** A throwing getter behind every name that a payload can have. */
const throwingGetters = Object.defineProperties(
  {},
  Object.fromEntries(
    ['username', 'password', 'email', 'sudo_token', 'device_code', 'trans_token', 'client_id'].map(
      (name) => [
        name,
        {
          enumerable: true,
          get() {
            throw new TypeError('a getter of the caller')
          },
        },
      ],
    ),
  ),
)

const hostile: readonly unknown[] = [
  undefined,
  null,
  0,
  Number.NaN,
  '',
  'text',
  '../../me',
  true,
  [],
  [[]],
  () => {},
  Symbol('x'),
  1n,
  { username: 1n, password: 1n, sudo_token: 1n, id: 1n, device_code: 1n },
  { username: Symbol('x'), sudo_token: Symbol('x'), id: Symbol('x'), expires_in: Symbol('x') },
  { username: {}, email: {}, sudo_token: {}, id: Object.create(null), other_params: 5 },
  { username: '\u0000\ud800', sudo_token: 'a\r\nx-evil: 1', provider_id: '\ud800' },
  cyclic,
  throwing,
  throwingGetters,
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  Object.create(null),
  new Date(Number.NaN),
  new Uint8Array(4),
]

/** Of flows that take two: a first argument that is right. */
const firstOf: Readonly<Record<string, unknown[]>> = {
  'providers.transfer': ['google'],
  'device.poll': [{ device_code: 'd', expires_in: 5 }],
}

/** signOut is left out: to sign out is what it does with any object (its own test has its nonsense). */
function listFlows(client: AwanClient): [string, Flow][] {
  const { verification, signUp, signIn, password, device, providers, user, authorization } = client
  const groups = { verification, signUp, signIn, password, device, providers, user, authorization }
  return Object.entries(groups).flatMap(([group, flows]) =>
    Object.entries(flows).map(([name, flow]): [string, Flow] => [`${group}.${name}`, flow as Flow]),
  )
}

/** Signed in on one server, then in the hands of one that answers every call with an empty object. */
async function openNonsense() {
  const place = await openAccount()
  await place.signIn()
  const blank = await openLocalServer(() => ({}))
  const other = await openAccount({}, { origins: [blank.origin], runtime: place.runtime })
  return {
    ...place,
    client: other.client,
    blank,
    async [Symbol.asyncDispose]() {
      await Promise.all([place, other, blank].map((part) => part[Symbol.asyncDispose]()))
    },
  }
}

test('given any value, a flow returns or rejects with a ServiceError, and the session is kept', async () => {
  await using place = await openNonsense()
  const before = place.stored()
  const flows = listFlows(place.client)
  expect(flows.length).toBeGreaterThan(30)
  for (const [name, flow] of flows) {
    const firsts = [[], ...(firstOf[name] ? [firstOf[name]] : [])]
    const answers = hostile.flatMap((value) => firsts.map((first) => flow(...first, value)))
    for (const answer of answers) expect(answer, name).toBeInstanceOf(Promise)
    // A device is polled by the clock: until its code expires.
    if (name === 'device.poll') await place.runtime.timerOf(5000)
    place.runtime.advance(5000)
    for (const ended of await Promise.allSettled(answers)) {
      if (ended.status === 'rejected') expect(ended.reason, name).toBeInstanceOf(ServiceError)
    }
  }
  expect(place.stored()).toBe(before)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(place.runtime.timers()).toBe(0)
})

test('a body that cannot be written as JSON is a local error that names the flow, and is not sent', async () => {
  await using place = await openNonsense()
  const { signUp, user, signIn } = place.client
  for (const [name, call] of [
    ['signUp.withContact', () => signUp.withContact(throwing as never)],
    ['user.update', () => user.update(throwingGetters as never)],
    ['signIn.withPassword', () => signIn.withPassword(throwingGetters as never)],
  ] as const) {
    await expect(call()).rejects.toMatchObject({
      error: 'local',
      description: `wrong options param: ${name}`,
    })
  }
  for (const body of [cyclic, { name: 1n }]) {
    await expect(user.update(body as never)).rejects.toMatchObject({ error: 'local' })
  }
  expect(place.blank.received).toHaveLength(0)
})

test('a payload with the key __proto__ is sent as data and changes no prototype', async () => {
  await using place = await openNonsense()
  const profile = JSON.parse('{"__proto__":{"polluted":1},"name":"Ana"}')
  await place.client.user.update(profile)
  const sent = place.blank.received.at(-1)?.body.toString()
  expect(sent).toBe('{"__proto__":{"polluted":1},"name":"Ana"}')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
