import { signIn } from '@awan/protocol/account'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { ManualClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import type { RiskyCall } from '../captcha/risk.ts'
import { createLimiter } from '../limits/limits.ts'
import { createSessions } from '../sessions/sessions.ts'
import { createTestAccount, failure, PASSWORD, someCaller } from '../testing.ts'
import { createSignInAttempts, type SignInAttempts } from './sign-in-attempts.ts'

const email = 'rahma@example.org'
const contact = `email:${email}`
const HOUR_MS = 3600_000

/** The owner, who has an account and one device, on which they were signed in before. */
async function start(db: Database) {
  const clock = new ManualClock()
  const app = await createTestAccount(db, { clock })
  await app.signUp(email)
  const limiter = createLimiter({ db, clock, codeKey: Buffer.alloc(32, 2) })
  const sessions = createSessions({ clock, random: systemRandom, idleMs: 30 * 24 * 3600_000 })
  const attempts = createSignInAttempts({ db, limiter, sessions })
  const owner: RiskyCall = { contact, caller: someCaller }
  return { clock, app, attempts, owner }
}

function stranger(i: number): RiskyCall {
  const caller = {
    ...someCaller,
    address: `198.${18 + ((i >> 16) & 1)}.${(i >> 8) & 255}.${i & 255}`,
    deviceId: i % 3 === 0 ? undefined : `stranger-${i}`,
  }
  return { contact, caller }
}

/** One more try; rejects when its password is not looked at. */
async function look(attempts: SignInAttempts, call: RiskyCall): Promise<void> {
  await attempts.attempt(call)
  await attempts.countGuess(call)
}

async function isLookedAt(attempts: SignInAttempts, call: RiskyCall): Promise<boolean> {
  return look(attempts, call).then(
    () => true,
    () => false,
  )
}

onEachDatabase((open) => {
  test("after thousands of guesses from many addresses the owner's device can sign in, and at most 100 are checked", async () => {
    const db = await open()
    const { attempts, owner, app } = await start(db)
    let lookedAt = 0
    const guess = async (call: RiskyCall) => {
      if (await isLookedAt(attempts, call)) lookedAt++
    }
    await Promise.all(Array.from({ length: 150 }, (_, i) => guess(stranger(i))))
    // The rest of them, as they are counted.
    await db.write((w) =>
      w
        .updateTable('rate_limits')
        .set({ points: 9_950 })
        .where('key', 'like', 'signin:guesses:%')
        .execute(),
    )
    await Promise.all(Array.from({ length: 50 }, (_, i) => guess(stranger(1000 + i))))
    expect(lookedAt).toBeLessThanOrEqual(100)
    expect(await attempts.assess(stranger(0))).toBe(16)

    expect(await attempts.assess(owner)).toBe(0)
    await app.signIn(email)
    await app.signIn(email)
  })

  test("unknown devices get a hundred guesses an hour, and the owner's sign-ins do not reset the count", async () => {
    const { attempts, clock, app } = await start(await open())
    let lookedAt = 0
    const guess = async (i: number) => {
      if (await isLookedAt(attempts, stranger(i))) lookedAt++
    }
    for (let i = 0; i < 60; i++) await guess(i)
    await app.signIn(email)
    for (let i = 60; i < 130; i++) await guess(i)
    await app.signIn(email)
    expect(lookedAt).toBe(100)
    clock.advance(HOUR_MS)
    await guess(200)
    expect(lookedAt).toBe(101)
  })

  test('[ACC-25] too many guesses get the same answer for existing and unknown accounts', async () => {
    const { attempts } = await start(await open())
    const errors = []
    for (const to of [contact, 'email:nobody@example.org']) {
      const call = { ...stranger(1), contact: to }
      for (let i = 0; i < 100; i++) {
        await look(attempts, { ...stranger(i), contact: to })
      }
      errors.push(await failure(look(attempts, call)))
    }
    expect(errors[0]).toMatchObject({ error: 'invalid_status', code: 4011 })
    expect(JSON.stringify(errors[0])).toBe(JSON.stringify(errors[1]))
  })

  test('a device id that only begins like that of a known device has no guesses of its own', async () => {
    const { attempts, app } = await start(await open())
    const deviceId = 'd'.repeat(128)
    await app.signIn(email, PASSWORD, { deviceId })
    let lookedAt = 0
    for (let i = 0; i < 130; i++) {
      const caller = { ...someCaller, deviceId: `${deviceId}${i}` }
      if (await isLookedAt(attempts, { contact, caller })) lookedAt++
    }
    expect(lookedAt).toBe(100)
    await look(attempts, { contact, caller: { ...someCaller, deviceId } })
  })

  test('only attempts whose password was looked at count as guesses', async () => {
    const { attempts } = await start(await open())
    for (let i = 0; i < 110; i++) await attempts.attempt(stranger(i))
    for (let i = 0; i < 100; i++) await look(attempts, stranger(i))
    expect(await failure(look(attempts, stranger(1)))).toMatchObject({ error: 'invalid_status' })
  })

  test('a sign-in by code neither adds a guess at the password nor takes one away', async () => {
    const db = await open()
    const { attempts, app, clock } = await start(db)
    for (let i = 0; i < 99; i++) await look(attempts, stranger(i))
    clock.advance(60_000)
    const verification_token = await app.verify(email, 'SIGN_IN')
    const caller = { ...someCaller, deviceId: 'new' }
    const call = { contact, caller }
    await attempts.attempt(call)
    await db.write((writer) => attempts.takeBack(writer, call))
    const byCode = app.account.routes.find(({ endpoint }) => endpoint === signIn)
    await attempts.attempt(call)
    await byCode?.handle({ body: { email, verification_token }, caller } as never)
    await look(attempts, stranger(100))
    expect(await failure(look(attempts, stranger(101)))).toMatchObject({ error: 'invalid_status' })
  })

  test('the networks of one IPv6 site share eight times the failed sign-ins of one network', async () => {
    const db = await open()
    const { attempts } = await start(db)
    const from = (network: string): RiskyCall => ({
      contact: `email:${network}@example.org`,
      caller: { ...someCaller, address: `2001:db8:${network}::1`, deviceId: undefined },
    })
    for (let i = 0; i < 159; i++) await attempts.attempt(from(`1:${i}`))
    expect(await attempts.assess(from('1:ffff'))).toBe(0)
    await attempts.attempt(from('1:159'))
    expect(await attempts.assess(from('1:ffff'))).toBe(1)
    expect(await attempts.assess(from('2:ffff'))).toBe(0)
    // The rest of them, as they are counted.
    await db.write((w) =>
      w
        .updateTable('rate_limits')
        .set({ points: 8 * 300 })
        .where('key', 'like', '%2001:db8:1::/48')
        .execute(),
    )
    expect(await failure(attempts.attempt(from('1:fffe')))).toMatchObject({
      error: 'resource_exhausted',
    })
    await attempts.attempt(from('2:fffe'))
  })

  test('a successful sign-in takes its attempt back from the IPv6 site too', async () => {
    const db = await open()
    const { attempts } = await start(db)
    const points = () =>
      db.read((r) =>
        r
          .selectFrom('rate_limits')
          .select(['key', 'points'])
          .where('key', 'like', '%2001:db8:1:%')
          .orderBy('key')
          .execute(),
      )
    for (const deviceId of [someCaller.deviceId, 'new']) {
      const call = { contact, caller: { ...someCaller, address: '2001:db8:1:2::1', deviceId } }
      await attempts.attempt(call)
      expect((await points()).map((row) => row.points)).toEqual([1, 1])
      await db.write((writer) => attempts.succeeded(writer, call))
      expect((await points()).map((row) => row.points)).toEqual([0, 0])
    }
  })

  test('a known device gets a hundred guesses too, counted separately from unknown devices', async () => {
    const { attempts, owner } = await start(await open())
    for (let i = 0; i < 100; i++) await look(attempts, owner)
    expect(await failure(look(attempts, owner))).toMatchObject({ error: 'invalid_status' })
    // Strangers have a count of their own.
    await look(attempts, stranger(1))
  })

  test('an unknown device and a device without an id share the count of unknown devices', async () => {
    const { attempts } = await start(await open())
    for (let i = 0; i < 100; i++) await look(attempts, stranger(i))
    for (const caller of [
      { ...someCaller, deviceId: 'never seen' },
      { ...someCaller, deviceId: undefined },
    ]) {
      expect(await failure(look(attempts, { contact, caller }))).toMatchObject({
        error: 'invalid_status',
      })
    }
  })

  test('a device with a valid sign gets twice the free tries by address and device, and as many as others by account', async () => {
    const { attempts } = await start(await open())
    const proven = (call: RiskyCall): RiskyCall => ({
      ...call,
      caller: { ...call.caller, device: 'proven' },
    })
    const atAddress = (i: number): RiskyCall => ({
      contact: `email:somebody-${i}@example.org`,
      caller: { ...someCaller, deviceId: `office-${i}` },
    })
    for (let i = 0; i < 40; i++) {
      const isFree = [
        await attempts.assess(atAddress(99)),
        await attempts.assess(proven(atAddress(99))),
      ]
      expect(
        isFree.map((work) => work === 0),
        `after ${i}`,
      ).toEqual([i < 20, true])
      await attempts.attempt(atAddress(i))
    }
    expect(await attempts.assess(proven(atAddress(99)))).toBe(1)

    const fromDevice = (i: number): RiskyCall => ({
      contact: `email:someone-${i}@example.org`,
      caller: { ...stranger(1).caller, deviceId: 'one' },
    })
    for (let i = 0; i < 10; i++) {
      const isFree = [
        await attempts.assess(fromDevice(99)),
        await attempts.assess(proven(fromDevice(99))),
      ]
      expect(
        isFree.map((work) => work === 0),
        `after ${i}`,
      ).toEqual([i < 5, true])
      await attempts.attempt(fromDevice(i))
    }
    expect(await attempts.assess(proven(fromDevice(99)))).toBe(1)

    for (let i = 0; i < 3; i++) {
      expect(await attempts.assess(proven(stranger(500)))).toBe(0)
      await attempts.attempt(stranger(100 + i))
    }
    expect(await attempts.assess(proven(stranger(500)))).toBe(1)
  })

  test('the owner on a known device can sign in without a captcha, whatever unknown devices try', async () => {
    const db = await open()
    const { attempts, owner } = await start(db)
    const act = fc.record({
      who: fc.nat({ max: 300 }),
      contact: fc.constantFrom(contact, 'email:x@example.org', ''),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 20 }), async (acts) => {
        for (const { who, contact } of acts) {
          await failureOrNot(attempts.attempt({ ...stranger(who), contact }))
        }
        expect(await attempts.assess(owner)).toBe(0)
        await look(attempts, owner)
        await db.write((writer) => attempts.succeeded(writer, owner))
      }),
      { numRuns: 10 },
    )
  })
})

async function failureOrNot(promise: Promise<unknown>): Promise<void> {
  await promise.catch(() => undefined)
}
