import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createTestHttp } from './testing.ts'
import { openSocket, statusOfSocket } from './testing-sockets.ts'
import type { SocketDoor, SocketLimits, TextSocket } from './web-sockets.ts'

/** Says everything again. */
async function serve({ pingEveryMs = 60_000, perNetwork = 100 }: Partial<SocketLimits> = {}) {
  const opened: TextSocket[] = []
  const ended: TextSocket[] = []
  const door: SocketDoor = {
    path: '/echo/ws',
    open(socket) {
      opened.push(socket)
      socket.onText((text) => socket.send(`${text} again`))
      socket.onClose(() => ended.push(socket))
    },
  }
  const app = createTestHttp({ socketDoors: [door], socketLimits: { pingEveryMs, perNetwork } })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { app, origin, url: `${origin}/echo/ws`, opened, ended }
}

test('texts go in both directions, and the log has a line for each connection without what was said', async () => {
  const { app, url, opened } = await serve()
  const client = await openSocket(`${url}?token=s3cret`, { 'user-agent': 'mirall/4.0' })
  client.send('hello')
  expect(await client.next()).toBe('hello again')
  expect(opened).toMatchObject([{ address: '127.0.0.1', userAgent: 'mirall/4.0' }])
  opened[0]?.rememberUser('ana')
  client.socket.close()
  await client.closed
  await expect.poll(() => app.lines.join('')).toContain('socket closed')
  const line = app.lines.find((each) => each.includes('socket closed')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ url: '/echo/ws', address: '127.0.0.1', sub: 'ana' })
  expect(app.lines.join('')).not.toMatch(/hello|s3cret/)
})

test('a web page cannot connect, whatever its origin', async () => {
  const { url, origin, opened } = await serve()
  for (const from of [origin, 'https://evil.example', 'null']) {
    expect(await statusOfSocket(url, { origin: from }), from).toBe(403)
  }
  expect(opened).toEqual([])
})

test('a request without an upgrade is told what is missing', async () => {
  const { url } = await serve()
  const answer = await fetch(url)
  expect(answer.status).toBe(426)
  expect(answer.headers.get('upgrade')).toBe('websocket')
  expect(await answer.text()).toContain('proxy')
})

test('an upgrade for anything else is answered as if nobody had asked for it', async () => {
  const { origin } = await serve()
  const { port } = new URL(origin)
  for (const [path, upgrade] of [
    ['/health/live', 'h2c'],
    ['/health/live', 'websocket'],
    ['/echo/ws', 'h2c'],
  ]) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: ${upgrade}\r\n\r\n`,
    )
    const status = path === '/echo/ws' ? '426' : '200'
    expect(await text(socket), `${path} ${upgrade}`).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  }
})

test('a broken handshake is refused, and its connection is closed', async () => {
  const { origin, opened } = await serve()
  const { port } = new URL(origin)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    'GET /echo/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  )
  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
  expect(opened).toEqual([])
})

test('a long message, one in many pieces and bytes close the connection', async () => {
  const { url } = await serve()
  const long = await openSocket(url)
  long.send('x'.repeat(1_025))
  expect(await long.closed).toBe(1009)
  const pieces = await openSocket(url)
  for (let at = 0; at < 5; at++) pieces.socket.send('x', { fin: false })
  expect(await pieces.closed).toBe(1008)
  const bytes = await openSocket(url)
  bytes.socket.send(Buffer.from('ana'))
  expect(await bytes.closed).toBe(1003)
})

test('whoever answers pings stays, and whoever does not is disconnected', async () => {
  const { url, ended } = await serve({ pingEveryMs: 50 })
  const [good, silent] = [await openSocket(url), await openSocket(url, {}, { autoPong: false })]
  expect(await silent.closed).toBe(1006)
  for (let at = 0; at < 3; at++) await once(good.socket, 'ping')
  good.send('still here')
  expect(await good.next()).toBe('still here again')
  expect(ended).toHaveLength(1)
})

test('a client that reads nothing is disconnected, and does not make the server keep what it sends', async () => {
  const { url, opened, ended } = await serve()
  const client = await openSocket(url)
  client.socket.pause()
  const [socket] = opened
  // More than the operating systems of both ends keep.
  for (let at = 0; ended.length === 0 && at < 20_000; at++) {
    socket?.send('x'.repeat(8 * 1024))
    if (at % 16 === 0) await new Promise(setImmediate)
  }
  await expect.poll(() => ended.length).toBe(1)
})

test('a client that asks for answers to pings and reads none is disconnected', async () => {
  const { url, ended } = await serve()
  const client = await openSocket(url)
  client.socket.pause()
  for (let at = 0; ended.length === 0 && at < 400; at++) {
    for (let each = 0; each < 1_000; each++)
      client.socket.ping('x'.repeat(125), true, () => undefined)
    await new Promise(setImmediate)
  }
  await expect.poll(() => ended.length).toBe(1)
})

test('a refused connection is gone, also where its client stays', async () => {
  const { app, origin } = await serve()
  const count = () => promisify(app.server.getConnections.bind(app.server))()
  const socket = connect({
    port: Number(new URL(origin).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
  })
  onTestFinished(() => void socket.destroy())
  socket.write(
    'GET /echo/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Origin: https://evil.example\r\n\r\n',
  )
  expect(await text(socket)).toMatch(/^HTTP\/1.1 403 /)
  await expect.poll(count, { timeout: 3_000 }).toBe(0)
})

test('one network has a limited number of connections, and a closed one makes room', async () => {
  const { url } = await serve({ perNetwork: 2 })
  const [first] = [await openSocket(url), await openSocket(url)]
  expect(await statusOfSocket(url)).toBe(429)
  first.socket.close()
  await first.closed
  await expect.poll(() => statusOfSocket(url)).toBe(101)
})

test('a server that stops says so to all, and does not wait for those that do not answer', async () => {
  const { app, url } = await serve()
  const [polite, dead] = [await openSocket(url), await openSocket(url)]
  dead.socket.pause()
  await app.close()
  expect(await polite.closed).toBe(1001)
})
