import type { serveDrive } from '../testing-http.ts'

type Served = Awaited<ReturnType<typeof serveDrive>>

export interface DavAnswer {
  status: number
  text: string
  headers: Headers
}

export type CallDav = (
  method: string,
  path: string,
  options?: {
    headers?: Record<string, string>
    body?: string | Buffer | ReadableStream<Uint8Array>
  },
) => Promise<DavAnswer>

/** A program for WebDAV, with a password of somebody's. */
export function davOf(
  { origin, makePassword }: Pick<Served, 'origin' | 'makePassword'>,
  sub: string,
  limit?: Parameters<Served['makePassword']>[1],
  door = '/dav',
): CallDav {
  return davBy({ origin }, sub, makePassword(sub, limit), door)
}

/** The same with a password that the test knows. */
export function davBy(
  { origin }: Pick<Served, 'origin'>,
  sub: string,
  password: string,
  door = '/dav',
): CallDav {
  const authorization = `Basic ${Buffer.from(`${sub}:${password}`).toString('base64')}`
  return async (method, path, { headers = {}, body } = {}) => {
    const answer = await fetch(`${origin}${door}${path}`, {
      method,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    } as RequestInit)
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
}

export const lockBody = (scope: 'exclusive' | 'shared' = 'exclusive', owner = 'Ana') =>
  `<?xml version="1.0"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>${owner}</D:owner></D:lockinfo>`

export function tokenOf({ headers }: DavAnswer): string {
  return (headers.get('lock-token') ?? '').slice(1, -1)
}

/** What a multistatus says, by paths. */
export function responsesOf({ text }: DavAnswer): Map<string, string> {
  return new Map(
    [...text.matchAll(/<d:response><d:href>(.*?)<\/d:href>(.*?)<\/d:response>/gs)].map(
      ([, href = '', rest = '']) => [href, rest],
    ),
  )
}
