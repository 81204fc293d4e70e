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
  test('two public keys of each algorithm are published: the current signing key and the next', async () => {
    const keys = await open()
    const published = await keys.publicKeys()
    expect(published.map(({ alg }) => alg)).toEqual(['ES256', 'ES256', 'RS256', 'RS256'])
    expect(new Set(published.map(({ kid }) => kid)).size).toBe(4)
    const [current, , rsa] = published
    expect(keys.current().kid).toBe(current?.kid)
    expect((await keys.currentFor('ES256')).kid).toBe(current?.kid)
    expect((await keys.currentFor('RS256')).kid).toBe(rsa?.kid)
    const names = published.map((key) => Object.keys(key).sort().join(' '))
    expect(new Set(names)).toEqual(new Set(['alg crv kid kty use x y', 'alg e kid kty n use']))
    expect(Buffer.from(rsa?.n ?? '', 'base64url')).toHaveLength(256)
  })

  test('the signing keys are the same after a restart', async () => {
    const keeper = createMemoryKeeper()
    const before = await (await open({ keeper })).publicKeys()
    expect(await (await open({ keeper })).publicKeys()).toEqual(before)
  })

  test('RSA keys are made when they are first needed, once for all who wait', async () => {
    const keeper = createMemoryKeeper()
    const keys = await open({ keeper })
    await keys.rotate()
    expect(await keeper.list('rsa-')).toEqual([])
    const asked = [keys.currentFor('RS256'), keys.currentFor('RS256'), keys.publicKeys()] as const
    const [first, second, published] = await Promise.all(asked)
    expect(second.kid).toBe(first.kid)
    expect(published.map(({ kid }) => kid)).toContain(first.kid)
    expect(await keeper.list('rsa-')).toHaveLength(2)
  })

  test.each(['ES256', 'RS256'] as const)(
    'signing keys rotate by age (%s): the next key signs, and the old key still verifies for a while',
    async (algorithm) => {
      const clock = new ManualClock()
      const keys = await open({ clock })
      const published = async () =>
        (await keys.publicKeys()).filter(({ alg }) => alg === algorithm).map(({ kid }) => kid)
      const [first, second] = await published()
      clock.advance(rotateAfterMs)
      // At once, before any chore has run: every process does the same by its clock alone.
      expect((await keys.currentFor(algorithm)).kid).toBe(second)
      await keys.rotate()
      expect(await published()).toEqual([second, first, expect.any(String)])
      clock.advance(2 * DAY_MS)
      await keys.rotate()
      expect(await published()).toHaveLength(2)
      expect(await keys.find(String(first), algorithm)).toBeUndefined()
      expect((await keys.currentFor(algorithm)).kid).toBe(second)
    },
  )

  test('after several missed periods the signing keys rotate once', async () => {
    const clock = new ManualClock()
    const keeper = createMemoryKeeper()
    const [, second, , secondRsa] = await (await open({ keeper, clock })).publicKeys()
    clock.advance(400 * DAY_MS)
    const keys = await open({ keeper, clock })
    expect(keys.current().kid).toBe(second?.kid)
    expect((await keys.currentFor('RS256')).kid).toBe(secondRsa?.kid)
    expect(await keys.publicKeys()).toHaveLength(4)
  })

  test('the single signing key of an older server is kept as the current key', async () => {
    const keeper = createMemoryKeeper()
    const [current] = await (await open()).publicKeys()
    const donor = createMemoryKeeper()
    await open({ keeper: donor })
    const { active_from_ms: _, ...jwk } = JSON.parse((await donor.read('signing-key')) ?? '')
    await keeper.createIfAbsent('signing-key', JSON.stringify(jwk))
    const keys = await open({ keeper })
    expect(keys.current().kid).toBe(jwk.kid)
    expect(await keeper.list('signing-key')).toHaveLength(2)
    expect(current?.kid).not.toBe(jwk.kid)
  })

  test.each([
    ['signing-key', ''],
    ['signing-key', '{"kty":"EC"}'],
    ['signing-key', '<<<<<<< HEAD'],
    ['rsa-signing-key', '{"kty":"RSA","kid":"k"}'],
  ])('a damaged key %s (%j) stops the start and is not overwritten', async (name, damaged) => {
    const keeper = createMemoryKeeper()
    await keeper.createIfAbsent(name, damaged)
    await expect(open({ keeper })).rejects.toThrow(`The key "${name}" in memory is damaged.`)
    expect(await keeper.read(name)).toBe(damaged)
  })
})

onEachDatabase((openDatabase) => {
  test.each([
    { algorithm: 'ES256', name: 'signing-key', processes: 4, periods: 3 },
    { algorithm: 'RS256', name: 'rsa-signing-key', processes: 2, periods: 1 },
  ] as const)(
    'processes that start and rotate together end up with the same keys ($algorithm)',
    async ({ algorithm, name, processes, periods }) => {
      const clock = new ManualClock()
      const keeper = createSecretKeeper(await openDatabase(), clock)
      const start = () => loadSigningKeys({ keeper, clock, rotateAfterMs })
      const all = await Promise.all(Array.from({ length: processes }, start))
      const rotate = () => Promise.all(all.map((keys) => keys.rotate()))
      const seen = async () => {
        const keys = await Promise.all(all.map((each) => each.currentFor(algorithm)))
        return new Set(keys.map(({ kid }) => kid))
      }
      expect((await seen()).size).toBe(1)
      for (let period = 0; period < periods; period++) {
        clock.advance(rotateAfterMs)
        await rotate()
        // One that was slower than another may need a second look; nobody makes a second key.
        await rotate()
        expect((await seen()).size).toBe(1)
        expect((await keeper.list(name)).length).toBeLessThanOrEqual(3)
      }
    },
  )

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
