import { createAwanClient } from '@awan/client'
import { createMemoryRuntime } from '@awan/client/memory'
import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { backgroundWorkOf } from './background-work.ts'

/** A server that can be switched off, and the marks of opened files that have reached it. */
async function open() {
  const server = { isDown: false, tries: 0, opened: [] as string[], drives: [] as unknown[] }
  const runtime = createMemoryRuntime({
    async fetch(url, { body }) {
      const { pathname, searchParams } = new URL(url)
      if (pathname === '/v1/auth/signin') return Response.json(credentialsOf(String(body)))
      server.tries += 1
      if (server.isDown) throw new TypeError('no network')
      const id = /files\/(\w+)\/opened/.exec(pathname)?.[1]
      if (id === 'gone') {
        const error = new ServiceError('not_found')
        return Response.json(error.toJSON(), { status: error.status })
      }
      server.opened.push(String(id))
      server.drives.push(searchParams.get('drive_id'))
      return Response.json({ opened_time: '2026-01-01T00:00:00.000Z' })
    },
  })
  const client = createAwanClient({
    clientId: 'awan-test',
    origins: ['https://awan.test'],
    keepAccounts: true,
    log: { level: 'off' },
    runtime,
  })
  const signIn = (name: string) =>
    client.signIn.withPassword({ username: `${name}@example.org`, password: 'secret' })
  await signIn('rani')
  return {
    server,
    runtime,
    signIn,
    mark: (id: string, driveId?: string) =>
      backgroundWorkOf(client).add((drive) => drive.files.markOpened(id), { driveId }),
    /** Moves past pauses of 1, 2, 4 s and more. */
    async passPauses(count: number) {
      for (let index = 0; index < count; index++) {
        await runtime.timerOf(1000 * 2 ** index)
        runtime.advance(1000 * 2 ** index)
      }
    },
  }
}

function credentialsOf(body: string) {
  const sub = `user-${/"email":"(\w+)@/.exec(body)?.[1]}`
  return { token_type: 'Bearer', access_token: sub, refresh_token: sub, expires_in: 360_000, sub }
}

test('[REQ-22] [CON-6] [LCK-12] background work waits for the server and is then done in the order in which it was added', async () => {
  const { server, mark, runtime, passPauses } = await open()
  server.isDown = true
  const all = Promise.all([mark('first'), mark('second'), mark('third')])
  await passPauses(2)
  await runtime.timerOf(4000)
  server.isDown = false
  runtime.advance(4000)
  await all
  expect(server.tries).toBe(3 + 3)
  expect(server.opened).toEqual(['first', 'second', 'third'])
})

test('[CON-5] background work is given up after 15 attempts', async () => {
  const { server, mark, passPauses } = await open()
  server.isDown = true
  const failed = expect(mark('first')).rejects.toMatchObject({ error: 'unreachable' })
  await passPauses(14)
  await failed
  expect(server.tries).toBe(15)
})

test('background work that the server refuses is not repeated, and does not hold up what follows', async () => {
  const { server, mark } = await open()
  const refused = expect(mark('gone')).rejects.toMatchObject({ error: 'not_found' })
  await mark('second')
  await refused
  expect([server.tries, server.opened]).toEqual([2, ['second']])
})

test('background work of one person is not sent in the name of the next', async () => {
  const { server, mark, runtime, signIn } = await open()
  server.isDown = true
  const ended = expect(mark('of-rani')).rejects.toMatchObject({ error: 'cancelled' })
  await runtime.timerOf(1000)
  await signIn('budi')
  server.isDown = false
  runtime.advance(1000)
  await ended
  await mark('ofBudi')
  expect(server.opened).toEqual(['ofBudi'])
})

test('background work in another drive names that drive', async () => {
  const { server, mark } = await open()
  await mark('mine')
  await mark('hers', 'drive-of-ana')
  expect(server.drives).toEqual([null, 'drive-of-ana'])
})
