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
import { type Answers, openStage } from '../../session/testing/open-stage.tsx'
import { emptyContact } from '../contact-field/contact-draft.ts'
import { type ProviderVisit, useSignUp } from './use-sign-up.ts'

const SIGN_UP = 'POST /v1/auth/signup'
const contact = { ...emptyContact(), text: 'rani@example.org' }

/** Somebody whose contact a code at sign-in has proven. */
async function open(
  signUp: () => object,
  facts: object = {},
  visit?: ProviderVisit,
  answers: Answers = {},
) {
  const stage = await openStage({
    areas: ['sign-up'],
    answers: {
      'GET /v1/server': () => ({
        sign_up: 'open',
        codes: { email: 'sent', sms: 'none' },
        ...facts,
      }),
      [SIGN_UP]: signUp,
      'PATCH /v1/auth/provider/token': () => ({}),
      ...answers,
    },
  })
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '/signup' })]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.navigate({ to: '/signup', state: { contact, proof: 'token', step: 'proven' } })
  const { wrapper: Stage } = stage
  const { result } = renderHook(() => useSignUp({ visit, given: contact, proof: 'token' }), {
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

const PATCH = 'PATCH /v1/auth/provider/token'

test.each([
  ['a name that the third party did not tell is added to its token', undefined, 1],
  ['a name that the third party told is not sent back to it', 'Rani there', 0],
] as const)('[CAL-16] before the account is made, %s', async (_what, name, patches) => {
  const visit = { token: 'provider', ...(name && { name }) }
  const { submit, calls, callsOf } = await open(() => ({ sub: 'u', expires_in: 60 }), {}, visit)
  await submit()
  expect(callsOf(PATCH)).toHaveLength(patches)
  if (patches > 0) {
    expect(callsOf(PATCH)).toMatchObject([
      { provider_token: 'provider', provider_params: { name: 'Rani' } },
    ])
  }
  expect(calls.at(-1)).toMatchObject({
    call: SIGN_UP,
    body: { provider_token: 'provider', name: 'Rani' },
  })
})

test('[CAL-16] a visit to a third party that is over by then ends the sign-up', async () => {
  const visit = { token: 'provider' }
  const { flow, submit, callsOf } = await open(() => ({}), {}, visit, {
    [PATCH]: () => {
      throw new ServiceError('expired_token')
    },
  })
  await submit()
  expect(callsOf(SIGN_UP)).toEqual([])
  expect(flow().step).toBe('visit-over')
})
