import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { StallWatch } from '../kernel/stall-watch.ts'
import { toAnswer } from './reply-error.ts'
import { createTestHttp } from './testing.ts'

test('after a stall, calls that may be from before it are refused with their connections, and later ones are not', async () => {
  let now = 0
  const options = { stallMs: 4_000, graceMs: 1_000, steadyNow: () => now, workedMs: () => 0 }
  using stalls = new StallWatch(options)
  await using app = createTestHttp({ stalls })
  const ask = () => app.inject('/health/live')
  expect((await ask()).statusCode).toBe(200)
  now += 10_000
  const refused = await ask()
  expect([refused.statusCode, refused.json().error]).toEqual([503, 'unavailable'])
  expect(refused.headers.connection).toBe('close')
  expect((await ask()).statusCode).toBe(503)
  now += 1_000
  expect((await ask()).statusCode).toBe(200)
})

test('a call whose caller has hung up before it is read is not begun', async () => {
  await using app = createTestHttp()
  let begun = 0
  app.addHook('preHandler', async () => {
    begun++
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const accepted = once(app.server, 'connection')
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await Promise.all([accepted, once(socket, 'connect')])
  socket.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n')
  socket.resetAndDestroy()
  await expect.poll(() => app.lines.join('')).toContain('the caller is gone')
  expect(begun).toBe(0)
})

test('what went wrong first is the answer, also where clearing away failed after it', () => {
  const first = new ServiceError('unavailable', { description: 'no database' })
  const both = new SuppressedError(new Error('could not release the claim'), first)
  expect(toAnswer(both)).toEqual({ error: first, status: 503 })
})
