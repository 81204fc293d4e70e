import { connect, type Socket } from 'node:net'

export interface Load {
  url: string
  connections: number
  seconds: number
  /** What the connection of this number sends, again and again. */
  request(connection: number): LoadRequest
  /** What it sends instead after an answer, where each request needs the answer before it. */
  next?(connection: number, answer: string): LoadRequest
}

export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

export interface LoadResult {
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
  const { hostname, port } = new URL(load.url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  const answers = readAnswers(socket)
  let request = toBytes(load.url, load.request(connection))
  try {
    while (performance.now() < end) {
      const sent = performance.now()
      socket.write(request)
      const { value: answer, done } = await answers.next()
      if (done) throw new Error('the server closed the connection')
      if (answer.status < 200 || answer.status > 299) {
        throw new Error(`the server answered ${answer.status}`)
      }
      latencies.push(performance.now() - sent)
      if (load.next) request = toBytes(load.url, load.next(connection, answer.body.toString()))
    }
  } finally {
    socket.destroy()
  }
}

interface Answer {
  status: number
  body: Buffer
}

/** Each answer in turn; bodies are read by their Content-Length or in their chunks. */
async function* readAnswers(socket: Socket): AsyncGenerator<Answer, void> {
  let rest: Buffer = Buffer.alloc(0)
  /** What is known to be missing before the answer is whole: so far nothing is looked at. */
  let missing = 0
  const waiting: Buffer[] = []
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    missing -= chunk.length
    if (missing > 0) continue
    rest = Buffer.concat([rest, ...waiting.splice(0)])
    for (;;) {
      const head = rest.indexOf('\r\n\r\n')
      if (head === -1) break
      const text = rest.toString('latin1', 0, head)
      const end = endOfBody(text, rest, head + 4)
      missing = (end ?? 0) - rest.length
      if (end === undefined || missing > 0) break
      yield { status: Number(text.slice(9, 12)), body: rest.subarray(head + 4, end) }
      rest = rest.subarray(end)
    }
  }
}

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
