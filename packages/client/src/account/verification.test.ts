import { expect, test } from 'vitest'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'

test('[ACC-4] [CAL-9] [ENT-10] a code is sent to a phone or an e-mail address', async () => {
  await using place = await openAccount()
  for (const contact of [{ email: 'a@b.c' }, { phone_number: '+62 812' }]) {
    const payload = { ...contact, target: 'NOT_USER', usage: 'REGISTER' } as const
    expect(await place.client.verification.send(payload)).toEqual({
      verification_id: 'v',
      expires_in: 600,
      is_user: false,
    })
    expect(place.lastSent()).toEqual({
      method: 'POST',
      path: '/v1/auth/verification',
      query: {},
      json: { ...payload, client_id: 'awan-test' },
      authorization: undefined,
    })
  }
  expect(place.stored()).toBeUndefined()
})

test('[CAL-9] [ENT-11] a code for the current user is requested with that user’s token', async () => {
  await using place = await openAccount()
  await place.signIn()
  const payload = { target: 'CUR_USER', selected_channel: 'VERIFICATION_PHONE' } as const
  await place.client.verification.send(payload)
  expect(place.lastSent()).toMatchObject({
    json: { ...payload, client_id: 'awan-test' },
    authorization: 'Bearer access-1',
  })
})

test('[CAL-9] a code for any other target is requested without a token, even when signed in', async () => {
  await using place = await openAccount()
  await place.signIn()
  await place.client.verification.send({ email: 'a@b.c', target: 'ANY' })
  expect(place.lastSent().authorization).toBeUndefined()
})

test('[CAL-9] a code for the current user fails when nobody is signed in', async () => {
  await using place = await openAccount()
  const call = place.client.verification.send({ target: 'CUR_USER' })
  expect((await caught(call)).error).toBe('unauthenticated')
  expect(place.server.received).toHaveLength(0)
})

test('[ACC-4] [CAL-10] a code is exchanged for a verification token', async () => {
  await using place = await openAccount()
  const payload = { verification_id: 'v', verification_code: '123456' }
  const { verification_token } = await place.client.verification.verify(payload)
  expect(verification_token).toBe('verified')
  expect(place.lastSent()).toEqual({
    method: 'POST',
    path: '/v1/auth/verification/verify',
    query: {},
    json: { ...payload, client_id: 'awan-test' },
    authorization: undefined,
  })
  expect(place.stored()).toBeUndefined()
})
