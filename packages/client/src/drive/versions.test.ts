import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { createDriveClient } from './index.ts'

test('version calls send the paths, headers and bodies of the protocol', async () => {
  const version = () => ({ id: 'v', current: false, size: 3 })
  await using server = await openAccountServer({
    '/drive/v1/files/f/versions': () => ({ versions: [version()] }),
    '/drive/v1/files/f/versions/v': version,
    '/drive/v1/files/f/versions/v/link': () => ({ url: '/drive/v1/content/l' }),
    '/drive/v1/files/f/versions/v/restore': () => ({ id: 'f', size: 3 }),
    '/drive/v1/files/f/versions/v/content': (_request, response) => {
      response.writeHead(206).end('ne')
      return undefined
    },
  })
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  const { versions } = createDriveClient(client)

  expect((await versions.list('f', { page_size: 5, page_token: 't' })).versions).toHaveLength(1)
  const content = await versions.download('f', 'v', { range: { start: 1 } })
  expect(await content.text()).toBe('ne')
  expect((await versions.link('f', 'v')).url).toBe('/drive/v1/content/l')
  await versions.restore('f', 'v', { etag: '"f.1"' })
  await versions.restore('f', 'v')
  await versions.rename('f', 'v', null)
  await versions.remove('f', 'v')

  const [, list, download, link, restore, again, rename, remove] = server.received
  expect(list).toMatchObject({ method: 'GET', path: '/drive/v1/files/f/versions' })
  expect(`${list?.query}`).toBe('page_size=5&page_token=t')
  expect(download?.headers.range).toBe('bytes=1-')
  expect(link?.method).toBe('POST')
  expect(restore).toMatchObject({ method: 'POST', headers: { 'if-match': '"f.1"' } })
  expect(again?.headers['if-match']).toBeUndefined()
  const keys = [restore, again].map((call) => call?.headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).not.toBe(keys[0])
  expect(rename).toMatchObject({ method: 'PATCH', json: { name: null } })
  expect(remove).toMatchObject({ method: 'DELETE', path: '/drive/v1/files/f/versions/v' })
})
