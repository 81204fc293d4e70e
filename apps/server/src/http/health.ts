import type { FastifyInstance } from 'fastify'
import { type Clock, systemClock } from '../kernel/clock.ts'

/** What the server depends on; `check` throws when it is not there. */
export interface Part {
  name: string
  /** Without it there is no call that the server can answer. */
  isVital?: boolean | undefined
  check(): Promise<void>
}

/**
 * Live: the process answers. Ready: it can be sent calls, which it can without a part that is not vital. All processes share those:
 * whoever takes a process out because of one takes out all of them, and with them what still works.
 */
export function addHealth(
  app: FastifyInstance,
  parts: readonly Part[],
  clock: Clock = systemClock,
): void {
  const probeAll = shared(clock, () =>
    Promise.all(parts.map(async (part) => ({ ...(await probe(part)), isVital: part.isVital }))),
  )
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/health/ready', async (request, reply) => {
    const results = await probeAll()
    for (const { name, problem } of results) {
      if (problem !== undefined) request.log.warn({ part: name, err: problem }, 'not ready')
    }
    const state = stateOf(results)
    return reply
      .header('cache-control', 'no-store')
      .code(state === 'unavailable' ? 503 : 200)
      .send({
        status: state,
        // Why a part is down is for the log; the answer is open to everyone.
        parts: Object.fromEntries(
          results.map(({ name, problem }) => [name, problem === undefined ? 'ok' : 'unavailable']),
        ),
      })
  })
}

type Probed = (Awaited<ReturnType<typeof probe>> & Pick<Part, 'isVital'>)[]

function stateOf(results: Probed): 'ok' | 'degraded' | 'unavailable' {
  const missing = results.filter(({ problem }) => problem !== undefined)
  if (missing.length === 0) return 'ok'
  return missing.some(({ isVital }) => isVital) ? 'unavailable' : 'degraded'
}

/** A probe writes to the disk or costs a request to the bucket, and anybody may ask. */
const GOOD_FOR_MS = 5_000
const BAD_FOR_MS = 1_000

/** One probe at a time for all callers, and its result for those who ask soon after. */
function shared(clock: Clock, probeAll: () => Promise<Probed>): () => Promise<Probed> {
  let last: { until: number; results: Promise<Probed> } | undefined
  return () => {
    if (last && clock.now() < last.until) return last.results
    const results = probeAll()
    const next = { until: Number.POSITIVE_INFINITY, results }
    last = next
    void results.then((told) => {
      const isGood = told.every(({ problem }) => problem === undefined)
      next.until = clock.now() + (isGood ? GOOD_FOR_MS : BAD_FOR_MS)
    })
    return results
  }
}

const PROBE_LIMIT_MS = 5_000

/** Without a problem it is there. */
export async function probe(part: Part): Promise<{ name: string; problem?: unknown }> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`no answer in ${PROBE_LIMIT_MS} ms`)),
    PROBE_LIMIT_MS,
  )
  try {
    await Promise.race([part.check(), late.promise])
    return { name: part.name }
  } catch (problem) {
    return { name: part.name, problem }
  } finally {
    clearTimeout(timer)
  }
}
