import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
}

export interface ServedFolder extends AsyncDisposable {
  url: string
}

/** A built page over HTTP, compressed as our own server sends it. */
export async function serveFolder(folder: string): Promise<ServedFolder> {
  const files = new Map<string, { type: string; body: Buffer }>()
  for (const entry of await readdir(folder, { recursive: true })) {
    const type = TYPES[extname(entry)]
    if (type === undefined) continue
    const body = brotliCompressSync(await readFile(join(folder, entry)))
    files.set(`/${entry.replaceAll('\\', '/')}`, { type, body })
  }
  const server = createServer(({ method, url = '/' }, answer) => {
    // A page that asks for its session hears that nobody is signed in.
    if (method !== 'GET') return answer.writeHead(401).end()
    const { pathname } = new URL(url, 'http://localhost')
    const file = files.get(pathname === '/' ? '/index.html' : pathname)
    if (!file) return answer.writeHead(404).end()
    answer.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br' }).end(file.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
