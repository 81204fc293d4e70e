import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { createDriveClient } from './index.ts'

test('share calls send the paths, queries and bodies of the protocol', async () => {
  const grant = { id: 'g', drive_id: 'd' }
  await using server = await openAccountServer({
    '/drive/v1/files/f/grants': () => ({ ...grant, grants: [] }),
    '/drive/v1/grants/g': () => grant,
    '/drive/v1/shared_with_me': () => ({ shares: [] }),
    '/drive/v1/shared_by_me': () => ({ shares: [] }),
    '/drive/v1/shared_with_me/g': () => ({}),
    '/drive/v1/grantees': () => ({ grantees: [] }),
    '/drive/v1/changes/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('event: seq\ndata: {"seq":7}\n\nevent: shares\ndata: {"seq":2}\n\n')
      return undefined
    },
  })
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  const { shares } = createDriveClient(client, { driveId: 'there' })

  const grantee = { kind: 'person', sub: 'ben' } as const
  await shares.list('f')
  await shares.create('f', { grantee, role: 'viewer' })
  await shares.change('g', { role: 'editor', note: null })
  await shares.revoke('g')
  await shares.withMe({ page_size: 5 })
  await shares.byMe()
  await shares.rename({ id: 'g', drive_id: 'd' }, 'Our trip')
  await shares.leave({ id: 'g', drive_id: 'd' })
  await shares.suggest({ query: 'be' })
  const events: unknown[] = []
  for await (const event of shares.events()) events.push(event)
  expect(events).toEqual([{ seq: 2 }])

  const [, ...calls] = server.received
  expect(calls.map(({ method, path, query }) => `${method} ${path}?${query}`)).toEqual([
    'GET /drive/v1/files/f/grants?drive_id=there',
    'POST /drive/v1/files/f/grants?drive_id=there',
    'PATCH /drive/v1/grants/g?drive_id=there',
    'DELETE /drive/v1/grants/g?drive_id=there',
    // What is asked of no single drive.
    'GET /drive/v1/shared_with_me?page_size=5',
    'GET /drive/v1/shared_by_me?',
    'PATCH /drive/v1/shared_with_me/g?drive_id=d',
    'DELETE /drive/v1/shared_with_me/g?drive_id=d',
    'GET /drive/v1/grantees?query=be',
    'GET /drive/v1/changes/events?',
  ])
  expect(calls[1]).toMatchObject({ json: { grantee, role: 'viewer' } })
  expect(calls[2]).toMatchObject({ json: { role: 'editor', note: null } })
})
