import { createAwanClient } from '@awan/client'
import { createMemoryRuntime } from '@awan/client/memory'
import { ServiceError } from '@awan/protocol/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { saveEvents } from './save-events.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('[CON-6] saving the audit log waits for a server that restarts meanwhile, and loses no page', async () => {
  const pages: Record<string, object> = {
    '': { events: [{ id: 1 }], next_page_token: 'next' },
    next: { events: [{ id: 2 }] },
  }
  let failures = 2
  const runtime = createMemoryRuntime({
    async fetch(url) {
      if (url.endsWith('/v1/auth/signin')) {
        return Response.json({
          access_token: 'a',
          token_type: 'Bearer',
          expires_in: 7200,
          sub: 'u',
        })
      }
      const token = new URL(url).searchParams.get('page_token') ?? ''
      if (token === 'next' && failures-- > 0) {
        const error = new ServiceError('internal')
        return Response.json(error.toJSON(), { status: error.status })
      }
      return Response.json(pages[token])
    },
  })
  const client = createAwanClient({
    clientId: 'awan-test',
    origins: ['https://awan.test'],
    log: { level: 'off' },
    runtime,
  })
  await client.signIn.withPassword({ username: 'admin@example.org', password: 'secret' })
  let saved: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob
    return '#'
  })
  const counts: number[] = []
  const saving = saveEvents(client, {}, (count) => counts.push(count))
  for (const pauseMs of [1000, 2000]) {
    await runtime.timerOf(pauseMs)
    runtime.advance(pauseMs)
  }
  expect(await saving).toBe(2)
  expect(counts).toEqual([1, 2])
  expect(await saved?.text()).toBe('{"id":1}\n{"id":2}\n')
})
