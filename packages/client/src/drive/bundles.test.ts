import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openLocalServer, type Received } from '../testing/local-server.ts'
import { createDriveClient } from './index.ts'

function openDrive(origin: string) {
  const runtime = createMemoryRuntime()
  const credentials = {
    token_type: 'Bearer',
    access_token: 'a',
    refresh_token: 'r',
    sub: 'u1',
    expires_in: 7200,
    expires_at: '2099-01-01T00:00:00Z',
  }
  runtime.storage.set('credentials_awan-test', JSON.stringify(credentials))
  return createDriveClient(createAwanClient({ clientId: 'awan-test', origins: [origin], runtime }))
}

test('a bundle is sent as a manifest followed by the contents, and returns one result per entry', async () => {
  const received: Received[] = []
  const refusal = {
    error: 'already_exists',
    error_code: 6,
    error_description: 'taken',
    details: [],
  }
  await using server = await openLocalServer((request) => {
    received.push(request)
    return { results: [{ file: { id: 'f1', name: 'a.txt' } }, { file: { id: 'f2' } }, refusal] }
  })
  const outcomes = await openDrive(server.origin).uploads.bundle(
    [
      { path: 'x/a.txt', content: new Blob(['ana']), mime_type: 'text/plain' },
      { path: 'y', kind: 'folder' },
      { path: 'b', content: new Uint8Array([1, 2]), modified_time: '2026-01-02T03:04:05Z' },
    ],
    { conflict: 'replace', parent_id: 'p1', idempotencyKey: 'once' },
  )
  expect(outcomes[0]).toMatchObject({ file: { id: 'f1' } })
  expect(outcomes[2]).toMatchObject({ error: { error: 'already_exists', description: 'taken' } })

  const [sent] = received
  expect(sent).toMatchObject({ method: 'POST', path: '/drive/v1/uploads:bundle' })
  expect(sent?.headers).toMatchObject({
    authorization: 'Bearer a',
    'content-type': 'application/octet-stream',
    'idempotency-key': 'once',
  })
  const body = sent?.body ?? Buffer.alloc(4)
  const end = 4 + body.readUInt32BE()
  expect(JSON.parse(String(body.subarray(4, end)))).toEqual({
    parent_id: 'p1',
    conflict: 'replace',
    entries: [
      { path: 'x/a.txt', size: 3, mime_type: 'text/plain' },
      { path: 'y', kind: 'folder' },
      { path: 'b', size: 2, modified_time: '2026-01-02T03:04:05Z' },
    ],
  })
  expect(body.subarray(end)).toEqual(Buffer.from('ana\x01\x02'))
})
