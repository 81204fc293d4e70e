import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  /** As it stood in the request line. */
  target: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

export interface TestGateway extends AsyncDisposable {
  /** `127.0.0.1:PORT`. */
  host: string
  received: ReceivedRequest[]
}

/** A carrier on loopback that answers what the test says. `hang` never answers. */
export async function startGateway(
  answer: (
    request: ReceivedRequest,
  ) => { status: number; json?: unknown; headers?: Record<string, string> } | 'hang',
): Promise<TestGateway> {
  const received: ReceivedRequest[] = []
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await Array.fromAsync(incoming)).toString()
    const { method = '', url: target = '', headers } = incoming
    const query = new URL(target, 'http://gateway').searchParams
    const request = { method, target, query, headers, body }
    received.push(request)
    const answered = answer(request)
    if (answered === 'hang') return
    const { status, json, headers: extra } = answered
    response.writeHead(status, { 'content-type': 'application/json', ...extra })
    response.end(json === undefined ? '<html>' : JSON.stringify(json))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
