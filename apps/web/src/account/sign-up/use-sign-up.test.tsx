import { ServiceError } from '@awan/protocol/errors'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { emptyContact } from '../contact-field/contact-draft.ts'
import { useSignUp } from './use-sign-up.ts'

const SIGN_UP = 'POST /v1/auth/signup'
const contact = { ...emptyContact(), text: 'rani@example.org' }

/** Somebody whose contact a code at sign-in has proven. */
async function open(signUp: () => object) {
  const stage = await openStage({
    areas: ['sign-up'],
    answers: {
      'GET /v1/server': () => ({ sign_up: 'open', codes: { email: 'sent', sms: 'none' } }),
      [SIGN_UP]: signUp,
    },
  })
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '/signup' })]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.navigate({ to: '/signup', state: { contact, proof: 'token', step: 'proven' } })
  const { wrapper: Stage } = stage
  const { result } = renderHook(() => useSignUp({ given: contact, proof: 'token' }), {
    wrapper: ({ children }) => (
      <RouterContextProvider router={router}>
        <Stage>{children}</Stage>
      </RouterContextProvider>
    ),
  })
  const submit = async () => {
    await act(async () => {
      result.current.setName('Rani')
      result.current.setPassword('a long enough password')
    })
    await act(async () => result.current.submitDetails(new Event('submit') as never))
  }
  return { ...stage, flow: () => result.current, submit }
}

test('[ENT-17] a contact that is proven at sign-in needs no second code for its account', async () => {
  const { flow, submit, calls, callsOf } = await open(() => ({ sub: 'u', expires_in: 60 }))
  expect(flow().step).toBe('proven')
  await submit()
  expect(callsOf(SIGN_UP)).toMatchObject([
    { email: 'rani@example.org', verification_token: 'token', name: 'Rani' },
  ])
  expect(calls.map(({ call }) => call)).not.toContain('POST /v1/auth/verification')
})

test('a proof from sign-in that is too old leads back to the contact, which is kept', async () => {
  const { flow, submit } = await open(() => {
    throw new ServiceError('expired_verification_code')
  })
  await submit()
  await waitFor(() => expect(flow().step).toBe('contact'))
  expect(flow().proof).toMatchObject({ problem: 'signUp.proofExpired', contact })
})
