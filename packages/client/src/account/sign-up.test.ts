import { isAnonymousSub } from '@awan/protocol'
import { expect, test } from 'vitest'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { sendError } from '../testing/local-server.ts'

const payload = {
  email: 'a@b.c',
  verification_token: 't',
  password: 'long enough',
  username: 'ana',
  name: 'Ana',
  locale: 'id',
  provider_token: 'p',
  anonymous_token: 'anonymous',
}

test('[ACC-2] [CAL-4] a sign-up sends the client id and stores credentials', async () => {
  await using place = await openAccount()
  const credentials = await place.client.signUp.withContact(payload)
  expect(credentials).toMatchObject({ access_token: 'access-1', sub: 'user-a@b.c' })
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/auth/signup',
    query: {},
    json: { ...payload, client_id: 'awan-test' },
    authorization: undefined,
  })
  expect(place.client.session.state()).toMatchObject({ status: 'signed-in', sub: 'user-a@b.c' })
})

test('[CAL-4] a sign-up sends the client secret if there is one', async () => {
  await using place = await openAccount({}, { clientSecret: 'hush' })
  await place.client.signUp.withContact(payload)
  expect(place.lastSent().json).toEqual({
    ...payload,
    client_id: 'awan-test',
    client_secret: 'hush',
  })
})

test('[ACC-3] [CAL-5] [ENT-3] an anonymous sign-up sends client id and secret, and stores credentials with a sub that starts with AMS=', async () => {
  await using place = await openAccount()
  const { sub } = await place.client.signUp.anonymously()
  expect(sub).toMatch(/^AMS=/)
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/auth/signup/anonymously',
    query: {},
    json: { client_id: 'awan-test', client_secret: '' },
    authorization: undefined,
  })
  expect(place.client.session.state()).toMatchObject({ status: 'signed-in', sub })
})

test('[CAL-5] an anonymous sign-up sends the client secret if there is one', async () => {
  await using place = await openAccount({}, { clientSecret: 'hush' })
  await place.client.signUp.anonymously()
  expect(place.lastSent().json).toEqual({ client_id: 'awan-test', client_secret: 'hush' })
})

test('[ACC-40] [ACC-41] an anonymous user becomes a registered user by signing up', async () => {
  await using place = await openAccount()
  const { signUp, session } = place.client
  const { access_token: anonymous_token, sub } = await signUp.anonymously()
  expect(isAnonymousSub(sub)).toBe(true)
  expect(session.state()).toEqual({ status: 'signed-in', sub, isAnonymous: true })
  await signUp.withContact({ ...payload, anonymous_token })
  expect(session.state()).toEqual({ status: 'signed-in', sub: 'user-a@b.c', isAnonymous: false })
})

test('a failed sign-up leaves the session unchanged', async () => {
  await using place = await openAccount({
    '/v1/auth/signup': (_request, response) => sendError(response, 409, 'already_exists'),
  })
  await place.client.signUp.anonymously()
  const before = place.stored()
  expect((await caught(place.client.signUp.withContact(payload))).error).toBe('already_exists')
  expect(place.stored()).toBe(before)
})
