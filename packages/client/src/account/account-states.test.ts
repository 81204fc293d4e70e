import { chooseMessage, type ErrorName, loadMessages } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { openAccount } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { sendError } from '../testing/local-server.ts'

/** The state is told by its name, at a sign-in and at any later call, and no session ends by it. */
async function expectState(name: ErrorName) {
  await using place = await openAccount({
    '/v1/auth/signin': ({ json }, response) =>
      json.username === 'ana'
        ? sendError(response, 403, name)
        : { access_token: 'a', refresh_token: 'r', expires_in: 7200, sub: 'user-ben' },
    '/v1/user/me': (_request, response) => sendError(response, 403, name),
  })
  await place.signIn('ben')
  const before = place.stored()
  const error = await caught(place.signIn('ana'))
  expect(error.error).toBe(name)
  expect((await caught(place.client.user.me())).error).toBe(name)
  expect(place.stored()).toBe(before)
  return error
}

test('[ACC-23] an account can be not activated', async () => {
  const error = await expectState('user_pending')
  expect(chooseMessage(error, await loadMessages('en'))).toBe('Account not activated')
})

test('[ACC-24] an account can be pending', async () => {
  await expectState('user_pending')
})

test('[ACC-25] an account can be blocked or locked', async () => {
  await expectState('user_blocked')
  await expectState('invalid_status')
})

test('[ACC-26] an account can be frozen', async () => {
  await expectState('cannot_unlock')
})

test('[ACC-27] an account can be under review', async () => {
  await expectState('under_review')
})

test('[ACC-9] [ACC-28] an account in cancellation audit cannot be used', async () => {
  await expectState('account_freeze')
})

test('[ACC-29] an account can require a password reset', async () => {
  await expectState('password_reset_required')
})
