import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/id.ts'
import { createLog } from '../../kernel/log.ts'
import { createOutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import { createBreachedPasswords } from './breached-passwords.ts'
import { createPasswords } from './passwords.ts'

const servers: { close(): void; closeAllConnections(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A range service over HTTP; undefined never answers. */
async function serve(answer: (path: string) => { status?: number; body: string } | undefined) {
  const paths: string[] = []
  const seen: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    seen.push(JSON.stringify(request.headers))
    const given = answer(request.url ?? '')
    if (given) response.writeHead(given.status ?? 200).end(given.body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/range/`, paths, seen }
}

function hashOf(password: string): string {
  return createHash('sha1').update(password).digest('hex').toUpperCase()
}

function rangeWith(...entries: [string, number][]): string {
  const lines = entries.map(([password, count]) => `${hashOf(password).slice(5)}:${count}`)
  return ['0018A45C4D1DEF81644B54AB7F969B88D65:3', ...lines, 'F'.repeat(35)].join('\r\n')
}

const requests = createOutgoingRequests({
  clock: systemClock,
  reach: { loopback: true, privateNetworks: false },
})
const leaked = 'tangerine harbour 91'
const unknown = 'seven wet umbrellas'

test("only the first five characters of a password's hash are sent to the breach service", async () => {
  const service = await serve(() => ({ body: rangeWith([leaked, 12]) }))
  const breached = createBreachedPasswords({ url: service.url, requests, log: undefined })
  expect(await breached.includes(leaked)).toBe(true)
  expect(await breached.includes(unknown)).toBe(false)
  expect(service.paths).toEqual([leaked, unknown].map((p) => `/range/${hashOf(p).slice(0, 5)}`))
  expect(service.seen.join()).toContain('"add-padding":"true"')
  expect(service.seen.join()).not.toContain(hashOf(leaked).slice(5))
})

test('an entry with the count 0 (padding) does not count as breached', async () => {
  const service = await serve(() => ({ body: rangeWith([leaked, 0]) }))
  const breached = createBreachedPasswords({ url: service.url, requests, log: undefined })
  expect(await breached.includes(leaked)).toBe(false)
})

test.each([
  ['does not answer in time', undefined],
  ['fails', { status: 503, body: '' }],
  ['points elsewhere', { status: 302, body: '' }],
  ['says nonsense', { body: '\u0000<html>::: '.repeat(100) }],
])('a password is accepted when the breach service %s', async (_name, answer) => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => lines.push(line) })
  const service = await serve(() => answer)
  const breached = createBreachedPasswords({ url: service.url, requests, log, timeoutMs: 100 })
  expect(await breached.includes(leaked)).toBe(false)
  expect(lines.join('')).not.toContain(leaked)
  expect(lines.join('')).not.toContain(hashOf(leaked))
  if (answer?.body !== undefined && answer.body !== '') expect(lines).toEqual([])
  else expect(lines[0]).toContain('the breached-password service did not answer')
})

test('a breached password is refused, and a common one is refused without asking the service', async () => {
  const service = await serve(() => ({ body: rangeWith([leaked, 1]) }))
  const breached = createBreachedPasswords({ url: service.url, requests, log: undefined })
  const passwords = createPasswords({ random: systemRandom, breached })
  await expect(passwords.checkNew(leaked, [])).rejects.toMatchObject({
    error: 'invalid_argument',
    details: [{ reason: 'password_breached', domain: 'passwords' }],
  })
  await passwords.checkNew(unknown, [])
  await expect(passwords.checkNew('password1', [])).rejects.toMatchObject({
    details: [{ reason: 'password_too_common' }],
  })
  expect(service.paths).toHaveLength(2)
})
