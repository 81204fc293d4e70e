import { ServiceError } from '@awan/protocol/errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SignOutProvider } from '../../session/SignOut.tsx'
import { type Answers, openStage } from '../../session/testing/open-stage.tsx'
import { DevicesScreen } from './DevicesScreen.tsx'

const session = {
  id: 'here',
  client_id: 'awan-web',
  browser: 'Firefox',
  os: 'Linux',
  created_at: '2026-01-01T08:00:00.000Z',
  last_seen_at: '2026-01-02T08:00:00.000Z',
  expires_at: '2026-02-01T08:00:00.000Z',
  is_current: true,
}
const INTROSPECT = 'GET /v1/auth/token/introspect'

async function open(answers: Answers = {}) {
  const stage = await openStage({
    areas: ['account', 'security', 'settings'],
    answers: {
      'GET /v1/user/sessions': () => ({
        total: 2,
        data: [session, { ...session, id: 'away', browser: 'Chrome', is_current: false }],
      }),
      [INTROSPECT]: () => ({ token_type: 'Bearer', sub: 'user-rani', scope: 'user drive' }),
      ...answers,
    },
  })
  await stage.signIn('rani')
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { wrapper: Stage } = stage
  render(<DevicesScreen />, {
    wrapper: ({ children }) => (
      <RouterContextProvider router={router as never}>
        <Stage>
          <QueryClientProvider client={queries}>
            <SignOutProvider>{children}</SignOutProvider>
          </QueryClientProvider>
        </Stage>
      </RouterContextProvider>
    ),
  })
  return stage
}

const region = (name: string) => screen.findByRole('region', { name })

test('this device shows what its session may do and when it ends if it is not used', async () => {
  await open()
  const here = within(await region('This device'))
  const may = within(await here.findByRole('list', { name: 'What this device may do' }))
  expect(may.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Manages your account',
    'Reads and changes your files',
  ])
  expect(here.getByText(/^Signed out if not used until/).textContent).toMatch(/1 Feb|Feb 1/)
  const others = within(await region('Other devices'))
  expect(others.queryByRole('list', { name: 'What this device may do' })).toBeNull()
})

test('the devices are shown even if the server cannot say what the session may do', async () => {
  await open({
    [INTROSPECT]: () => {
      throw new ServiceError('unavailable')
    },
  })
  const here = within(await region('This device'))
  expect(await here.findByText('Firefox on Linux')).toBeDefined()
  expect(here.queryByRole('list', { name: 'What this device may do' })).toBeNull()
})
