import type { FastifyInstance } from 'fastify'

/** A part that the server cannot work without; `check` throws when it is not there. */
export interface Part {
  name: string
  check(): Promise<void>
}

/** Live: the process answers. Ready: everything that it depends on answers too. */
export function addHealth(app: FastifyInstance, parts: readonly Part[]): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/health/ready', async (request, reply) => {
    const results = await Promise.all(parts.map((part) => probe(part)))
    for (const { name, problem } of results) {
      if (problem !== undefined) request.log.warn({ part: name, err: problem }, 'not ready')
    }
    const ready = results.every(({ problem }) => problem === undefined)
    return reply
      .header('cache-control', 'no-store')
      .code(ready ? 200 : 503)
      .send({
        status: ready ? 'ok' : 'unavailable',
        // Why a part is down is for the log; the answer is open to everyone.
        parts: Object.fromEntries(
          results.map(({ name, problem }) => [name, problem === undefined ? 'ok' : 'unavailable']),
        ),
      })
  })
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
