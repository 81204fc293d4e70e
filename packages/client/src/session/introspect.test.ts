import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { type Handler, sendError } from '../testing/local-server.ts'

const PATH = '/v1/auth/token/introspect'

async function setUp(answer: Handler) {
  const server = await openAccountServer({ [PATH]: answer })
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  await client.signIn.withPassword({ username: 'ana@example.org', password: 'secret' })
  const stored = () => runtime.storage.get('credentials_awan-test')
  return { server, client, stored, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('[CAL-8] introspection asks about the current access token', async () => {
  await using place = await setUp(() => ({ sub: 'user-ana@example.org', scope: 'user' }))
  expect(await place.client.session.introspect()).toEqual({
    sub: 'user-ana@example.org',
    scope: 'user',
  })
  const [asked] = place.server.calls(PATH)
  expect(asked?.method).toBe('GET')
  expect([...(asked?.query ?? [])]).toEqual([['token', 'access-1']])
})

test('[CAL-8] introspection asks about another token or a code', async () => {
  await using place = await setUp(() => ({}))
  await place.client.session.introspect({ token: 'theirs' })
  await place.client.session.introspect({ code: 'c-1' })
  const calls = place.server.calls(PATH)
  expect(calls.map(({ query }) => query.toString())).toEqual(['token=theirs', 'code=c-1'])
  // Only the user who agreed is told about a code.
  expect(calls.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer access-1'])
})

test('[ACC-17] an introspection that answers unauthenticated, invalid_grant or unauthorized_client clears the credentials, whatever was asked about', async () => {
  for (const answer of ['unauthenticated', 'invalid_grant', 'unauthorized_client']) {
    for (const query of [undefined, { token: 'access-1' }, { token: 'theirs' }, { code: 'c-1' }]) {
      await using place = await setUp((_request, response) => sendError(response, 400, answer))
      expect((await caught(place.client.session.introspect(query))).error).toBe(answer)
      expect(place.stored()).toBeUndefined()
      expect(place.client.session.state()).toEqual({ status: 'signed-out' })
    }
  }
})

test('[ACC-17] an introspection that fails otherwise keeps the credentials', async () => {
  for (const answer of ['permission_denied', 'not_found', 'invalid_argument', 'expired_token']) {
    await using place = await setUp((_request, response) => sendError(response, 400, answer))
    const before = place.stored()
    expect((await caught(place.client.session.introspect())).error).toBe(answer)
    expect(place.stored()).toBe(before)
    expect(place.client.session.state().status).toBe('signed-in')
  }
})

test('[ACC-17] credentials that were renewed while introspection was asked are kept', async () => {
  await using place = await setUp(async (_request, response) => {
    await place.client.session.refresh()
    return sendError(response, 400, 'unauthenticated')
  })
  await caught(place.client.session.introspect())
  expect(place.client.session.state().status).toBe('signed-in')
})
