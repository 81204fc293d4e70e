import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { createShortcuts, searchEverywhere } from './index.ts'

test('shortcuts belong to one drive, and a search of everything to none', async () => {
  await using server = await openAccountServer({
    '/drive/v1/shortcuts': () => ({ id: 's' }),
    '/drive/v1/files/s/target': () => ({ drive_id: 'd', file: {} }),
    '/drive/v1/shortcuts:check': () => ({ broken: ['s'] }),
    '/drive/v1/search:everywhere': () => ({ hits: [] }),
  })
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  const shortcuts = createShortcuts(client, { driveId: 'there' })
  const body = { target: { drive_id: 'd', file_id: 'f' } }
  await shortcuts.create(body)
  await shortcuts.target('s')
  expect(await shortcuts.check(['s', 'r'])).toEqual({ broken: ['s'] })
  await searchEverywhere(client, { q: 'sea', starred: true })
  const [, ...calls] = server.received
  expect(calls.map(({ method, path, query }) => `${method} ${path}?${query}`)).toEqual([
    'POST /drive/v1/shortcuts?drive_id=there',
    'GET /drive/v1/files/s/target?drive_id=there',
    'POST /drive/v1/shortcuts:check?drive_id=there',
    'GET /drive/v1/search:everywhere?q=sea&starred=true',
  ])
  expect(calls[0]).toMatchObject({ json: body })
})
