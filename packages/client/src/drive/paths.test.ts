import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openLocalServer, type Received } from '../testing/local-server.ts'
import { createDriveClient } from './index.ts'

test('a file is written, read and trashed by its path', async () => {
  const received: Received[] = []
  await using server = await openLocalServer((request) => {
    received.push(request)
    return { id: 'f1' }
  })
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  const credentials = {
    token_type: 'Bearer',
    access_token: 'a',
    refresh_token: 'r',
    sub: 'u1',
    expires_in: 7200,
    expires_at: '2099-01-01T00:00:00Z',
  }
  runtime.storage.set('credentials_awan-test', JSON.stringify(credentials))
  const { paths } = createDriveClient(client)

  await paths.put('a b/ü.txt', new Blob(['rain']), {
    onlyNew: true,
    mime_type: 'text/plain',
    modified_time: '2026-01-02T03:04:05Z',
  })
  await paths.put('x', new Uint8Array([1]), { etag: '"t"' })
  await (await paths.download('x', { range: { start: 1 } })).arrayBuffer()
  await paths.trash('x', { etag: '"t"' })

  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /drive/v1/paths/a%20b%2F%C3%BC.txt',
    'PUT /drive/v1/paths/x',
    'GET /drive/v1/paths/x',
    'DELETE /drive/v1/paths/x',
  ])
  expect(received.map(({ headers }) => headers)).toMatchObject([
    {
      'if-none-match': '*',
      'content-type': 'text/plain',
      'x-modified-time': '2026-01-02T03:04:05Z',
    },
    { 'if-match': '"t"', 'content-type': 'application/octet-stream' },
    { range: 'bytes=1-' },
    { 'if-match': '"t"' },
  ])
  expect(received[0]?.body).toEqual(Buffer.from('rain'))
})
