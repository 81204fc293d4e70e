import { connect, type Socket } from 'node:net'

export interface Load {
  url: string
  connections: number
  seconds: number
  /** What the connection of this number sends, again and again. */
  request(connection: number): LoadRequest
}

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
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
      drive(load.url, toBytes(load.url, load.request(connection)), end, latencies),
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

function toBytes(url: string, { method, path, headers, body }: LoadRequest): Buffer {
  return Buffer.from(
    [
      `${method} ${path} HTTP/1.1`,
      `host: ${new URL(url).host}`,
      ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
      '',
      body ?? '',
    ].join('\r\n'),
  )
}

async function drive(
  url: string,
  request: Buffer,
  end: number,
  latencies: number[],
): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  const answers = readAnswers(socket)
  try {
    while (performance.now() < end) {
      const sent = performance.now()
      socket.write(request)
      const { value: status, done } = await answers.next()
      if (done) throw new Error('the server closed the connection')
      if (status !== 200) throw new Error(`the server answered ${status}`)
      latencies.push(performance.now() - sent)
    }
  } finally {
    socket.destroy()
  }
}

/** The status of each answer in turn; bodies are read by their Content-Length and dropped. */
async function* readAnswers(socket: Socket): AsyncGenerator<number, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const head = rest.indexOf('\r\n\r\n')
      if (head === -1) break
      const text = rest.toString('latin1', 0, head)
      const length = Number(/^content-length: *(\d+)/im.exec(text)?.[1])
      if (Number.isNaN(length)) throw new Error('an answer without Content-Length')
      if (rest.length < head + 4 + length) break
      rest = rest.subarray(head + 4 + length)
      yield Number(text.slice(9, 12))
    }
  }
}
