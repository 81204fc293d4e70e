import { expect, test } from 'vitest'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { sendError } from '../testing/local-server.ts'

async function openSignedIn(...args: Parameters<typeof openAccount>) {
  const place = await openAccount(...args)
  await place.signIn()
  return place
}

test('[CAL-22] the profile is that of the signed-in user', async () => {
  await using place = await openSignedIn()
  expect(await place.client.user.me()).toEqual({ sub: 'Bearer access-1' })
  expect(place.lastSent()).toEqual({
    method: 'GET',
    path: '/v1/user/me',
    query: {},
    json: {},
    authorization: 'Bearer access-1',
  })
})

test('[ACC-8] [ACC-42] [ACC-43] [CAL-23] the account is deleted with a sudo token in the query, which no log shows', async () => {
  const lines: unknown[] = []
  await using place = await openSignedIn(
    { '/v1/user/sudo': () => ({ sudo_token: 's3cret+/=', expires_in: 300 }) },
    { log: { level: 'all', write: (...line) => void lines.push(line) } },
  )
  const before = place.stored()
  const { sudo_token } = await place.client.user.sudo({ password: 'secret' })
  expect(await place.client.user.remove({ sudo_token })).toEqual({ sub: 'user-ana' })
  expect(place.lastSent()).toEqual({
    method: 'DELETE',
    path: '/v1/user/me',
    query: { sudo_token },
    json: {},
    authorization: 'Bearer access-1',
  })
  expect(place.server.received.at(-1)?.headers['x-sudo-token']).toBeUndefined()
  expect(place.server.received.at(-1)?.body).toHaveLength(0)
  expect(JSON.stringify(lines)).toContain('/v1/user/me')
  expect(JSON.stringify(lines)).not.toContain('s3cret')
  expect(place.stored()).toBe(before)
})

test('[ACC-43] without a sudo token the account is not deleted', async () => {
  await using place = await openSignedIn()
  for (const payload of [undefined, {}, { sudo_token: '' }, { sudo_token: 5 }]) {
    expect((await caught(place.client.user.remove(payload as never))).error).toBe('local')
  }
  expect(place.server.received).toHaveLength(1)
})

test('[ACC-8] [CAL-24] a client can ask whether the account can be deleted', async () => {
  await using place = await openSignedIn()
  expect(await place.client.user.deletionEligibility()).toEqual({
    eligible: false,
    reasons: ['the last administrator'],
    grace_period: 86_400,
  })
  expect(place.lastSent()).toEqual({
    method: 'GET',
    path: '/v1/user/me/deletion/eligibility',
    query: {},
    json: {},
    authorization: 'Bearer access-1',
  })
})

test('[CAL-25] profile fields are changed', async () => {
  await using place = await openSignedIn()
  const profile = { name: 'Ana', picture: 'https://a.test/1.png', address: { country: 'ID' } }
  expect(await place.client.user.update(profile)).toMatchObject(profile)
  expect(place.lastSent()).toEqual({
    method: 'PATCH',
    path: '/v1/user/profile',
    query: {},
    json: profile,
    authorization: 'Bearer access-1',
  })
})

test('[CAL-26] users are found by a query', async () => {
  await using place = await openSignedIn()
  const answer = await place.client.user.query({ id: ['u1', 'u 2'], email: 'a+b@c.d' })
  expect(answer).toEqual({ total: 1, data: [{ sub: 'u1', name: 'Ben' }] })
  expect(place.lastSent()).toMatchObject({
    method: 'GET',
    path: '/v1/user/query',
    json: {},
    authorization: 'Bearer access-1',
  })
  expect([...(place.server.received.at(-1)?.query ?? [])]).toEqual([
    ['id', 'u1'],
    ['id', 'u 2'],
    ['email', 'a+b@c.d'],
  ])
})

test('[ACC-42] [CAL-27] a sudo token is granted for the password, or for a verified code', async () => {
  await using place = await openSignedIn()
  for (const payload of [{ password: 'secret' }, { verification_token: 'verified' }]) {
    expect(await place.client.user.sudo(payload)).toEqual({ sudo_token: 'sudo', expires_in: 300 })
    expect(place.lastSent()).toEqual({
      method: 'POST',
      path: '/v1/user/sudo',
      query: {},
      json: payload,
      authorization: 'Bearer access-1',
    })
  }
})

test('[CAL-27] a wrong password grants no sudo token and keeps the session', async () => {
  await using place = await openSignedIn({
    '/v1/user/sudo': (_request, response) => sendError(response, 400, 'invalid_password'),
  })
  const before = place.stored()
  const call = place.client.user.sudo({ password: 'wrong' })
  expect((await caught(call)).error).toBe('invalid_password')
  expect(place.stored()).toBe(before)
})

test('[ACC-44] [CAL-28] [ENT-12] a phone is bound with a sudo token, a field of the payload', async () => {
  await using place = await openSignedIn()
  const body = {
    phone_number: '+62 812',
    verification_token: 'verified',
    conflict_resolution: 'TRANSFER',
  } as const
  await place.client.user.bindContact({ ...body, sudo_token: 'sudo' })
  expect(place.lastSent()).toEqual({
    method: 'PATCH',
    path: '/v1/user/contact',
    query: {},
    json: { ...body, sudo_token: 'sudo' },
    authorization: 'Bearer access-1',
  })
  expect(place.server.received.at(-1)?.headers['x-sudo-token']).toBeUndefined()
})

test('[ACC-44] without a sudo token no contact is bound', async () => {
  await using place = await openSignedIn()
  for (const sudo_token of [undefined, '', null, {}]) {
    const payload = { email: 'a@b.c', verification_token: 'v', sudo_token } as never
    expect((await caught(place.client.user.bindContact(payload))).error).toBe('local')
  }
  expect(place.server.received).toHaveLength(1)
})

test('user calls fail when nobody is signed in', async () => {
  await using place = await openAccount()
  const { user, password } = place.client
  for (const call of [
    () => user.me(),
    () => user.update({}),
    () => user.query({ id: 'u1' }),
    () => user.sudo({ password: 'secret' }),
    () => user.deletionEligibility(),
    () => user.remove({ sudo_token: 's' }),
    () => user.bindContact({ email: 'a@b.c', verification_token: 'v', sudo_token: 's' }),
    () => password.set({ new_password: 'much longer', sudo_token: 's' }),
  ]) {
    expect((await caught(call())).error).toBe('unauthenticated')
  }
  expect(place.server.received).toHaveLength(0)
})
