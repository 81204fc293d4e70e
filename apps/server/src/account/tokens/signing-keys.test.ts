import { type Credentials, grantToken } from '@awan/protocol/account'
import { decodeProtectedHeader, errors, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createSecretKeeper } from '../../db/secret-keeper.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { createMemoryKeeper } from '../../kernel/memory-keeper.ts'
import { createTestAccount, failure } from '../testing.ts'
import { loadSigningKeys } from './signing-keys.ts'

const DAY_MS = 86_400_000
const rotateAfterMs = 90 * DAY_MS

function open({ keeper = createMemoryKeeper(), clock = new ManualClock() } = {}) {
  return loadSigningKeys({ keeper, clock, rotateAfterMs })
}

describe('signing keys', () => {
  test('from the first start two public keys are published: the current signing key and the next', async () => {
    const keys = await open()
    const [current, next, ...others] = keys.publicKeys()
    expect(others).toEqual([])
    expect(current?.kid).toBe(keys.current().kid)
    expect(next?.kid).not.toBe(current?.kid)
    for (const key of [current, next]) {
      expect(Object.keys(key ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    }
  })

  test('the signing keys are the same after a restart', async () => {
    const keeper = createMemoryKeeper()
    const before = (await open({ keeper })).publicKeys()
    expect((await open({ keeper })).publicKeys()).toEqual(before)
  })

  test('signing keys rotate by age: the next key signs, and the old key still verifies for a while', async () => {
    const clock = new ManualClock()
    const keys = await open({ clock })
    const [first, second] = keys.publicKeys()
    clock.advance(rotateAfterMs)
    // At once, before any chore has run: every process does the same by its clock alone.
    expect(keys.current().kid).toBe(second?.kid)
    await keys.rotate()
    expect(keys.publicKeys().map(({ kid }) => kid)).toEqual([
      second?.kid,
      first?.kid,
      expect.any(String),
    ])
    clock.advance(2 * DAY_MS)
    await keys.rotate()
    expect(keys.publicKeys()).toHaveLength(2)
    expect(await keys.find(String(first?.kid))).toBeUndefined()
    expect(keys.current().kid).toBe(second?.kid)
  })

  test('after several missed periods the signing keys rotate once', async () => {
    const clock = new ManualClock()
    const keeper = createMemoryKeeper()
    const [, second] = (await open({ keeper, clock })).publicKeys()
    clock.advance(400 * DAY_MS)
    const keys = await open({ keeper, clock })
    expect(keys.current().kid).toBe(second?.kid)
    expect(keys.publicKeys()).toHaveLength(2)
  })

  test('the single signing key of an older server is kept as the current key', async () => {
    const keeper = createMemoryKeeper()
    const [current] = (await open()).publicKeys()
    const donor = createMemoryKeeper()
    await open({ keeper: donor })
    const { active_from_ms: _, ...jwk } = JSON.parse((await donor.read('signing-key')) ?? '')
    await keeper.createIfAbsent('signing-key', JSON.stringify(jwk))
    const keys = await open({ keeper })
    expect(keys.current().kid).toBe(jwk.kid)
    expect(keys.publicKeys()).toHaveLength(2)
    expect(current?.kid).not.toBe(jwk.kid)
  })

  test.each(['', '{"kty":"EC"}', '<<<<<<< HEAD'])(
    'a damaged signing key (%j) stops the start and is not overwritten',
    async (damaged) => {
      const keeper = createMemoryKeeper()
      await keeper.createIfAbsent('signing-key', damaged)
      await expect(open({ keeper })).rejects.toThrow('The key "signing-key" in memory is damaged.')
      expect(await keeper.read('signing-key')).toBe(damaged)
    },
  )
})

onEachDatabase((openDatabase) => {
  test('processes that start and rotate together end up with the same keys', async () => {
    const db = await openDatabase()
    const clock = new ManualClock()
    const start = () =>
      loadSigningKeys({ keeper: createSecretKeeper(db, clock), clock, rotateAfterMs })
    const processes = await Promise.all([start(), start(), start(), start()])
    const seen = () =>
      new Set(processes.map((keys) => JSON.stringify(keys.publicKeys().map(({ kid }) => kid))))
    expect(seen().size).toBe(1)
    for (let period = 0; period < 3; period++) {
      clock.advance(rotateAfterMs)
      await Promise.all(processes.map((keys) => keys.rotate()))
      // One that was slower than another may need a second look; nobody makes a second key.
      await Promise.all(processes.map((keys) => keys.rotate()))
      expect(seen().size).toBe(1)
      expect(processes[0]?.publicKeys().length).toBeLessThanOrEqual(3)
    }
  })

  test('a token of a rotated key is valid until it expires, and a token with a wrong kid is refused', async () => {
    const db = await openDatabase()
    const clock = new ManualClock()
    const app = await createTestAccount(db, { clock })
    clock.advance(rotateAfterMs - 3600_000)
    const old = await app.signUp('rahma@example.org')
    clock.advance(3600_000)
    for (const { run } of app.account.housekeeping) await run()
    await app.account.guards.authenticate(old.access_token)
    const body = { grant_type: 'refresh_token', refresh_token: old.refresh_token } as const
    const renewed = (await app.call(grantToken, { body })) as Credentials
    const kids = [old, renewed].map(({ access_token }) => decodeProtectedHeader(access_token).kid)
    expect(new Set(kids).size).toBe(2)
    await app.account.guards.authenticate(renewed.access_token)

    const [, payload = ''] = renewed.access_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    for (const kid of [kids[0], 'invented', undefined]) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...(kid && { kid }) })
        .sign(app.signingKeys.current().privateKey)
      const refused = await failure(app.account.guards.authenticate(forged))
      expect(refused).toMatchObject({ error: 'unauthenticated' })
      expect((refused as Error).cause).toBeInstanceOf(errors.JOSEError)
    }
  })
})
