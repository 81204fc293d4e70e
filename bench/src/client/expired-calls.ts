import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAwanClient } from '@awan/client'
import { createNodeRuntime } from '@awan/client/node'
import { type Figure, median } from '../measurement.ts'

const CALLS = 1000

/**
 * Many calls in the same moment, all with credentials that have expired. They must lead to one token
 * request: refresh tokens work once, and a second use of the same one looks like theft.
 */
export async function measureExpiredCalls(repeat: number): Promise<Figure[]> {
  const tookMs: number[] = []
  const bareMs: number[] = []
  const requests: number[] = []
  for (let round = 0; round < repeat; round++) {
    const { elapsedMs, tokenRequests } = await callExpired()
    tookMs.push(elapsedMs)
    requests.push(tokenRequests)
    bareMs.push(await callBare())
  }
  if (requests.some((count) => count !== 1)) {
    throw new Error(`${CALLS} calls with expired credentials led to ${requests} token requests`)
  }
  return [
    {
      what: `token requests of ${CALLS} expired calls`,
      target: 'awan',
      value: median(requests),
      unit: 'requests',
      better: 'less',
    },
    {
      what: `${CALLS} expired calls at once`,
      target: 'awan',
      value: median(tookMs),
      unit: 'ms',
      floor: { what: 'bare fetch, no token', value: median(bareMs) },
      better: 'less',
    },
  ]
}

async function callExpired() {
  await using server = await startAccountServer()
  const client = createAwanClient({
    clientId: 'bench',
    origins: [server.origin],
    runtime: createNodeRuntime(),
  })
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  const elapsedMs = await time(() => client.user.me())
  client.dispose()
  return { elapsedMs, tokenRequests: server.tokenRequests() }
}

/** A server of its own, so that neither finds connections that the other has opened. */
async function callBare(): Promise<number> {
  await using server = await startAccountServer()
  return await time(async () => (await fetch(`${server.origin}/v1/user/me`)).json())
}

async function time(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await Promise.all(Array.from({ length: CALLS }, call))
  return performance.now() - begun
}

/** Signs everybody in with credentials that are over at once, and grants good ones for them once. */
async function startAccountServer() {
  let tokenRequests = 0
  const credentials = { token_type: 'Bearer', sub: 'u1', scope: 'user' }
  const answers: Record<string, () => object> = {
    '/v1/auth/signin': () => ({
      ...credentials,
      access_token: 'a0',
      refresh_token: 'r0',
      expires_in: 1,
    }),
    '/v1/auth/token': () => {
      tokenRequests += 1
      return { ...credentials, access_token: 'a1', refresh_token: 'r1', expires_in: 7200 }
    },
    '/v1/user/me': () => ({ sub: 'u1', name: 'Ana' }),
  }
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']?.()
    // Whoever still comes with the old token has not waited for the new one.
    const isStale = request.headers.authorization === 'Bearer a0'
    response.writeHead(answer === undefined || isStale ? 401 : 200, {
      'content-type': 'application/json',
    })
    response.end(JSON.stringify(isStale ? { error: 'unauthenticated', error_code: 16 } : answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokenRequests: () => tokenRequests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
