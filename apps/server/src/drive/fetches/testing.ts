import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import type { UploadParts } from '../uploads/open-upload.ts'
import type { FetchSettings } from './fetches.ts'

/** The outside world is this machine. */
export function fetchFromHere(
  { clock }: Pick<UploadParts, 'clock'>,
  limits: Partial<Pick<FetchSettings, 'maxBytes' | 'perHour'>> = {},
): FetchSettings {
  const reach = { web: true, loopback: true, privateNetworks: false }
  const requests = createOutgoingRequests({ clock, reach })
  return { requests, maxBytes: undefined, perHour: 1000, ...limits }
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A site with these paths. */
export async function openSite(answers: Record<string, Answer>) {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    const path = request.url?.split('?')[0] ?? ''
    const answer = answers[path]
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    /** Of those that asked for this path. */
    rangesOf: (path: string) =>
      seen.filter(({ url }) => url === path).map(({ headers }) => headers.range),
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export interface SentOptions {
  headers?: Record<string, string>
  /** Whether rests are sent to who asks for them. */
  ranges?: boolean
  etag?: string
  /** So many bytes of each answer are sent before the connection breaks, for the first answers. */
  breaksAfter?: number[]
  /** Whether it says how long it is. */
  measured?: boolean
}

/** Sends bytes as a web server does it. */
export function sends(bytes: () => Uint8Array, options: SentOptions = {}): Answer {
  const { headers = {}, ranges = true, etag, breaksAfter = [], measured = true } = options
  const breaks = [...breaksAfter]
  return (request, response) => {
    const content = bytes()
    const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
    const isSame = request.headers['if-range'] === etag
    const start = ranges && from !== undefined && isSame ? Number(from) : 0
    if (start > 0 && start >= content.length) {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end()
      return
    }
    response.writeHead(start > 0 ? 206 : 200, {
      ...(etag !== undefined && { etag }),
      ...(measured && { 'content-length': String(content.length - start) }),
      ...(start > 0 && {
        'content-range': `bytes ${start}-${content.length - 1}/${content.length}`,
      }),
      ...headers,
    })
    const breaksAt = breaks.shift()
    if (breaksAt === undefined) response.end(content.subarray(start))
    else response.write(content.subarray(start, start + breaksAt), () => response.destroy())
  }
}
