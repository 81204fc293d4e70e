import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { listenOnLoopback } from '../../src/account/providers/testing/loopback.ts'

/** What becomes of a request on its way to the object storage. */
export type Fault =
  | 'none'
  /** Refused without being done. */
  | 'internal error'
  | 'slow down'
  /** The connection breaks before the request has arrived. */
  | 'cut request'
  /** It is done, and nobody is told. */
  | 'lost answer'
  /** 200, and in the body that it failed: what S3 does where it answers before it is done. Done or not, nobody knows. */
  | 'error in a 200'
  /** It is done, after a while. */
  | 'late'
  /** Half of the answer comes. */
  | 'cut answer'
  /** Nothing is ever said. */
  | 'silence'

export interface FaultProxy extends AsyncDisposable {
  url: string
  /** How often each has happened. */
  counts: Partial<Record<Fault, number>>
}

/** Stands before a real S3 server and does to each request what it is told to. */
export async function startFaultProxy(target: string, choose: () => Fault): Promise<FaultProxy> {
  const counts: FaultProxy['counts'] = {}
  const proxy = await listenOnLoopback((near, answer) => {
    const fault = choose()
    counts[fault] = (counts[fault] ?? 0) + 1
    // Whoever hangs up, on either side, has ended this request.
    handle(near, answer, fault).catch(() => near.socket.destroy())
  })

  async function handle(near: IncomingMessage, answer: ServerResponse, fault: Fault) {
    switch (fault) {
      case 'internal error':
        return refuse(near, answer, 500, 'InternalError')
      case 'slow down':
        return refuse(near, answer, 503, 'SlowDown')
      case 'cut request':
        near.socket.destroy()
        return
      case 'silence':
        near.resume()
        return
      case 'late':
        await wait(LATE_MS)
    }
    const far = ask(target + near.url, { method: near.method, headers: near.headers })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      far.once('response', resolve).once('error', reject)
    })
    const [response] = await Promise.all([answered, pipeline(near, far)])
    if (fault === 'lost answer') {
      near.socket.destroy()
      return
    }
    if (fault === 'error in a 200' && completes(near)) {
      response.resume()
      answer.writeHead(200, XML).end(errorText('InternalError'))
      return
    }
    answer.writeHead(response.statusCode ?? 502, response.headers)
    if (fault === 'cut answer') {
      const half = Number(response.headers['content-length'] ?? 0) / 2
      let passed = 0
      for await (const chunk of response) {
        answer.write(chunk.subarray(0, Math.max(0, half - passed)))
        passed += chunk.length
      }
      near.socket.destroy()
      return
    }
    await pipeline(response, answer)
  }

  return {
    url: proxy.url,
    counts,
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  }
}

async function refuse(
  near: IncomingMessage,
  answer: ServerResponse,
  status: number,
  code: string,
): Promise<void> {
  for await (const _ of near);
  answer.writeHead(status, XML).end(errorText(code))
}

const XML = { 'content-type': 'application/xml' }
const LATE_MS = 1_500

function errorText(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`
}

/** The parts of an upload are joined, or something is copied: the calls that are answered before they are done. */
function completes({ method, url = '', headers }: IncomingMessage): boolean {
  const joins = method === 'POST' && url.includes('uploadId=')
  return joins || (method === 'PUT' && 'x-amz-copy-source' in headers)
}
