import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ManualClock } from '../clock.ts'
import { createOutgoingRequests } from './outgoing-requests.ts'
import { findReachProblem, type Reach } from './reach.ts'

const servers: { close(): void; closeAllConnections(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, port, seen }
}

const publicOnly: Reach = { loopback: false, privateNetworks: false }
const here: Reach = { loopback: true, privateNetworks: false }
const limits = { timeoutMs: 5_000, maxBytes: 1000 }

function create(reach: Reach, maxPerMinute?: number) {
  const clock = new ManualClock()
  const options = { clock, reach, ...(maxPerMinute !== undefined && { maxPerMinute }) }
  return { clock, ...createOutgoingRequests(options) }
}

test('an outgoing request returns status, headers and body of the answer', async () => {
  const { url, seen } = await serve((request, response) => {
    request.pipe(response.writeHead(201, { 'x-a': 'b' }))
  })
  const headers = { authorization: 'Bearer t' }
  const { send } = create(here)
  const answer = await send({ url, method: 'POST', headers, body: 'hello', ...limits })
  expect(answer).toMatchObject({ status: 201, headers: { 'x-a': 'b' }, body: Buffer.from('hello') })
  expect(seen[0]?.headers).toMatchObject({ 'content-length': '5', authorization: 'Bearer t' })
})

test('a private address is refused by its text, and a name when it is resolved', async () => {
  const { port, seen } = await serve((_, response) => response.end())
  const { send } = create(publicOnly)
  const refused = { problem: 'refused', message: expect.stringContaining('private network') }
  for (const host of ['127.0.0.1', '[::1]', '2130706433', 'localhost']) {
    await expect(send({ url: `https://${host}:${port}/`, ...limits })).rejects.toMatchObject(
      refused,
    )
  }
  await expect(send({ url: `http://127.0.0.1:${port}/`, ...limits })).rejects.toMatchObject({
    problem: 'refused',
    message: 'refused: must begin with https://',
  })
  expect(seen).toEqual([])
})

test('a host that the operator has named is reached wherever it is, and no other port of it', async () => {
  const { url, port } = await serve((_, response) => response.end('ok'))
  const { send } = create({ ...publicOnly, ownHosts: new Set([`127.0.0.1:${port}`]) })
  expect((await send({ url, ...limits })).status).toBe(200)
  await expect(send({ url: 'http://127.0.0.1:1/', ...limits })).rejects.toMatchObject({
    problem: 'refused',
  })
})

test('a redirect is the answer unless it is to be followed; each target is judged again', async () => {
  const targets: Record<string, string> = {
    '/once': '/end',
    '/inside': 'https://169.254.169.254/latest/meta-data',
    '/file': 'file:///etc/passwd',
    '/loop': '/loop',
  }
  const { url, seen } = await serve((request, response) => {
    const location = targets[request.url ?? '']
    if (location === undefined) response.end('ok')
    else response.writeHead(302, { location }).end()
  })
  const { send } = create(here)
  expect((await send({ url: `${url}once`, ...limits })).status).toBe(302)
  const follow = (path: string) => send({ url: `${url}${path}`, ...limits, maxRedirects: 3 })
  expect(String((await follow('once')).body)).toBe('ok')
  await expect(follow('inside')).rejects.toMatchObject({ problem: 'refused' })
  await expect(follow('file')).rejects.toMatchObject({ problem: 'refused' })
  const before = seen.length
  await expect(follow('loop')).rejects.toMatchObject({ problem: 'redirects' })
  expect(seen.length - before).toBe(4)
})

test('headers of a request are not shown to another origin after a redirect', async () => {
  const other = await serve((_, response) => response.end('ok'))
  const { url } = await serve((_, response) => {
    response.writeHead(302, { location: other.url }).end()
  })
  const headers = { authorization: 'Bearer secret' }
  await create(here).send({ url, headers, ...limits, maxRedirects: 1 })
  expect(other.seen[0]?.headers.authorization).toBeUndefined()
})

