import { expect, test } from 'vitest'
import { Secret } from '../../src/kernel/secret.ts'
import { onEachBackend } from '../testing/backends.ts'
import { startServer } from '../testing/server.ts'
import { fuzz } from './fuzz.ts'

/** AWAN_FUZZ=50000 is the long form, with another seed each time; AWAN_FUZZ_SEED gives one again. */
const requests = Number(process.env.AWAN_FUZZ ?? 2000)
const chance = process.env.AWAN_FUZZ ? Math.floor(Math.random() * 2 ** 31) : 1
const seed = Number(process.env.AWAN_FUZZ_SEED ?? chance)

onEachBackend((prepare) => {
  test('whatever is asked by whomever: no failure, no hang, no foreign right, no secret, always a valid error', {
    timeout: 60_000 + requests * 100,
  }, async () => {
    const startMs = performance.now()
    const report = await fuzz({
      requests,
      seed,
      start: async () => startServer(await prepare(), settings),
    })
    const seconds = Math.round((performance.now() - startMs) / 1000)
    if (process.env.AWAN_FUZZ) {
      process.stdout.write(`${JSON.stringify({ seed, seconds, ...report }, null, 2)}\n`)
    }
    expect(report.problems, `AWAN_FUZZ_SEED=${seed}`).toEqual([])
    expect(report.requests).toBeGreaterThanOrEqual(requests)
    // Requests that are all refused would prove little.
    expect(report.byStatus[200]).toBeGreaterThan(requests / 10)
  })
})

const settings = {
  // Each request comes from an address of its own.
  trustedProxies: ['127.0.0.1'],
  accessTokenTtlMs: 365 * 24 * 3600_000,
  refreshTokenTtlMs: 365 * 24 * 3600_000,
  codesPerHour: { email: 1_000_000, sms: 1_000_000 },
  // A third party that cannot be reached.
  providers: [
    {
      id: 'home',
      preset: 'oidc' as const,
      name: 'Home',
      clientId: 'awan',
      clientSecret: new Secret('a secret of ours'),
      issuer: 'http://127.0.0.1:9',
      teamId: undefined,
      keyId: undefined,
    },
  ],
}
