import { ServiceError } from '@awan/protocol/errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, openStage } from '../../session/testing/open-stage.tsx'
import { ContinueScreen } from './ContinueScreen.tsx'
import { forgetCarriedToken, readCarriedToken } from './carried-token.ts'

const LOOK = 'POST /v1/auth/signin/token/info'
const USE = 'POST /v1/auth/signin/token'
const budi = {
  token_type: 'Bearer',
  access_token: 'access-budi',
  refresh_token: 'refresh-budi',
  expires_in: 7200,
  sub: 'user-budi',
  scope: 'user',
}

async function open(hash: string, answers: Answers = {}) {
  const stage = await openStage({
    areas: ['grants'],
    answers: {
      [LOOK]: () => ({ name: 'Budi', contact: 'b***@example.org', expires_in: 40 }),
      [USE]: () => budi,
      ...answers,
    },
  })
  forgetCarriedToken()
  readCarriedToken(hash)
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren(
      ['/', '/files'].map((path) => createRoute({ getParentRoute: () => root, path })),
    ),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const { wrapper: Stage } = stage
  render(<ContinueScreen />, {
    wrapper: ({ children }) => (
      <RouterContextProvider router={router as never}>
        <Stage>
          <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
        </Stage>
      </RouterContextProvider>
    ),
  })
  return { ...stage, path: () => router.state.location.pathname, user: userEvent.setup() }
}

function refuse(): never {
  throw new ServiceError('unauthenticated')
}

test('the page without a token asks the server nothing', async () => {
  const { calls } = await open('')
  expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeDefined()
  expect(calls).toEqual([])
})

test('[CAL-3] a link signs in only after the person has seen whose account it opens', async () => {
  const { client, callsOf, user, path } = await open('token-1')
  expect(await screen.findByRole('heading', { name: 'Sign in as Budi?' })).toBeDefined()
  expect(screen.getByText('b***@example.org')).toBeDefined()
  expect(callsOf(LOOK)).toMatchObject([{ signin_token: 'token-1' }])
  expect([callsOf(USE), client.session.state().status]).toEqual([[], 'signed-out'])
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(path()).toBe('/files'))
  expect(callsOf(USE)).toMatchObject([{ signin_token: 'token-1' }])
  expect(client.session.state()).toMatchObject({ status: 'signed-in', sub: 'user-budi' })
})

test('a link that was used or has expired says so, and the next link in the same page is asked about', async () => {
  const { callsOf } = await open('used', {
    [LOOK]: ({ signin_token }) =>
      signin_token === 'used' ? refuse() : { name: 'Budi', expires_in: 40 },
  })
  expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeDefined()
  expect([callsOf(LOOK).length, callsOf(USE)]).toEqual([1, []])
  act(() => void readCarriedToken('token-2'))
  expect(await screen.findByRole('heading', { name: 'Sign in as Budi?' })).toBeDefined()
})

test('a link that expires before the person agrees says so', async () => {
  const { client, user } = await open('token-1', { [USE]: refuse })
  await user.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeDefined()
  expect(client.session.state().status).toBe('signed-out')
})
