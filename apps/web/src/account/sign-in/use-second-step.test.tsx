import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Answers, openStage } from '../../session/testing/open-stage.tsx'
import { useSecondStep } from './use-second-step.ts'

const SIGN_IN = 'POST /v1/auth/signin'
const BEGIN = 'POST /v1/auth/two_factor/begin'
const EXPIRED = 'Too much time or too many tries. Go on with a new code.'
const proof = { way: 'password', username: 'rani@example.org', password: 'secret' } as const

async function open(methods: string[], answers: Answers = {}) {
  let begun = 0
  const stage = await openStage({
    areas: ['obstacles'],
    answers: {
      [BEGIN]: () => ({ two_factor_token: `sent-${++begun}`, sent_to: 'r***@example.org' }),
      ...answers,
    },
  })
  const [onMeet, onRestart] = [vi.fn(), vi.fn()]
  const step = { kind: 'second-step', proof, token: 'first', methods } as const
  const { result } = renderHook(
    () => useSecondStep({ ...step, methods: [...methods] }, onMeet, onRestart),
    { wrapper: stage.wrapper },
  )
  const submit = () => result.current.submitCode(new Event('submit') as never)
  return { ...stage, flow: () => result.current, submit, onMeet, onRestart }
}

function askForSecondStep(token: string): never {
  throw new ServiceError('two_factor_required', {
    details: [{ '@type': ERROR_INFO, metadata: { two_factor_token: token, methods: 'TOTP' } }],
  })
}

test('[ACC-32] the second step starts with the quickest method offered, and sends no code for it', async () => {
  const { flow, calls } = await open(['RECOVERY', 'EMAIL', 'TOTP', 'CARRIER_PIGEON'])
  expect(flow().methods).toEqual(['TOTP', 'EMAIL', 'RECOVERY'])
  expect(flow().method).toBe('TOTP')
  expect(calls).toEqual([])
})

test('[ACC-32] a method that sends a code sends it once, and its token is used to sign in', async () => {
  const { flow, submit, callsOf, onMeet } = await open(['EMAIL', 'RECOVERY'])
  await waitFor(() => expect(flow().sentTo).toBe('r***@example.org'))
  await act(async () => flow().choose('RECOVERY'))
  await act(async () => flow().choose('EMAIL'))
  expect(callsOf(BEGIN)).toMatchObject([{ two_factor_token: 'first', method: 'EMAIL' }])
  await act(async () => {
    flow().typeCode('123456')
    flow().setTrusting(true)
  })
  await act(async () => submit())
  expect(callsOf(SIGN_IN)).toMatchObject([
    { two_factor_token: 'sent-1', two_factor_code: '123456', trust_device: true },
  ])
  expect(onMeet).toHaveBeenCalledExactlyOnceWith(undefined)
})

test('an incomplete second-step code is not sent', async () => {
  const { flow, submit, calls } = await open(['TOTP'])
  await act(async () => flow().typeCode('12345'))
  await act(async () => submit())
  expect([flow().problem, calls]).toEqual(['Type all six digits.', []])
})

test('a wrong code can be corrected with the same token', async () => {
  const answers = ['wrong', 'right']
  const { flow, submit, callsOf, onMeet } = await open(['TOTP'], {
    [SIGN_IN]: () => {
      if (answers.shift() === 'wrong') throw new ServiceError('invalid_two_factor')
      return { sub: 'user-rani', access_token: 'a', refresh_token: 'r', expires_in: 60 }
    },
  })
  for (const code of ['111111', '222222']) {
    await act(async () => flow().typeCode(code))
    await act(async () => submit())
    if (code === '111111')
      expect(flow().problem).toBe('The secondary verification code is incorrect')
  }
  expect(callsOf(SIGN_IN).map((sent) => sent.two_factor_token)).toEqual(['first', 'first'])
  expect(onMeet).toHaveBeenCalledExactlyOnceWith(undefined)
})

test('a token that too many wrong codes have ended is replaced by the next one', async () => {
  const { flow, submit, callsOf, onMeet } = await open(['TOTP'], {
    [SIGN_IN]: () => askForSecondStep('second'),
  })
  await act(async () => flow().typeCode('111111'))
  await act(async () => submit())
  expect(flow()).toMatchObject({ problem: EXPIRED, code: '' })
  await act(async () => flow().typeCode('222222'))
  await act(async () => submit())
  expect(callsOf(SIGN_IN).map((sent) => sent.two_factor_token)).toEqual(['first', 'second'])
  expect(onMeet).not.toHaveBeenCalled()
})

test('[ACC-32] an expired token is renewed with the first proof, without asking for it again', async () => {
  const { flow, submit, onMeet, onRestart } = await open(['TOTP'], {
    [SIGN_IN]: ({ two_factor_token }) => {
      if (two_factor_token === 'first') throw new ServiceError('expired_token')
      return askForSecondStep('renewed')
    },
  })
  await act(async () => flow().typeCode('111111'))
  await act(async () => submit())
  expect(flow()).toMatchObject({ problem: EXPIRED, isBusy: false })
  expect([onMeet.mock.calls, onRestart.mock.calls]).toEqual([[], []])
})

test('the sign-in restarts when the first proof is rejected too', async () => {
  const { flow, submit, onRestart } = await open(['TOTP'], {
    [SIGN_IN]: ({ two_factor_token }) => {
      throw new ServiceError(two_factor_token ? 'expired_token' : 'invalid_password')
    },
  })
  await act(async () => flow().typeCode('111111'))
  await act(async () => submit())
  expect(onRestart).toHaveBeenCalledOnce()
})

test.each([
  ['resource_exhausted', 'Too many tries. Wait a little, or use another way.'],
  ['invalid_two_factor_recovery', 'The secondary verification recovery code is incorrect'],
] as const)(
  '[ERR-4] [ERR-5] the second step shows %s with the text of its number, or in our own words if that is too vague',
  async (name, text) => {
    const { flow } = await open(['RECOVERY'], {
      [SIGN_IN]: () => {
        throw new ServiceError(name, { description: 'technical' })
      },
    })
    await act(async () => flow().typeRecoveryCode('abcd'))
    await act(async () => flow().submitRecoveryCode(new Event('submit') as never))
    expect(flow().problem).toBe(text)
  },
)
