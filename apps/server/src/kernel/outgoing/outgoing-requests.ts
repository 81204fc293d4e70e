import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import { findReachProblem, mayConnect, type Reach } from './reach.ts'

export interface OutgoingRequest {
  url: string
  method?: 'GET' | 'POST' | undefined
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array | undefined
  /** For all of it, redirects included. */
  timeoutMs: number
  /** Of the answer's body; 0 leaves it unread. */
  maxBytes: number
  /** How many redirects a GET follows; without it, a redirect is the answer. */
  maxRedirects?: number
  signal?: AbortSignal | undefined
}

export interface OutgoingAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A GET whose answer is read as it comes. Its headers hold no secret: they are shown to every redirect's target. */
export type OpenedRequest = Pick<OutgoingRequest, 'url' | 'headers' | 'maxRedirects'> & {
  /** Until the answer begins, redirects included; whoever reads its body decides how long that may take. */
  timeoutMs: number
  /** Also ends the body. */
  signal: AbortSignal
}

export interface OpenedAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** Where it came from in the end. */
  url: URL
  body: Readable
}

/** Every HTTP request that the server makes to others, but for those to its own bucket. */
export interface OutgoingRequests {
  readonly reach: Reach
  /** Throws `OutgoingError`. */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>
  /** The same for an answer that is too much for the memory. Its body must be read or destroyed. */
  open(request: OpenedRequest): Promise<OpenedAnswer>
}

export type OutgoingProblem = 'refused' | 'late' | 'large' | 'often' | 'redirects' | 'unreachable'

/** Why there is no answer. Neither the message nor the code repeats anything of a request or an answer. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError'
  readonly problem: OutgoingProblem
  readonly code: string

  constructor(problem: OutgoingProblem, message: string, code: string = problem) {
    super(message)
    this.problem = problem
    this.code = code
  }
}

/** To one host in a minute: more than any honest use of it here. */
const MAX_PER_MINUTE = 1200
const MINUTE_MS = 60_000

/**
 * The addresses are judged at the moment of connecting, when the name was resolved for this very
 * connection: a name that changes its mind in between gains nothing. Each redirect is judged again.
 */
export function createOutgoingRequests({
  clock,
  reach,
  maxPerMinute = MAX_PER_MINUTE,
}: {
  clock: Clock
  reach: Reach
  maxPerMinute?: number
}): OutgoingRequests {
  let minute = 0
  const counts = new Map<string, number>()

  function count({ host }: URL): void {
    const now = Math.floor(clock.now() / MINUTE_MS)
    if (now !== minute) counts.clear()
    minute = now
    const calls = (counts.get(host) ?? 0) + 1
    if (calls > maxPerMinute) throw new OutgoingError('often', 'too many requests to this host')
    counts.set(host, calls)
  }

  async function exchange<Answer>(
    url: URL,
    request: Omit<OutgoingRequest, 'timeoutMs' | 'maxBytes'>,
    signal: AbortSignal,
    read: (answer: IncomingMessage) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    const problem = findReachProblem(url, reach)
    if (problem !== undefined) throw refuse(problem)
    count(url)
    try {
      return await read(
        await begin(url, request, { signal, lookup: createGuardedLookup(url, reach) }),
      )
    } catch (error) {
      throw signal.aborted ? new OutgoingError('late', 'no answer in time') : toOutgoingError(error)
    }
  }

  const readWhole = (maxBytes: number) => async (answer: IncomingMessage) => {
    const body = await readBody(answer, maxBytes)
    return { status: answer.statusCode ?? 0, headers: answer.headers, body }
  }

  return {
    reach,
    async send(request) {
      const { timeoutMs, maxRedirects = 0, method = 'GET' } = request
      const inTime = AbortSignal.timeout(timeoutMs)
      const signal = request.signal ? AbortSignal.any([request.signal, inTime]) : inTime
      const first = URL.parse(request.url)
      if (!first) throw refuse('is not an absolute address')
      let url = first
      for (let redirects = 0; ; redirects++) {
        // What was meant for one origin, such as a token, is not shown to another.
        const headers = url.origin === first.origin ? request.headers : undefined
        const wanted = { ...request, headers: headers ?? {} }
        const answer = await exchange(url, wanted, signal, readWhole(request.maxBytes))
        const next = maxRedirects > 0 && method === 'GET' ? findRedirect(url, answer) : undefined
        if (!next) return answer
        if (redirects >= maxRedirects) throw tooManyRedirects()
        url = next
      }
    },

    async open({ url: text, headers = {}, maxRedirects = 0, timeoutMs, signal: given }) {
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), timeoutMs)
      const signal = AbortSignal.any([given, late.signal])
      let url = URL.parse(text) ?? undefined
      try {
        for (let redirects = 0; url; redirects++) {
          const opened = await exchange(url, { url: text, headers }, signal, (answer) => answer)
          const answer = { status: opened.statusCode ?? 0, headers: opened.headers }
          const next = findRedirect(url, answer)
          // It may break while nobody reads it.
          opened.on('error', () => undefined)
          if (!next) return { ...answer, url, body: opened }
          opened.destroy()
          if (redirects >= maxRedirects) throw tooManyRedirects()
          url = next
        }
        throw refuse('is not an absolute address')
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function begin(
  url: URL,
  { method = 'GET', headers, body }: Omit<OutgoingRequest, 'timeoutMs' | 'maxBytes'>,
  { signal, lookup }: { signal: AbortSignal; lookup: LookupFunction },
): Promise<IncomingMessage> {
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  const bytes = body === undefined ? undefined : Buffer.from(body)
  return new Promise((resolve, reject) => {
    const request = start(url, {
      method,
      headers: {
        'user-agent': 'awan',
        'accept-encoding': 'identity',
        ...(bytes && { 'content-length': bytes.length }),
        ...headers,
      },
      agent: false,
      signal,
      lookup,
    })
    request.on('response', resolve)
    request.on('error', reject)
    request.end(bytes)
  })
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  if (maxBytes === 0) {
    answer.on('error', () => undefined).destroy()
    return Buffer.alloc(0)
  }
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new OutgoingError('large', 'the answer is too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const REFUSED = 'ERR_PRIVATE_NETWORK'

function createGuardedLookup(url: URL, reach: Reach): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      if (addresses.some(({ address }) => !mayConnect(address, url, reach))) {
        return callback(Object.assign(new Error('refused'), { code: REFUSED }), '', 0)
      }
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0)
    })
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

function findRedirect(
  url: URL,
  { status, headers }: Pick<OutgoingAnswer, 'status' | 'headers'>,
): URL | undefined {
  if (!REDIRECTS.has(status) || headers.location === undefined) return undefined
  return URL.parse(headers.location, url.href) ?? undefined
}

function tooManyRedirects(): OutgoingError {
  return new OutgoingError('redirects', 'too many redirects')
}

function refuse(what: string): OutgoingError {
  return new OutgoingError('refused', `refused: ${what}`, REFUSED)
}

function toOutgoingError(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error
  const { code, name } = error as NodeJS.ErrnoException
  if (code === REFUSED) return refuse('leads into a private network')
  return new OutgoingError('unreachable', `not reached: ${code ?? name}`, code)
}
