import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { createDriveClient } from './index.ts'

test('the locks of a file are listed and ended in its drive', async () => {
  await using server = await openAccountServer({
    '/drive/v1/files/f/locks': ({ method }) => (method === 'GET' ? { locks: [] } : { ended: 2 }),
  })
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  const { locks } = createDriveClient(client, { driveId: 'there' })
  expect(await locks.list('f')).toEqual({ locks: [] })
  expect(await locks.end('f')).toEqual({ ended: 2 })
  const [, ...calls] = server.received
  expect(calls.map(({ method, path, query }) => `${method} ${path}?${query}`)).toEqual([
    'GET /drive/v1/files/f/locks?drive_id=there',
    'DELETE /drive/v1/files/f/locks?drive_id=there',
  ])
})
