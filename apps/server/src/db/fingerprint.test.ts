import { expect, test } from 'vitest'
import { ManualClock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/id.ts'
import { createFingerprint, forgetFingerprint } from './fingerprint.ts'
import { onEachDatabase } from './testing.ts'

onEachDatabase((open) => {
  test('all processes read the same fingerprint, even when they start together', async () => {
    const db = await open()
    const parts = { db, clock: new ManualClock(1), random: systemRandom }
    const readers = Array.from({ length: 8 }, () => createFingerprint(parts).read())
    const read = new Set(await Promise.all(readers))
    expect(read.size).toBe(1)
    expect(read).toContain(await createFingerprint(parts).read())
  })

  test('a restored server gets a new fingerprint', async () => {
    const db = await open()
    const fingerprint = createFingerprint({ db, clock: new ManualClock(1), random: systemRandom })
    const before = await fingerprint.read()
    await db.write((writer) => forgetFingerprint(writer))
    const after = await fingerprint.read()
    expect(after).not.toBe(before)
    expect(await fingerprint.read()).toBe(after)
  })
})