test('an answer that is too large or too late is given up, and a closed port is told', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/large') response.end(Buffer.alloc(1001))
    else if (request.url === '/exact') response.end(Buffer.alloc(1000))
    else if (request.url === '/trickle') response.write('a')
  })
  const { send } = create(here)
  expect((await send({ url: `${url}exact`, ...limits })).body).toHaveLength(1000)
  await expect(send({ url: `${url}large`, ...limits })).rejects.toMatchObject({ problem: 'large' })
  const hasty = { ...limits, timeoutMs: 100 }
  for (const path of ['silent', 'trickle']) {
    await expect(send({ url: url + path, ...hasty })).rejects.toMatchObject({ problem: 'late' })
  }
  await expect(send({ url: 'http://127.0.0.1:1/', ...limits })).rejects.toMatchObject({
    problem: 'unreachable',
    code: 'ECONNREFUSED',
  })
})

test('one host gets a limited number of requests in a minute', async () => {
  const { url, seen } = await serve((_, response) => response.end())
  const { send, clock } = create(here, 2)
  const ask = () => send({ url, ...limits })
  await ask()
  await ask()
  await expect(ask()).rejects.toMatchObject({ problem: 'often' })
  expect(seen).toHaveLength(2)
  clock.advance(60_000)
  expect((await ask()).status).toBe(200)
})

const browsing: Reach = { ...here, web: true }
const opening = () => ({ timeoutMs: 5_000, maxRedirects: 3, signal: new AbortController().signal })

test('an answer can be read as it comes, and says where it came from', async () => {
  const { url, seen } = await serve((request, response) => {
    if (request.url === '/old') response.writeHead(302, { location: '/new?key=1' }).end()
    else response.writeHead(206, { etag: '"a"' }).end(Buffer.alloc(100_000))
  })
  const headers = { range: 'bytes=5-' }
  const answer = await create(browsing).open({ url: `${url}old`, headers, ...opening() })
  expect(answer).toMatchObject({ status: 206, headers: { etag: '"a"' } })
  expect(answer.url.href).toBe(`${url}new?key=1`)
  expect((await answer.body.toArray()).reduce((sum, { length }) => sum + length, 0)).toBe(100_000)
  expect(seen.map(({ headers: { range } }) => range)).toEqual(['bytes=5-', 'bytes=5-'])
})

test('an answer that is read as it comes ends with its signal, and must begin in time', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/slow') response.writeHead(200).write('a')
  })
  const { open } = create(browsing)
  await expect(open({ url, ...opening(), timeoutMs: 50 })).rejects.toMatchObject({
    problem: 'late',
  })
  const ending = new AbortController()
  const { body } = await open({ url: `${url}slow`, ...opening(), signal: ending.signal })
  ending.abort()
  await expect(body.toArray()).rejects.toThrow('aborted')
})

test('a redirect of an answer that is read as it comes is judged, and there are not too many', async () => {
  const { url, seen } = await serve((request, response) => {
    const targets: Record<string, string> = {
      '/inside': 'http://169.254.169.254/latest',
      '/port': 'http://127.0.0.1:25/',
      '/file': 'file:///etc/passwd',
    }
    response.writeHead(302, { location: targets[request.url ?? ''] ?? '/loop' }).end()
  })
  const { open } = create(browsing)
  for (const path of ['inside', 'port', 'file']) {
    await expect(open({ url: url + path, ...opening() })).rejects.toMatchObject({
      problem: 'refused',
    })
  }
  const before = seen.length
  await expect(open({ url: `${url}loop`, ...opening() })).rejects.toMatchObject({
    problem: 'redirects',
  })
  expect(seen.length - before).toBe(4)
})

test.each([
  ['http://example.org/', undefined],
  ['http://example.org:8080/', undefined],
  ['https://example.org:443/', undefined],
  ['https://example.org:22/', 'leads to a port that is not of the web'],
  ['ftp://example.org/', 'must begin with https://'],
  ['http://10.0.0.8/', 'leads into a private network'],
])('of what a browser opens, the address %s has the problem %s', (text, problem) => {
  expect(findReachProblem(new URL(text), { ...publicOnly, web: true })).toBe(problem)
})

test.each([
  ['https://example.org/', undefined],
  ['http://example.org/', 'must begin with https://'],
  ['ftp://example.org/', 'must begin with https://'],
  ['https://10.0.0.8/', 'leads into a private network'],
  ['https://[::ffff:10.0.0.1]/', 'leads into a private network'],
])('the address %s has the problem %s', (text, problem) => {
  expect(findReachProblem(new URL(text), publicOnly)).toBe(problem)
})
