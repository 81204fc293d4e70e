import { expect, test } from 'vitest'
import { type AwanClientOptions, createAwanClient } from '../../../client.ts'
import { createMemoryStorage } from '../../../runtime/memory.ts'
import { createNodeRuntime } from '../../../runtime/node.ts'
import { openDriveServer } from '../../../testing/drive-server.ts'
import { type Handler, sendError } from '../../../testing/local-server.ts'
import { connectUploads } from './connect-uploads.ts'
import type { Port } from './port-calls.ts'
import { serveUploads } from './serve-uploads.ts'

const KEY = 'credentials_awan-test'
const TOKEN_CALL = '/v1/auth/token'
const REFRESHED = { access_token: 'new', refresh_token: 'r2', sub: 'u1', expires_in: 7200 }

/** A page with its worker, at the two ends of a channel, and a server that refuses some tokens. */
async function setUp(
  isGood: (authorization: string | undefined) => boolean,
  options: Partial<AwanClientOptions> = {},
) {
  const before: Handler = ({ path, headers }, response) => {
    if (path === TOKEN_CALL) return { token_type: 'Awan', ...REFRESHED }
    return isGood(headers.authorization) ? undefined : sendError(response, 401, 'unauthenticated')
  }
  const server = await openDriveServer({ before })
  const storage = createMemoryStorage()
  const held = { token_type: 'Awan', access_token: 'old', refresh_token: 'r1', sub: 'u1' }
  storage.set(KEY, JSON.stringify({ ...held, expires_in: 7200, expires_at: '2099-01-01' }))
  const client = createAwanClient({
    clientId: 'awan-test',
    origins: [server.origin],
    runtime: createNodeRuntime({ storage }),
    log: { level: 'off' },
    ...options,
  })
  const { port1, port2 } = new MessageChannel()
  serveUploads(port2 as unknown as Port)
  for (const port of [port1, port2]) port.start()
  const uploads = connectUploads(port1 as unknown as Port, client, { origins: [server.origin] })
  return {
    server,
    client,
    uploads,
    /** Uploads one file, and gives what was asked of the drive for it. */
    async upload(name: string) {
      const before = server.received.length
      await uploads.add([{ path: name, source: new Blob([name]) }])
      const { files } = await uploads.settled()
      const received = server.received.slice(before)
      return { files, drive: received.filter(({ path }) => path.startsWith('/drive/')), received }
    },
    async [Symbol.asyncDispose]() {
      await uploads.dispose()
      client.dispose()
      for (const port of [port1, port2]) port.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('[REQ-4] [REQ-5] the upload worker sends the token type, the current locale and the device id of the client', async () => {
  await using place = await setUp(() => true, {
    locale: 'id',
    info: { deviceId: 'the-id-of-the-shell' },
  })
  const first = await place.upload('first.txt')
  place.client.setLocale('ko')
  const second = await place.upload('second.txt')
  for (const [{ drive, files }, locale] of [
    [first, 'id'],
    [second, 'ko'],
  ] as const) {
    expect(files.failed).toBe(0)
    expect(drive).not.toHaveLength(0)
    for (const { headers } of drive) {
      expect(headers).toMatchObject({
        authorization: 'Awan old',
        'accept-language': locale,
        'x-device-id': 'the-id-of-the-shell',
      })
    }
  }
})

test('[ACC-18] a call of the upload worker that is refused is repeated once with renewed credentials', async () => {
  await using place = await setUp((authorization) => authorization === 'Awan new')
  const { files, drive, received } = await place.upload('a.txt')
  expect(files).toMatchObject({ done: 1, failed: 0 })
  expect(drive.map(({ headers }) => headers.authorization)).toContain('Awan old')
  expect(received.filter(({ path }) => path === TOKEN_CALL)).toHaveLength(1)
  expect(place.client.session.state().status).toBe('signed-in')
})

test('[ACC-19] a call of the upload worker that is refused again clears the credentials', async () => {
  await using place = await setUp(() => false)
  const { promise: signedOut, resolve } = Promise.withResolvers<void>()
  place.client.session.subscribe(resolve)
  void place.upload('a.txt')
  await signedOut
  expect(place.client.session.state()).toEqual({ status: 'signed-out' })
  expect(place.server.received.filter(({ path }) => path === TOKEN_CALL)).toHaveLength(1)
})

test('no call of the upload worker goes out for the account that another tab has just switched to', async () => {
  await using server = await openDriveServer()
  const storage = createMemoryStorage()
  const held = {
    token_type: 'Awan',
    refresh_token: 'r',
    expires_in: 7200,
    expires_at: '2099-01-01',
  }
  for (const sub of ['u1', 'u2']) {
    storage.set(`${KEY}@${sub}`, JSON.stringify({ ...held, access_token: `of-${sub}`, sub }))
  }
  storage.set('current_sub', 'u1')
  const client = createAwanClient({
    clientId: 'awan-test',
    origins: [server.origin],
    keepAccounts: true,
    runtime: createNodeRuntime({ storage }),
    log: { level: 'off' },
  })
  const { port1, port2 } = new MessageChannel()
  serveUploads(port2 as unknown as Port)
  for (const port of [port1, port2]) port.start()
  const uploads = connectUploads(port1 as unknown as Port, client, {
    origins: [server.origin],
    sub: 'u1',
  })
  // The other tab has written it, and its word is still on the way.
  storage.set('current_sub', 'u2')
  await uploads.add([{ path: 'a.txt', source: new Blob(['a']) }])
  await uploads.settled()
  const authorizations = server.received.map(({ headers }) => headers.authorization)
  expect(authorizations).not.toContain('Awan of-u2')
  expect(client.session.state()).toMatchObject({ sub: 'u2' })
  await uploads.dispose()
  client.dispose()
  for (const port of [port1, port2]) port.close()
})
