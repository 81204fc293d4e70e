import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { listen } from './listen.ts'

export interface Site extends AsyncDisposable {
  readonly origin: string
}

/** What a site has at a path; `sandboxed` puts a page into an opaque origin. */
export interface Served {
  type: string
  body: string | Buffer
  sandboxed?: true
}

/** A site of its own, under a policy as strict as ours: no inline script, nothing from elsewhere. */
export async function startSite(
  open: (path: string) => Promise<Served | undefined>,
): Promise<Site> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const { type, body, sandboxed } = (await open(pathname)) ?? NOTHING
    response.writeHead(type === NOTHING.type ? 404 : 200, {
      'content-type': type,
      'content-security-policy': [...POLICY, ...(sandboxed ? [SANDBOX] : [])].join('; '),
      'x-content-type-options': 'nosniff',
      // A page of an opaque origin is a stranger to its own site.
      'access-control-allow-origin': '*',
      'cache-control': 'max-age=600',
    })
    response.end(body)
  })
  const { origin, close } = await listen(server)
  return { origin, [Symbol.asyncDispose]: close }
}

/** A file of a folder that is known by its ending. */
export async function openFile(folder: string, path: string): Promise<Served | undefined> {
  const type = TYPES[extname(path)]
  const body = type && (await readFile(join(folder, normalize(path))).catch(() => undefined))
  return body ? { type, body } : undefined
}

const NOTHING: Served = { type: 'text/plain', body: 'nothing here' }

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.map': 'application/json',
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  'connect-src http://127.0.0.1:*',
  'frame-src http://127.0.0.1:*',
  'img-src data:',
  "base-uri 'none'",
]
const SANDBOX = 'sandbox allow-scripts'
