import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request as the other side of the wire saw it. */
export interface Received {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
  json: Record<string, unknown>
}

export type Handler = (received: Received, response: ServerResponse) => unknown

export interface LocalServer extends AsyncDisposable {
  readonly origin: string
  readonly received: Received[]
  /** Resolves when so many requests have come in. */
  arrived(count: number): Promise<void>
}

export interface LocalServerOptions {
  /** The time that answers tell, in milliseconds; without it they have no Date, since clocks of tests move. */
  now?: () => number
}

/**
 * A real HTTP server on loopback. A handler returns the object to answer with, throws nothing, and
 * returns undefined when it writes the response itself or leaves it open.
 */
export async function openLocalServer(
  handler: Handler,
  options: LocalServerOptions = {},
): Promise<LocalServer> {
  const received: Received[] = []
  let waiting: { count: number; resolve: () => void }[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => Buffer.alloc(0))
    const url = new URL(request.url ?? '/', 'http://localhost')
    const one = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
      json: isJson(request) && body.length > 0 ? JSON.parse(body.toString()) : {},
    }
    received.push(one)
    response.sendDate = false
    if (options.now) response.setHeader('date', new Date(options.now()).toUTCString())
    const answer = await handler(one, response)
    if (answer !== undefined) sendJson(response, 200, answer)
    for (const { resolve } of waiting.filter(({ count }) => count <= received.length)) resolve()
    waiting = waiting.filter(({ count }) => count > received.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    arrived: (count) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.push({ count, resolve })),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export function sendError(response: ServerResponse, status: number, error: string): void {
  sendJson(response, status, { error, error_code: 0, error_description: `${error} here` })
}

function isJson({ headers }: IncomingMessage): boolean {
  return headers['content-type'] === 'application/json'
}
