import { isServiceError } from '@awan/protocol/errors'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { countedNetworks, networkOf } from '../../kernel/network.ts'
import { createLimiter } from './limits.ts'

const limit = { points: 5, perSeconds: 60 }

function setUp(db: Database) {
  const clock = new ManualClock()
  return { clock, limiter: createLimiter({ db, clock, codeKey: Buffer.alloc(32, 2) }) }
}

onEachDatabase((open) => {
  test('a rate limit lets exactly its number of concurrent calls through', async () => {
    const db = await open()
    const { limiter } = setUp(db)
    const calls = Array.from({ length: 20 }, () => limiter.takePoint('a', limit))
    const settled = await Promise.allSettled(calls)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const outcome of settled) {
      if (outcome.status === 'fulfilled') continue
      expect(isServiceError(outcome.reason, 'resource_exhausted')).toBe(true)
    }
  })

  test('an exceeded rate limit says how long to wait, and ends with its window', async () => {
    const { limiter, clock } = setUp(await open())
    const once = { points: 1, perSeconds: 60 }
    await limiter.takePoint('a', once)
    clock.advance(15_000)
    await expect(limiter.takePoint('a', once)).rejects.toMatchObject({
      error: 'resource_exhausted',
      details: [{ reason: 'rate_limited', metadata: { retry_after: '45' } }],
    })
    clock.advance(45_000)
    await limiter.takePoint('a', once)
  })

  test('a local rate limit counts in memory and writes no rows', async () => {
    const db = await open()
    const { limiter, clock } = setUp(db)
    const few = { points: 2, perSeconds: 60, isLocal: true } as const
    for (const key of ['a', 'a', 'b']) await limiter.takePoint(key, few)
    clock.advance(15_000)
    await expect(limiter.takePoint('a', few)).rejects.toMatchObject({
      error: 'resource_exhausted',
      details: [{ reason: 'rate_limited', metadata: { retry_after: '45' } }],
    })
    await limiter.takePoint('b', few)
    clock.advance(45_000)
    await limiter.removeExpired()
    await limiter.takePoint('a', few)
    expect(await db.read((r) => r.selectFrom('rate_limits').select('key').execute())).toEqual([])
  })

  test('of several rate limits together, none is used by a call that another one refuses', async () => {
    const db = await open()
    const { limiter, clock } = setUp(db)
    const both = [
      { key: 'b', limit: { points: 2, perSeconds: 60 } },
      { key: 'a', limit: { points: 1, perSeconds: 90 } },
    ]
    await limiter.takePoints(both)
    for (let i = 0; i < 3; i++) {
      await expect(limiter.takePoints(both)).rejects.toMatchObject({
        error: 'resource_exhausted',
        details: [{ reason: 'rate_limited', metadata: { retry_after: '90' } }],
      })
    }
    const points = await db.read((reader) => limiter.read(reader, ['a', 'b']))
    expect([points('a'), points('b')]).toEqual([1, 1])
    await limiter.takePoint('b', { points: 2, perSeconds: 60 })
    clock.advance(90_000)
    const calls = Array.from({ length: 5 }, () => limiter.takePoints(both))
    const settled = await Promise.allSettled(calls)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a rate limit counts each key separately', async () => {
    const { limiter } = setUp(await open())
    const once = { points: 1, perSeconds: 60 }
    await limiter.takePoint('a', once)
    await limiter.takePoint('b', once)
  })

  test('a count made in a transaction is rolled back with it, and can be lowered or reset', async () => {
    const db = await open()
    const { limiter } = setUp(db)
    const undone = db.write(async (writer) => {
      expect(await limiter.count(writer, 'a', 1000)).toBe(1)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await db.write((writer) => limiter.count(writer, 'a', 1000))).toBe(1)
    expect(await db.write((writer) => limiter.count(writer, 'a', 1000))).toBe(2)
    await db.write((writer) => limiter.uncount(writer, 'a'))
    expect((await db.read((reader) => limiter.read(reader, ['a', 'b'])))('a')).toBe(1)
    await db.write((writer) => limiter.forget(writer, ['a']))
    expect((await db.read((reader) => limiter.read(reader, ['a', 'b'])))('a')).toBe(0)
  })

  test('cleaning up removes expired rate limits only', async () => {
    const db = await open()
    const { limiter, clock } = setUp(db)
    await limiter.takePoint('short', { points: 1, perSeconds: 1 })
    await limiter.takePoint('long', { points: 1, perSeconds: 60 })
    clock.advance(1000)
    await limiter.removeExpired()
    const keys = await db.read((r) => r.selectFrom('rate_limits').select('key').execute())
    expect(keys).toEqual([{ key: 'long' }])
  })
})

test('an IPv6 address is counted for its /64 and its /48, an IPv4 address only for itself', () => {
  const alone = [{ name: '192.0.2.1', times: 1 }]
  expect(countedNetworks('2001:db8:1:ff::1')).toEqual([
    { name: '2001:db8:1:ff::/64', times: 1 },
    { name: '2001:db8:1::/48', times: 8 },
  ])
  expect(countedNetworks('192.0.2.1')).toEqual(alone)
  expect(countedNetworks('::ffff:192.0.2.1')).toEqual(alone)
})

describe('networkOf', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['203.0.113.7:40312', '203.0.113.7'],
    ['[2001:db8:1:2::9]:40312', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ])('the address %s is counted as the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
