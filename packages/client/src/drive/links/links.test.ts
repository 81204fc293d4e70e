import { expect, test } from 'vitest'
import { createAwanClient } from '../../client.ts'
import { createMemoryRuntime } from '../../runtime/memory.ts'
import { openAccountServer } from '../../testing/account-server.ts'
import { createDriveClient } from '../index.ts'
import { createLinks } from './links.ts'
import { openVisit, sendVisitorCode } from './visit.ts'

test('link calls send the paths, queries and bodies of the protocol', async () => {
  const link = () => ({ id: 'l' })
  await using server = await openAccountServer({
    '/drive/v1/links': link,
    '/drive/v1/links:mine': () => ({ links: [] }),
    '/drive/v1/links/l': link,
    '/drive/v1/links/l/received': () => ({ received: [] }),
  })
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  const links = createLinks(client, { driveId: 'd' })
  await links.create('n', { role: 'drop', drop: { max_file_size: 5 } })
  await links.list('n')
  await links.mine({ page_size: 5 })
  await links.update('l', { password: null })
  await links.revoke('l')
  await links.received('l', { page_token: 't' })

  const [, create, list, mine, update, revoke, received] = server.received
  expect(create).toMatchObject({
    method: 'POST',
    json: { node_id: 'n', role: 'drop', drop: { max_file_size: 5 } },
  })
  expect(create?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  expect(`${list?.query}`).toBe('node_id=n&drive_id=d')
  expect(`${mine?.query}`).toBe('page_size=5')
  expect(update).toMatchObject({ method: 'PATCH', json: { password: null } })
  expect(revoke).toMatchObject({ method: 'DELETE', path: '/drive/v1/links/l' })
  expect(`${received?.query}`).toBe('page_token=t&drive_id=d')
})

test('the calls of a visit bring its token and not the credentials of a signed-in user', async () => {
  await using server = await openAccountServer({
    '/drive/v1/links:open': () => ({ visit_token: 'visit.abc', drive_id: 'd' }),
    '/drive/v1/files': () => ({ files: [] }),
  })
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  const stranger = await openVisit(client, { token: 't', password: 'p', name: 'Ben' })
  await createDriveClient(stranger.host).files.list()
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  const visit = await openVisit(client, { token: 't', visitToken: 'visit.old' })
  await createDriveClient(visit.host).files.list()

  const [open, list, , again, listAgain] = server.received
  expect(open).toMatchObject({ json: { token: 't', password: 'p', name: 'Ben' } })
  expect(open?.headers.authorization).toBeUndefined()
  expect(list?.headers.authorization).toBe('Bearer visit.abc')
  expect(again?.json).toEqual({ token: 't', visit_token: 'visit.old' })
  expect(again?.headers.authorization).toMatch(/^Bearer /)
  expect(listAgain?.headers.authorization).toBe('Bearer visit.abc')
})

test('a renewed visit sends its earlier token, and its calls bring the new one', async () => {
  let opened = 0
  await using server = await openAccountServer({
    '/drive/v1/links:open': () => ({ visit_token: `visit.${++opened}`, drive_id: 'd' }),
    '/drive/v1/files': () => ({ files: [] }),
  })
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  const visit = await openVisit(client, { token: 't', password: 'p' })
  expect(visit.token()).toBe('visit.1')
  await visit.renew()
  expect(visit.token()).toBe('visit.2')
  await createDriveClient(visit.host).files.list()
  const [, renewal, list] = server.received
  expect(renewal?.json).toEqual({ token: 't', visit_token: 'visit.1' })
  expect(list?.headers.authorization).toBe('Bearer visit.2')
})

test('the code for a mail address is asked for without credentials, and given when the link is opened', async () => {
  await using server = await openAccountServer({
    '/drive/v1/links:sendCode': () => ({ code_id: 'c', expires_in: 600 }),
    '/drive/v1/links:open': () => ({ visit_token: 'visit.abc', drive_id: 'd' }),
  })
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  const given = { token: 't', password: 'p' }
  const { code_id: id } = await sendVisitorCode(client, { ...given, email: 'ben@example.org' })
  await openVisit(client, { ...given, emailCode: { id, code: '123456' } })
  const [send, open] = server.received
  expect(send?.json).toEqual({ ...given, email: 'ben@example.org' })
  expect(send?.headers.authorization).toBeUndefined()
  expect(open?.json).toEqual({ ...given, email_code: { id: 'c', code: '123456' } })
})
