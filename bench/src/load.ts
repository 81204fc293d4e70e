import { connect, type Socket } from 'node:net'

export interface Load {
  url: string
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
  connections: number
  seconds: number
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
  const request = Buffer.from(
    [
      `${load.method} ${load.path} HTTP/1.1`,
      `host: ${new URL(load.url).host}`,
      ...Object.entries(load.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      ...(load.body === undefined ? [] : [`content-length: ${Buffer.byteLength(load.body)}`]),
      '',
      load.body ?? '',
    ].join('\r\n'),
  )
  const latencies: number[] = []
  const begun = performance.now()
  const end = begun + load.seconds * 1000
  await Promise.all(
    Array.from({ length: load.connections }, () => drive(load.url, request, end, latencies)),
  )
  const elapsed = performance.now() - begun
  latencies.sort((a, b) => a - b)
  return {
    perSecond: (latencies.length / elapsed) * 1000,
    p50Ms: latencies[Math.floor(latencies.length * 0.5)] ?? Number.NaN,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  }
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
  let rest = Buffer.alloc(0)
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
