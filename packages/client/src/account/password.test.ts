import { expect, test } from 'vitest'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'

test('[ACC-5] [CAL-11] a password is reset for a verified contact without signing in', async () => {
  await using place = await openAccount()
  const payload = { email: 'a@b.c', verification_token: 'verified', new_password: 'much longer' }
  expect(await place.client.password.reset(payload)).toBeUndefined()
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/auth/reset',
    query: {},
    json: { ...payload, client_id: 'awan-test' },
    authorization: undefined,
  })
  expect(place.client.session.state()).toEqual({ status: 'signed-out' })
})

test('[ACC-5] [ACC-42] [ACC-44] [CAL-29] [ENT-12] a password is set with a sudo token, a field of the payload', async () => {
  await using place = await openAccount()
  await place.signIn()
  const before = place.stored()
  const { sudo_token } = await place.client.user.sudo({ password: 'secret' })
  await place.client.password.set({ new_password: 'much longer', sudo_token })
  expect(place.lastSent()).toEqual({
    method: 'PATCH',
    path: '/v1/user/password',
    query: {},
    json: { new_password: 'much longer', sudo_token: 'sudo' },
    authorization: 'Bearer access-1',
  })
  expect(place.server.received.at(-1)?.headers['x-sudo-token']).toBeUndefined()
  expect(place.stored()).toBe(before)
})

test('[ACC-44] a password change without a sudo token is a local error, and nothing is sent', async () => {
  await using place = await openAccount()
  await place.signIn()
  for (const sudo_token of [undefined, '', null, {}, 5]) {
    const payload = { new_password: 'much longer', sudo_token } as never
    const error = await caught(place.client.password.set(payload))
    expect(error.error).toBe('local')
    expect(error.message).not.toContain('much longer')
  }
  expect(place.server.received).toHaveLength(1)
})
