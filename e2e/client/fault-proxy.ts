import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from './listen.ts'

/** A call as it came in. */
export interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** As text, and as it came: files are no text. */
  body: string
  bytes: Buffer
}

/** One call on its way; a fault does with it what it likes. */
export interface Exchange {
  received: Received
  response: ServerResponse
  /** What the real server answers. */
  forward(): Promise<Answer>
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

export type Fault = (exchange: Exchange) => unknown

/** Answers that the real server has given and that are not let through yet. */
export interface Hold {
  /** Resolves when so many are held. */
  reached(count: number): Promise<void>
  /** Lets them through, and all that follow. */
  release(): void
  /** Drops their connections instead. */
  cut(): void
  answers(): readonly Answer[]
}

export interface FaultProxy extends AsyncDisposable {
  readonly origin: string
  /** Every call to a path, in order; preflights are no calls. */
  calls(path: string): Received[]
  /** Resolves when so many calls to a path have come in. */
  arrived(path: string, count: number): Promise<void>
  /** From now on calls to a path meet a fault. */
  spoil(path: string, fault: Fault): void
  /** From now on everything passes again. */
  heal(): void
  hold(path: string): Hold
  /** Cuts every connection and refuses new ones. */
  kill(): Promise<void>
}

/** A gateway before the real server, open to every origin. It passes everything until told otherwise. */
export async function startFaultProxy(upstream: string): Promise<FaultProxy> {
  const received: Received[] = []
  const faults = new Map<string, Fault>()
  const arrivals = createWaiters()
  const countOf = (path: string) => received.filter((one) => one.path === path).length

  const server = createServer(async (request, response) => {
    allowEveryOrigin(request, response)
    // Browsers repeat by themselves what fails on a connection that served before.
    response.setHeader('connection', 'close')
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end()
      return
    }
    const url = new URL(request.url ?? '/', upstream)
    const bytes = await buffer(request).catch(() => Buffer.alloc(0))
    const one = {
      method: request.method ?? 'GET',
      path: url.pathname,
      headers: request.headers,
      body: bytes.toString(),
      bytes,
    }
    received.push(one)
    arrivals.look()
    const fault = faults.get(one.path) ?? pass
    await fault({ received: one, response, forward: () => forward(url, one) })
  })
  const { origin, close } = await listen(server)
  return {
    origin,
    calls: (path) => received.filter((one) => one.path === path),
    arrived: (path, count) => arrivals.until(() => countOf(path) >= count),
    spoil: (path, fault) => void faults.set(path, fault),
    heal: () => faults.clear(),
    hold(path) {
      const { promise: decided, resolve: decide } = Promise.withResolvers<typeof send>()
      const holds = createWaiters()
      const answers: Answer[] = []
      faults.set(path, async ({ response, forward }) => {
        const answer = await forward()
        answers.push(answer)
        holds.look()
        const finish = await decided
        finish(response, answer)
      })
      return {
        reached: (count) => holds.until(() => answers.length >= count),
        release: () => decide(send),
        cut: () => decide((response) => void response.destroy()),
        answers: () => answers,
      }
    },
    kill: close,
    [Symbol.asyncDispose]: close,
  }
}

export const pass: Fault = async ({ response, forward }) => send(response, await forward())

export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  // The page may have gone away meanwhile.
  if (!response.destroyed) response.writeHead(status, headers).end(body)
}

function allowEveryOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', '*')
  if (request.method !== 'OPTIONS') return
  const asked = request.headers['access-control-request-headers']
  if (asked !== undefined) response.setHeader('access-control-allow-headers', asked)
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
  response.setHeader('access-control-max-age', '600')
}

/** Headers of one connection, or of an encoding that is undone here. */
const HOP = new Set(
  'connection content-encoding content-length host keep-alive transfer-encoding'.split(' '),
)

async function forward(url: URL, { method, headers, bytes }: Received): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      HOP.has(name) ? [] : [[name, String(value)]],
    ),
    redirect: 'manual',
    ...(bytes.length === 0 ? {} : { body: new Uint8Array(bytes) }),
  })
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !HOP.has(name))),
    body: await answer.text(),
  }
}

function createWaiters() {
  let waiting: { isTrue: () => boolean; resolve: () => void }[] = []
  function look(): void {
    for (const { resolve } of waiting.filter(({ isTrue }) => isTrue())) resolve()
    waiting = waiting.filter(({ isTrue }) => !isTrue())
  }
  return {
    look,
    until: (isTrue: () => boolean) =>
      new Promise<void>((resolve) => {
        waiting.push({ isTrue, resolve })
        look()
      }),
  }
}
