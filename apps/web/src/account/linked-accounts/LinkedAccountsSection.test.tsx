import { ServiceError } from '@awan/protocol/errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PROVIDER_CALLBACK_PATH } from '../../session/provider-callback.ts'
import { handOverVisit } from '../../session/provider-visit.ts'
import { SignOutProvider } from '../../session/SignOut.tsx'
import { Channel } from '../../session/testing/channel.ts'
import { type Answers, openStage } from '../../session/testing/open-stage.tsx'
import { SudoProvider } from '../sudo/SudoProvider.tsx'
import { LinkedAccountsSection } from './LinkedAccountsSection.tsx'

const OPEN_OTHER = 'PATCH /v1/user/trans/by/provider'
const ID = '00000000-0000-4000-8000-000000000000'
const budi = {
  token_type: 'Bearer',
  access_token: 'access-budi',
  refresh_token: 'refresh-budi',
  expires_in: 7200,
  sub: 'user-budi',
  scope: 'user',
}

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('close', vi.fn())
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(ID)
  // The third party says yes at once, and its window comes back.
  const replace = () => {
    history.replaceState(null, '', `${PROVIDER_CALLBACK_PATH}?state=visit.${ID}&code=c`)
    handOverVisit()
  }
  vi.stubGlobal('open', () => ({ location: { replace }, close: vi.fn() }))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Channel.open.clear()
})

/** Rani, who links an account of a third party that opens the account of Budi. */
async function linkElsewhere(answers: Answers = {}) {
  const stage = await openStage({
    areas: ['account', 'security', 'settings'],
    answers: {
      'GET /v1/user/me': () => ({ sub: 'user-rani', name: 'Rani', password: 'SET', groups: [] }),
      'POST /v1/user/sudo': () => ({ sudo_token: 'proof', expires_in: 300 }),
      'GET /v1/user/provider': () => ({
        total: 1,
        data: [{ id: 'office', name: 'Office', bind: false }],
      }),
      'GET /v1/auth/provider/uri': () => ({ uri: 'https://office.test' }),
      'POST /v1/auth/provider/token': () => ({
        provider_token: 'proven',
        expires_in: 600,
        provider_profile: {},
      }),
      'POST /v1/user/provider/bind': () => {
        throw new ServiceError('already_exists', {
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'provider_bound_elsewhere',
              resource_id: 'take-over',
            } as never,
          ],
        })
      },
      [OPEN_OTHER]: () => budi,
      ...answers,
    },
  })
  await stage.signIn('rani')
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren(
      ['/', '/files'].map((path) => createRoute({ getParentRoute: () => root, path })),
    ),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { wrapper: Stage } = stage
  render(<LinkedAccountsSection />, {
    wrapper: ({ children }) => (
      <RouterContextProvider router={router as never}>
        <Stage>
          <QueryClientProvider client={queries}>
            <SudoProvider>
              <SignOutProvider>{children}</SignOutProvider>
            </SudoProvider>
          </QueryClientProvider>
        </Stage>
      </RouterContextProvider>
    ),
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Link Office' }))
  await user.type(await screen.findByLabelText('Password'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await user.click(await screen.findByRole('button', { name: 'Open that account' }))
  return { ...stage, path: () => router.state.location.pathname }
}

test('[CAL-21] the account that a third-party account opens can be opened instead, and this one is kept', async () => {
  const { client, callsOf, path } = await linkElsewhere()
  await waitFor(() => expect(path()).toBe('/files'))
  expect(callsOf(OPEN_OTHER)).toMatchObject([{ provider_token: 'proven' }])
  expect(client.session.state()).toMatchObject({ sub: 'user-budi' })
  expect(client.accounts.list().map(({ sub }) => sub)).toContain('user-rani')
})

test('an account that asks for a second step is opened on the sign-in page', async () => {
  const { client } = await linkElsewhere({
    [OPEN_OTHER]: () => {
      throw new ServiceError('two_factor_required')
    },
  })
  expect(await screen.findByText(/asks for a second step. Sign in to it with Office/)).toBeDefined()
  expect(client.session.state()).toMatchObject({ sub: 'user-rani' })
})
