import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import type { Handler } from '../testing/local-server.ts'
import { createDriveClient } from './index.ts'

async function setUp(overrides: Record<string, Handler>) {
  const server = await openAccountServer(overrides)
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  const { changes } = createDriveClient(client)
  return { server, runtime, changes, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('a long poll for changes has a timeout longer than its wait', async () => {
  const asked = Promise.withResolvers<void>()
  await using place = await setUp({
    '/drive/v1/changes': ({ query }, response) => {
      if (query.get('wait') === '60') {
        asked.resolve()
        return undefined
      }
      response.end(JSON.stringify({ changes: [], cursor: 'c', has_more: false }))
      return undefined
    },
  })
  expect((await place.changes.list()).cursor).toBe('c')
  const stop = new AbortController()
  const waiting = caught(place.changes.list({ cursor: 'c', wait: 60 }, { signal: stop.signal }))
  await place.runtime.timerOf(70_000)
  await asked.promise
  expect(place.server.received.at(-1)?.query.toString()).toBe('cursor=c&wait=60')
  stop.abort()
  expect((await waiting).error).toBe('cancelled')
})

test('events are read from arbitrary chunks, without the keep-alive comments', async () => {
  await using place = await setUp({
    '/drive/v1/changes/events': async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const text =
        ': \n\nevent: seq\nid: 1\ndata: {"drive_id":"d","seq":1}\n\n: \n\nevent: other\ndata: x\n\n' +
        'event: seq\r\ndata: {"drive_id":"d",\r\ndata: "seq":2}\r\n\r\n'
      for (const letter of text) {
        await new Promise<void>((resolve) => response.write(letter, () => resolve()))
      }
      response.end()
      return undefined
    },
  })
  const seen: unknown[] = []
  for await (const event of place.changes.events()) seen.push(event)
  expect(seen).toEqual([
    { drive_id: 'd', seq: 1 },
    { drive_id: 'd', seq: 2 },
  ])
  expect(place.server.received.at(-1)?.headers.accept).toBe('text/event-stream')
})

test('one connection tells of the drive, of shares and of the inbox, and leaves out what it does not know', async () => {
  await using place = await setUp({
    '/drive/v1/changes/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(
        'event: seq\ndata: {"drive_id":"d","seq":1}\n\nevent: other\ndata: x\n\n' +
          'event: shares\ndata: {"seq":4}\n\nevent: inbox\ndata: {"unread":2}\n\n',
      )
      return undefined
    },
  })
  const seen: unknown[] = []
  for await (const event of place.changes.allEvents()) seen.push(event)
  expect(seen).toEqual([
    { name: 'seq', data: { drive_id: 'd', seq: 1 } },
    { name: 'shares', data: { seq: 4 } },
    { name: 'inbox', data: { unread: 2 } },
  ])
})

test('a silent or cancelled event stream ends with a typed error, and leaving the loop closes the connection', async () => {
  const closed = Promise.withResolvers<void>()
  await using place = await setUp({
    '/drive/v1/changes/events': (_request, response) => {
      response.writeHead(200).write('event: seq\ndata: {"drive_id":"d","seq":1}\n\n')
      response.on('close', closed.resolve)
      return undefined
    },
  })
  for await (const { seq } of place.changes.events()) {
    expect(seq).toBe(1)
    break
  }
  await closed.promise

  const silent = place.changes.events()[Symbol.asyncIterator]()
  await silent.next()
  const rest = caught(silent.next())
  await place.runtime.timerOf(60_000)
  place.runtime.advance(60_000)
  expect((await rest).error).toBe('unreachable')

  const stop = new AbortController()
  const cancelled = place.changes.events({ signal: stop.signal })[Symbol.asyncIterator]()
  await cancelled.next()
  const end = caught(cancelled.next())
  stop.abort()
  expect((await end).error).toBe('cancelled')
})
