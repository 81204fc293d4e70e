import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { useServerFacts } from '../../session/use-server-facts.ts'
import { emptyContact } from '../contact-field/contact-draft.ts'
import { useSignIn } from './use-sign-in.ts'

const SERVER = 'GET /v1/server'
const SEND = 'POST /v1/auth/verification'
const SIGN_IN = 'POST /v1/auth/signin'
const contact = { ...emptyContact(), text: 'rani@example.org' }

async function open({ signUp, isUser }: { signUp: string; isUser: boolean }) {
  const stage = await openStage({
    areas: ['sign-in'],
    answers: {
      [SERVER]: () => ({ sign_up: signUp, codes: { email: 'sent', sms: 'none' } }),
      [SEND]: () => ({ verification_id: 'v', expires_in: 600, is_user: false }),
      'POST /v1/auth/verification/verify': () => ({
        verification_token: 'token',
        expires_in: 600,
        is_user: isUser,
      }),
    },
  })
  const root = createRootRoute()
  const page = (path: string) => createRoute({ getParentRoute: () => root, path })
  const router = createRouter({
    routeTree: root.addChildren([page('/signin'), page('/signup')]),
    history: createMemoryHistory({ initialEntries: ['/signin'] }),
  })
  await router.load()
  const onInside = vi.fn()
  const { wrapper: Stage } = stage
  const { result } = renderHook(
    () => ({ facts: useServerFacts(), ...useSignIn({ from: '/photos', onInside }) }),
    {
      wrapper: ({ children }) => (
        <RouterContextProvider router={router}>
          <Stage>{children}</Stage>
        </RouterContextProvider>
      ),
    },
  )
  await waitFor(() => expect(result.current.facts).toBeDefined())
  await act(async () => result.current.setContact(contact))
  await act(async () => result.current.useCode())
  await act(async () => result.current.verify.type('123456'))
  return { ...stage, flow: () => result.current, router, onInside }
}

test('[ENT-17] where accounts can be made, one code signs in whoever has one', async () => {
  const { callsOf, onInside } = await open({ signUp: 'open', isUser: true })
  expect(callsOf(SEND)).toMatchObject([{ target: 'ANY', usage: 'REGISTER_SIGN_IN' }])
  await waitFor(() => expect(onInside).toHaveBeenCalledOnce())
  expect(callsOf(SIGN_IN)).toMatchObject([{ verification_token: 'token' }])
})

test.each(['open', 'approval'])(
  '[ENT-17] the same code makes the account of whoever has none, where sign-up is %s',
  async (signUp) => {
    const { callsOf, router } = await open({ signUp, isUser: false })
    expect(callsOf(SEND)).toMatchObject([{ target: 'ANY', usage: 'REGISTER_SIGN_IN' }])
    await waitFor(() => expect(router.state.location.pathname).toBe('/signup'))
    expect(router.state.location).toMatchObject({
      pathname: '/signup',
      search: { from: '/photos' },
      state: { contact, proof: 'token', step: 'proven' },
    })
    expect(router.state.location.href).not.toContain('token')
    expect(callsOf(SIGN_IN)).toEqual([])
  },
)

test('[ENT-17] where sign-up is closed, a code is for signing in only', async () => {
  const { callsOf, flow, router } = await open({ signUp: 'closed', isUser: false })
  expect(callsOf(SEND)).toMatchObject([{ target: 'USER', usage: 'SIGN_IN' }])
  await waitFor(() =>
    expect(flow().verify.problem).toBe('Wrong account number or password, please re-enter'),
  )
  expect(router.state.location.pathname).toBe('/signin')
})
