import { expect, test } from 'vitest'
import { onEachBackend } from '../testing/backends.ts'
import { fuzz } from './fuzz.ts'
import { neverSucceed, recipes } from './recipes/index.ts'
import { openStage } from './recipes/open-stage.ts'

/** AWAN_FUZZ=50000 is the long form, with another seed each time; AWAN_FUZZ_SEED gives one again. */
const requests = Number(process.env.AWAN_FUZZ ?? 2000)
const chance = process.env.AWAN_FUZZ ? Math.floor(Math.random() * 2 ** 31) : 1
const seed = Number(process.env.AWAN_FUZZ_SEED ?? chance)

onEachBackend((prepare) => {
  test('random requests by any caller cause no failure, no hang, no foreign access and no leaked secret, and every error is valid', {
    timeout: 180_000 + requests * 100,
  }, async () => {
    const startMs = performance.now()
    const report = await fuzz({
      requests,
      seed,
      start: async () => openStage(await prepare(), { movesClock: true }),
    })
    const seconds = Math.round((performance.now() - startMs) / 1000)
    if (process.env.AWAN_FUZZ) {
      process.stdout.write(`${JSON.stringify({ seed, seconds, ...report }, null, 2)}\n`)
    }
    expect(report.problems, `AWAN_FUZZ_SEED=${seed}`).toEqual([])
    expect(report.requests).toBeGreaterThanOrEqual(requests)
    // Requests that are all refused would prove little.
    expect(report.byStatus[200]).toBeGreaterThan(requests / 10)
    expect(report.unprepared).toBeLessThan(report.spoilt / 5)
    const isLong = report.spoilt > 4 * Object.keys(recipes).length
    if (isLong) expect(report.neverDone).toEqual(Object.keys(neverSucceed))
  })
})
