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
async function open(signUp: () => object, facts: object = {}) {
  const stage = await openStage({
    areas: ['sign-up'],
    answers: {
      'GET /v1/server': () => ({
        sign_up: 'open',
        codes: { email: 'sent', sms: 'none' },
        ...facts,
      }),
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
  await waitFor(() => expect(result.current.facts).toBeDefined())
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

const firstRun = { is_first_run: true, needs_setup_code: true }

test('the set-up code may be left empty where the operator has named an address, and is asked for if it was another', async () => {
  const { flow, submit, callsOf } = await open(
    () => {
      throw new ServiceError('permission_denied')
    },
    { ...firstRun, first_admin_named: true },
  )
  await submit()
  expect(callsOf(SIGN_UP)).toHaveLength(1)
  expect(callsOf(SIGN_UP)[0]).not.toHaveProperty('setup_code')
  expect(flow().problem).toEqual({ field: 'setupCode', text: 'welcome.code.missing' })
})

test('without a named address nothing is sent without the set-up code', async () => {
  const { flow, submit, callsOf } = await open(() => ({}), firstRun)
  await submit()
  expect(callsOf(SIGN_UP)).toEqual([])
  expect(flow().problem).toEqual({ field: 'setupCode', text: 'welcome.code.missing' })
})
