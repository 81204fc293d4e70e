import { expect, test } from 'vitest'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { sendError } from '../testing/local-server.ts'
import { createAccountCentre } from './index.ts'

async function openCentre(...args: Parameters<typeof openAccount>) {
  const place = await openAccount(...args)
  await place.signIn()
  return { ...place, centre: createAccountCentre(place.client) }
}

test('ending the current session removes it from this device and returns the redirect address', async () => {
  await using place = await openCentre({
    '/v1/user/signout': ({ json }) => ({
      redirect_uri: `${json.redirect_uri}?state=${json.state}`,
    }),
  })
  const payload = { redirect_uri: 'https://app.test/bye', state: 's1' }
  expect(await place.centre.sessions.endThis(payload)).toEqual({
    redirect_uri: 'https://app.test/bye?state=s1',
  })
  expect(place.client.session.state()).toEqual({ status: 'signed-out' })
  expect(place.stored()).toBeUndefined()
})

test('the session is removed from this device even if the later token revocation is refused', async () => {
  await using place = await openCentre({
    '/v1/user/signout': () => ({}),
    '/v1/auth/revoke': (_request, response) => sendError(response, 403, 'permission_denied'),
  })
  expect(await place.centre.sessions.endThis()).toEqual({})
  expect(place.stored()).toBeUndefined()
})

test('the session is kept when the server refuses the redirect address', async () => {
  await using place = await openCentre({
    '/v1/user/signout': (_request, response) => sendError(response, 400, 'invalid_request_uri'),
  })
  const ended = place.centre.sessions.endThis({ redirect_uri: 'https://evil.test' })
  expect((await caught(ended)).error).toBe('invalid_request_uri')
  expect(place.client.session.state().status).toBe('signed-in')
  expect(place.server.calls('/v1/auth/revoke')).toHaveLength(0)
})

test('an account export is downloaded as a stream that ends with an error after 60 s of silence or when cancelled', async () => {
  await using place = await openCentre({
    '/v1/user/export/whole/content': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/zip' }).end('PK')
      return undefined
    },
    '/v1/user/export/silent/content': (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('PK')
      return undefined
    },
    '/v1/user/export/gone/content': (_request, response) => sendError(response, 404, 'not_found'),
  })
  const { centre, runtime } = place
  const whole = await centre.exports.download('whole')
  expect(whole.headers.get('content-type')).toBe('application/zip')
  expect(await whole.text()).toBe('PK')
  expect((await caught(centre.exports.download('gone'))).error).toBe('not_found')

  const silent = (await centre.exports.download('silent')).body?.getReader()
  await silent?.read()
  const rest = caught(silent?.read() ?? Promise.resolve())
  await runtime.timerOf(60_000)
  runtime.advance(60_000)
  expect((await rest).error).toBe('unreachable')

  const stop = new AbortController()
  const { signal } = stop
  const left = (await centre.exports.download('silent', { signal })).body?.getReader()
  await left?.read()
  const end = caught(left?.read() ?? Promise.resolve())
  stop.abort()
  expect((await end).error).toBe('cancelled')
})
