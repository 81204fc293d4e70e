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
  return { server, client, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
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
  expect(place.server.calls(PATH).map(({ query }) => query.toString())).toEqual([
    'token=theirs',
    'code=c-1',
  ])
})

test('[ACC-17] an introspection that finds the session ended signs out', async () => {
  for (const answer of ['unauthenticated', 'invalid_grant', 'unauthorized_client']) {
    await using place = await setUp((_request, response) => sendError(response, 400, answer))
    expect((await caught(place.client.session.introspect())).error).toBe(answer)
    expect(place.client.session.state()).toEqual({ status: 'signed-out' })
  }
})

test('[ACC-17] an introspection that fails otherwise, or of another token, keeps the session', async () => {
  let answer = 'permission_denied'
  await using place = await setUp((_request, response) => sendError(response, 400, answer))
  await caught(place.client.session.introspect())
  answer = 'unauthenticated'
  await caught(place.client.session.introspect({ token: 'theirs' }))
  expect(place.client.session.state().status).toBe('signed-in')
})
