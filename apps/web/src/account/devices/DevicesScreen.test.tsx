import { ServiceError } from '@awan/protocol/errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SignOutProvider } from '../../session/SignOut.tsx'
import { type Answers, openStage } from '../../session/testing/open-stage.tsx'
import { SudoProvider } from '../sudo/SudoProvider.tsx'
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
const MINT = 'POST /v1/user/signin_token'
const INTROSPECT = 'GET /v1/auth/token/introspect'

async function open(answers: Answers = {}) {
  const stage = await openStage({
    areas: ['account', 'security', 'settings'],
    answers: {
      'GET /v1/user/sessions': () => ({
        total: 2,
        data: [session, { ...session, id: 'away', browser: 'Chrome', is_current: false }],
      }),
      'GET /v1/user/me': () => ({ sub: 'user-rani', name: 'Rani', password: 'SET', groups: [] }),
      'POST /v1/user/sudo': () => ({ sudo_token: 'proof', expires_in: 300 }),
      [MINT]: () => ({ signin_token: 'token-1', expires_in: 60 }),
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
            <SudoProvider>
              <SignOutProvider>{children}</SignOutProvider>
            </SudoProvider>
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

async function continueElsewhere() {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Continue on another device' }))
  return user
}

async function prove(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('Password'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
}

test('[CAL-3] continuing on another device shows a link with the token in its fragment, after a confirmation', async () => {
  const { callsOf } = await open()
  const user = await continueElsewhere()
  await screen.findByLabelText('Password')
  expect(callsOf(MINT)).toEqual([])
  await prove(user)
  const dialog = within(await screen.findByRole('dialog', { name: 'Continue on another device' }))
  expect(dialog.getByText(`${location.origin}/continue#token-1`)).toBeDefined()
  expect(dialog.getByText(/Do not send it to anybody/)).toBeDefined()
  expect(
    await dialog.findByRole('img', { name: 'QR code that signs you in on another device' }),
  ).toBeDefined()
  expect(dialog.getByText(/^Valid for/)).toBeDefined()
  expect(callsOf(MINT)).toEqual([{ for_client_id: 'awan-test' }])
})

test('a link that has expired is no longer shown, and a new one can be made', async () => {
  let made = 0
  await open({
    [MINT]: () => {
      made += 1
      return { signin_token: `token-${made}`, expires_in: made === 1 ? 0 : 60 }
    },
  })
  const user = await continueElsewhere()
  await prove(user)
  expect(await screen.findByText('This link is no longer valid.')).toBeDefined()
  expect(screen.queryByText(/#token-1/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show a new link' }))
  expect(await screen.findByText(/#token-2$/)).toBeDefined()
})
