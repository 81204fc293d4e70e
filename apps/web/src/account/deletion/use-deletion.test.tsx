import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { SudoProvider } from '../sudo/SudoProvider.tsx'
import { useDeletion } from './use-deletion.ts'

const SEND = 'POST /v1/auth/verification'
const SUDO = 'POST /v1/user/sudo'
const DELETE = 'DELETE /v1/user/me'

test('[ENT-17] [ACC-44] who has no password confirms the deletion by a code that is sent for it', async () => {
  const stage = await openStage({
    areas: ['account'],
    answers: {
      'GET /v1/user/me': () => ({
        sub: 'user-rani',
        name: 'Rani',
        groups: [],
        email: 'r***@example.org',
      }),
      'GET /v1/user/me/deletion/eligibility': () => ({
        eligible: true,
        reasons: [],
        grace_period: 60,
      }),
      [SEND]: () => ({ verification_id: 'v', expires_in: 600, is_user: true }),
      'POST /v1/auth/verification/verify': () => ({
        verification_token: 'token',
        expires_in: 600,
        is_user: true,
      }),
      [SUDO]: () => ({ sudo_token: 'proof', expires_in: 300 }),
      [DELETE]: () => ({}),
    },
  })
  await stage.signIn('rani')
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '/goodbye' })]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { wrapper: Stage } = stage
  const { result } = renderHook(() => useDeletion(), {
    wrapper: ({ children }) => (
      <RouterContextProvider router={router}>
        <Stage>
          <QueryClientProvider client={queries}>
            <SudoProvider>{children}</SudoProvider>
          </QueryClientProvider>
        </Stage>
      </RouterContextProvider>
    ),
  })
  await waitFor(() =>
    expect([result.current.me.data, result.current.eligibility.data].every(Boolean)).toBe(true),
  )
  await act(async () => result.current.type('rani'))
  await act(async () => void result.current.submit(new Event('submit') as never))
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Send a code' }))
  await user.type(await screen.findByLabelText('Six-digit code'), '123456')
  await waitFor(() => expect(router.state.location.pathname).toBe('/goodbye'))
  expect(stage.callsOf(SEND)).toMatchObject([{ target: 'CUR_USER', usage: 'DELETION' }])
  expect(stage.callsOf(SUDO)).toMatchObject([{ verification_token: 'token' }])
  expect(stage.callsOf(DELETE)).toHaveLength(1)
})
