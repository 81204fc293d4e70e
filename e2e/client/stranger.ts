import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './listen.ts'

export interface Stranger extends AsyncDisposable {
  readonly origin: string
  /** All that has ever reached it: lines, headers and bodies. */
  heard(): string
}

/** A site of somebody else that takes whatever it is given and asks for more. */
export async function startStranger(): Promise<Stranger> {
  const heard: string[] = []
  const server = createServer(async (request, response) => {
    const { method, url, rawHeaders } = request
    heard.push(`${method} ${url}`, ...rawHeaders, await text(request).catch(() => ''))
    response.writeHead(200, {
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'content-type': url === '/page' ? 'text/html' : 'application/json',
    })
    response.end(url === '/page' ? '<!doctype html><title>A stranger</title>' : CREDENTIALS)
  })
  const { origin, close } = await listen(server)
  return { origin, heard: () => heard.join('\n'), [Symbol.asyncDispose]: close }
}

const CREDENTIALS = JSON.stringify({
  token_type: 'Bearer',
  access_token: 'of a stranger',
  refresh_token: 'of a stranger',
  expires_in: 7200,
  sub: 'stranger',
  scope: '',
})
