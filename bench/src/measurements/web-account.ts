import { signUpSomeone } from '../account.ts'
import { type Figure, type Measurement, median } from '../measurement.ts'
import { startServer } from '../server.ts'
import { visitAndScore } from '../web-account/first-visit.ts'
import { measurePeerPages } from '../web-account/peer-pages.ts'

/** What a first visit to sign-in may cost at most, or must reach. */
const LIMITS = { scriptKb: 120, largestPaintMs: 1500, score: 0.95 }

export const webAccount: Measurement = {
  name: 'web-account',
  summary: 'the first visit to sign-in: script, other origins, largest paint, Lighthouse',
  startsServersItself: true,
  async run(_targets, repeat) {
    const peers = await measurePeerPages()
    await using server = await startServer()
    // A server without anybody leads to its first run instead.
    await signUpSomeone(server.url)
    const visits = await visitAndScore(`${server.url}/signin`, repeat)
    const less = (what: string, unit: string, values: readonly number[], limit: number) =>
      figure({ what, unit, better: 'less' }, values, { what: 'at most', value: limit })
    const score = (what: string, values: readonly number[]) =>
      figure({ what, unit: 'of 1', better: 'more' }, values, {
        what: 'at least',
        value: LIMITS.score,
      })
    const scriptKb = visits.map(({ scriptBytes }) => scriptBytes / 1000)
    const script = { what: 'script, compressed', unit: 'kB', better: 'less' } as const
    return [
      less(script.what, script.unit, scriptKb, LIMITS.scriptKb),
      ...peers.map(({ name, scriptBytes }) =>
        figure(script, scriptKb, { what: name, value: scriptBytes / 1000 }),
      ),
      figure(
        { what: 'other origins contacted', unit: 'origins', better: 'less' },
        visits.map(({ otherOrigins }) => otherOrigins),
      ),
      less(
        'largest paint, processor 4x slower',
        'ms',
        visits.map(({ largestPaintMs }) => largestPaintMs),
        LIMITS.largestPaintMs,
      ),
      score(
        'Lighthouse performance, desktop',
        visits.map(({ desktop }) => desktop.performance),
      ),
      score(
        'Lighthouse performance, phone on slow 4G',
        visits.map(({ mobile }) => mobile.performance),
      ),
      score(
        'Lighthouse accessibility',
        visits.map(({ mobile, desktop }) => Math.min(mobile.accessibility, desktop.accessibility)),
      ),
    ]
  },
}

function figure(
  about: Pick<Figure, 'what' | 'unit' | 'better'>,
  values: readonly number[],
  floor?: Figure['floor'],
): Figure {
  return { ...about, target: 'awan', value: median(values), ...(floor ? { floor } : {}) }
}
