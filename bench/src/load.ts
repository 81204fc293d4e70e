import { connect } from 'node:net'

export interface Load {
  url: string
  connections: number
  seconds: number
  /** What the connection of this number sends, again and again. */
  request(connection: number): LoadRequest
  /** What it sends instead after an answer, where each request needs the answer before it. */
  next?(connection: number, answer: string): LoadRequest
  /** What counts as a good answer, where it is not one of 200 to 299. */
  status?: number
}

export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

export interface LoadResult {
  count: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/**
 * Sends one request after the other on each of many connections, and counts good answers. It speaks
 * just enough HTTP over plain sockets to cost far less than the server that it measures.
 */
export async function applyLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = []
  const begun = performance.now()
  const end = begun + load.seconds * 1000
  await Promise.all(
    Array.from({ length: load.connections }, (_, connection) =>
      drive(load, connection, end, latencies),
    ),
  )
  const elapsed = performance.now() - begun
  latencies.sort((a, b) => a - b)
  return {
    count: latencies.length,
    perSecond: (latencies.length / elapsed) * 1000,
    p50Ms: latencies[Math.floor(latencies.length * 0.5)] ?? Number.NaN,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  }
}

function toBytes(url: string, { method, path, headers, body = '' }: LoadRequest): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(method === 'GET' ? [] : [`content-length: ${bytes.length}`]),
    '\r\n',
  ]
  return Buffer.concat([Buffer.from(head.join('\r\n')), bytes])
}

async function drive(
  load: Load,
  connection: number,
  end: number,
  latencies: number[],
): Promise<void> {
  const answers = new Answers({ keepsBodies: load.next !== undefined })
  const { hostname, port } = new URL(load.url)
  // All is read into one piece of memory: a fresh one for each read would have to be collected.
  const onread = {
    buffer: Buffer.alloc(READ_BYTES),
    callback: (count: number, buffer: Uint8Array) => answers.take(buffer.subarray(0, count)),
  }
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread })
  socket.on('error', (cause) => answers.fail(new Error(`no answer from ${load.url}`, { cause })))
  socket.on('close', () => answers.fail(new Error(`${load.url} closed the connection`)))
  let request = toBytes(load.url, load.request(connection))
  try {
    while (performance.now() < end) {
      const sent = performance.now()
      socket.write(request)
      const answer = await answers.next()
      if (!isGood(answer, load.status)) {
        throw new Error(`the server answered ${answer.status}`)
      }
      latencies.push(performance.now() - sent)
      if (load.next) request = toBytes(load.url, load.next(connection, answer.body.toString()))
    }
  } finally {
    socket.destroy()
  }
}

function isGood({ status }: Answer, expected: number | undefined): boolean {
  return expected === undefined ? status >= 200 && status <= 299 : status === expected
}

const READ_BYTES = 64 * 1024

interface Answer {
  status: number
  /** Empty where nobody wants it. */
  body: Buffer
}

/** The answers on one connection, one at a time; bodies are read by their Content-Length or in their chunks. */
class Answers {
  readonly #keepsBodies: boolean
  #asked = Promise.withResolvers<Answer>()
  #waiting: Buffer[] = []
  /** What is known to be missing before the answer is whole: so far nothing is looked at. */
  #missing = 0
  /** Of the answer whose body is passing by. */
  #status: number | undefined

  constructor({ keepsBodies }: { keepsBodies: boolean }) {
    this.#keepsBodies = keepsBodies
    // Told to whoever asks next.
    this.#asked.promise.catch(() => undefined)
  }

  async next(): Promise<Answer> {
    const answer = await this.#asked.promise
    this.#asked = Promise.withResolvers()
    this.#asked.promise.catch(() => undefined)
    return answer
  }

  fail(error: Error): void {
    this.#asked.reject(error)
  }

  /** The bytes are the caller's again afterwards. Says that it wants more. */
  take(bytes: Uint8Array): true {
    this.#missing -= bytes.length
    if (this.#status === undefined) this.#waiting.push(Buffer.from(bytes))
    if (this.#missing > 0) return true
    if (this.#status !== undefined) this.#answer(this.#status, EMPTY)
    else this.#look(Buffer.concat(this.#waiting))
    return true
  }

  #look(bytes: Buffer): void {
    this.#waiting = [bytes]
    const head = bytes.indexOf('\r\n\r\n')
    if (head === -1) return
    const text = bytes.toString('latin1', 0, head)
    const status = Number(text.slice(9, 12))
    const end = endOfBody(text, bytes, head + 4)
    if (end === undefined) return
    this.#missing = end - bytes.length
    if (this.#missing <= 0) this.#answer(status, bytes.subarray(head + 4, end))
    else if (!this.#keepsBodies) this.#status = status
  }

  #answer(status: number, body: Buffer): void {
    this.#waiting = []
    this.#missing = 0
    this.#status = undefined
    this.#asked.resolve({ status, body })
  }
}

const EMPTY = Buffer.alloc(0)

/** Undefined while it is still on its way. */
function endOfBody(head: string, bytes: Buffer, start: number): number | undefined {
  if (head.startsWith('HTTP/1.1 204')) return start
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  if (length !== undefined) return start + Number(length)
  if (!/^transfer-encoding: *chunked/im.test(head)) throw new Error('an answer without a length')
  const last = bytes.indexOf(LAST_CHUNK, start)
  return last === -1 ? undefined : last + LAST_CHUNK.length
}

const LAST_CHUNK = '\r\n0\r\n\r\n'
