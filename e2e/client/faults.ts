import type { Fault } from './fault-proxy.ts'

/** What a captive portal, a gateway or a broken server answers instead of ours. */
export const html = answer(200, 'text/html', '<!doctype html><title>Welcome to our network</title>')
export const empty = answer(200, 'application/json', '')
export const tooLarge = answer(413, 'text/html', '<h1>413 Request Entity Too Large</h1>')
export const crash = answer(500, 'text/plain', 'Segmentation fault')

export function tooMany(retryAfterSeconds: number): Fault {
  return answer(429, 'text/html', '<h1>429 Too Many Requests</h1>', {
    'retry-after': String(retryAfterSeconds),
  })
}

export function redirect(status: 302 | 307 | 308, location: string): Fault {
  return answer(status, 'text/plain', 'elsewhere', { location })
}

/** Promises more than it sends, and goes. */
export const half: Fault = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write(HALF, () => response.destroy())
}

/** Goes in the middle of an answer whose length nobody knows. */
export const cut: Fault = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(HALF, () => response.destroy())
}

/** Takes the call and hangs up. */
export const hangUp: Fault = ({ response }) => response.destroy()

/** Takes the call and says nothing. */
export const silent: Fault = () => undefined

const HALF = '{"token_type":"Bearer","access_token":"ey'

function answer(
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): Fault {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  }
}
