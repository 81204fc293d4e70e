import { LOCALIZED_MESSAGE, loadMessages, ServiceError } from '@awan/protocol/errors'
import { act, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, openStage } from '../../session/testing/open-stage.tsx'
import { RESEND_AFTER_MS } from './code-rules.ts'
import { useVerifyCode, type VerifiedCode } from './use-verify-code.ts'

const messages = await loadMessages('en')
const request = { email: 'rani@example.org', usage: 'SIGN_IN' } as const
const SEND = 'POST /v1/auth/verification'
const TOO_MANY = 'Too many attempts. Wait a little, then try again.'
const VERIFY = 'POST /v1/auth/verification/verify'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
})

async function open(
  answers: Answers = {},
  onVerified: (verified: VerifiedCode) => void | Promise<void> = () => undefined,
) {
  let sent = 0
  const stage = await openStage({
    answers: {
      [SEND]: () => ({ verification_id: `v${++sent}`, expires_in: 600, is_user: false }),
      [VERIFY]: () => ({ verification_token: 'proof', expires_in: 600, is_user: true }),
      ...answers,
    },
  })
  const { result } = renderHook(() => useVerifyCode(onVerified), { wrapper: stage.wrapper })
  return { ...stage, flow: () => result.current }
}

test('typing the last digit verifies the code, once', async () => {
  const onVerified = vi.fn()
  const { flow, callsOf } = await open({}, onVerified)
  await act(() => flow().send(request))
  await act(async () => flow().type('12345'))
  expect(callsOf(VERIFY)).toEqual([])
  await act(async () => flow().type('123456'))
  await act(async () => flow().type('123456'))
  expect(callsOf(VERIFY)).toMatchObject([{ verification_id: 'v1', verification_code: '123456' }])
  expect(onVerified).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ verification_token: 'proof' }),
  )
})

test('a wrong code is explained at the field, and typing removes the explanation', async () => {
  const onVerified = vi.fn()
  const { flow } = await open(
    {
      [VERIFY]: () => {
        throw new ServiceError('invalid_verification_code')
      },
    },
    onVerified,
  )
  await act(() => flow().send(request))
  await act(async () => flow().type('123456'))
  expect(flow()).toMatchObject({
    problem: 'Verification code is incorrect',
    isBusy: false,
    code: '123456',
  })
  await act(async () => flow().type('12345'))
  expect(flow().problem).toBeUndefined()
  expect(onVerified).not.toHaveBeenCalled()
})

const localized = { '@type': LOCALIZED_MESSAGE, locale: 'en', message: 'One try is left.' }

test.each([
  [
    '[ERR-2] a message of the server goes before every other text',
    new ServiceError('invalid_verification_code', { details: [localized] }),
    'One try is left.',
  ],
  [
    '[ERR-4] the text of the number goes before our own words',
    new ServiceError('expired_verification_code', { description: 'technical' }),
    'Verification code is expired',
  ],
  [
    '[ERR-2] a message of the server goes before our own words too',
    new ServiceError('resource_exhausted', { details: [localized] }),
    'One try is left.',
  ],
  [
    '[ERR-5] our own words take the place of name and description only',
    new ServiceError('resource_exhausted', { description: 'technical' }),
    TOO_MANY,
  ],
])('a code screen shows at its field: %s', async (_rule, error, text) => {
  const { flow } = await open({
    [VERIFY]: () => {
      throw error
    },
  })
  await act(() => flow().send(request))
  await act(async () => flow().type('123456'))
  expect(flow().problem).toBe(text)
})

test.each([
  ['[ERR-3] the fixed text of captcha_invalid', 'captcha_invalid', messages.tooFrequent],
  [
    '[ERR-5] [ERR-6] prefix, name and description of what nobody knows better',
    'permission_denied',
    'Operation failed: No permission to access [permission_denied] technical',
  ],
] as const)('a code screen shows as a note: %s', async (_rule, name, text) => {
  const { flow } = await open({
    [VERIFY]: () => {
      throw new ServiceError(name, { description: 'technical' })
    },
  })
  await act(() => flow().send(request))
  await act(async () => flow().type('123456'))
  expect(flow().problem).toBeUndefined()
  expect(await screen.findByText(text)).toBeDefined()
})

test('a correct code is not verified again when the next step is repeated', async () => {
  let tries = 0
  const { flow, callsOf } = await open({}, () => {
    tries += 1
    if (tries === 1) throw new ServiceError('resource_exhausted')
  })
  await act(() => flow().send(request))
  await act(async () => flow().type('123456'))
  expect(flow().problem).toBe(TOO_MANY)
  await act(async () => flow().submit(new Event('submit') as never))
  expect([tries, callsOf(VERIFY).length, flow().problem]).toEqual([2, 1, undefined])
})

test('going back and forth sends no second code, but another contact or a later minute does', async () => {
  const { flow, callsOf } = await open()
  await act(() => flow().send(request))
  await act(() => flow().send({ ...request }))
  expect(callsOf(SEND)).toHaveLength(1)
  await act(() => flow().send({ ...request, email: 'budi@example.org' }))
  expect([callsOf(SEND).length, flow().sentTo]).toEqual([2, 'budi@example.org'])
  vi.setSystemTime(Date.now() + RESEND_AFTER_MS)
  await act(() => flow().send({ ...request, email: 'budi@example.org' }))
  expect(callsOf(SEND)).toHaveLength(3)
})

test('a new code can be sent when the countdown is over, and replaces the old one', async () => {
  const { flow, callsOf } = await open()
  await act(() => flow().send(request))
  expect(flow().resendInSeconds).toBe(60)
  await act(async () => flow().resend())
  expect(callsOf(SEND)).toHaveLength(1)
  await act(async () => vi.advanceTimersByTime(RESEND_AFTER_MS))
  expect(flow().resendInSeconds).toBe(0)
  await act(async () => flow().resend())
  await act(async () => flow().type('654321'))
  expect(callsOf(VERIFY)).toMatchObject([{ verification_id: 'v2' }])
})

test('sending rejects when no code could be sent', async () => {
  const { flow } = await open({
    [SEND]: () => {
      throw new ServiceError('invalid_argument')
    },
  })
  await expect(flow().send(request)).rejects.toMatchObject({ error: 'invalid_argument' })
  expect(flow().isSent).toBe(false)
})
