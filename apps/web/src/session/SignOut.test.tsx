import { ServiceError } from '@awan/protocol/errors'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { act, renderHook, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  SignedOutNote,
  SignOutProvider,
  useSignOut,
  useSignOutGuard,
  useSwitchAccount,
} from './SignOut.tsx'
import { type Answers, openStage } from './testing/open-stage.tsx'

const REVOKE = 'POST /v1/auth/revoke'

interface Options {
  answers?: Answers
  guard?: () => Promise<boolean>
}

async function open(names: string[], { answers = {}, guard = async () => true }: Options = {}) {
  const stage = await openStage({
    areas: ['drive-offline'],
    answers: { [REVOKE]: () => ({}), ...answers },
  })
  for (const name of names) await stage.signIn(name)
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren(
      ['/', '/signin', '/accounts', '/files'].map((path) =>
        createRoute({ getParentRoute: () => root, path }),
      ),
    ),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const { wrapper: Stage } = stage
  const { result } = renderHook(
    () => {
      useSignOutGuard(guard)
      return { signOut: useSignOut(), switchTo: useSwitchAccount() }
    },
    {
      wrapper: ({ children }) => (
        <RouterContextProvider router={router as never}>
          <Stage>
            <SignOutProvider>
              {children}
              <SignedOutNote />
            </SignOutProvider>
          </Stage>
        </RouterContextProvider>
      ),
    },
  )
  return {
    ...stage,
    signOut: (subs?: string[]) => act(() => result.current.signOut(subs)),
    switchTo: (sub: string) => act(() => result.current.switchTo(sub)),
    path: () => router.state.location.pathname,
    kept: () => stage.client.accounts.list().map(({ sub }) => sub),
  }
}

test('signing out the only account leads to sign-in and keeps no account', async () => {
  const { signOut, path, kept } = await open(['rani'])
  await signOut()
  expect([path(), kept()]).toEqual(['/signin', []])
})

test('signing out shows the list of accounts if another one is kept', async () => {
  const { signOut, path, kept } = await open(['budi', 'rani'])
  await signOut()
  expect([path(), kept()]).toEqual(['/accounts', ['user-budi']])
})

test('signing out another account leaves the current one where it is, without asking', async () => {
  const guard = vi.fn(async () => false)
  const { signOut, path, kept } = await open(['budi', 'rani'], { guard })
  await signOut(['user-budi'])
  expect([path(), kept(), guard.mock.calls]).toEqual(['/', ['user-rani'], []])
})

test('unfinished work prevents signing out and switching', async () => {
  const { signOut, switchTo, path, kept, callsOf } = await open(['budi', 'rani'], {
    guard: async () => false,
  })
  await signOut()
  await switchTo('user-budi')
  expect([path(), kept().length, callsOf(REVOKE)]).toEqual(['/', 2, []])
})

test('signing out works on this device even if the server refuses, and the refusal is reported', async () => {
  const { signOut, path, kept } = await open(['rani'], {
    answers: {
      [REVOKE]: () => {
        throw new ServiceError('permission_denied')
      },
    },
  })
  await signOut()
  expect([path(), kept()]).toEqual(['/signin', []])
  expect(await screen.findByText('That did not work')).toBeDefined()
})

test('switching the account opens the files of the other account', async () => {
  const { switchTo, path, client } = await open(['budi', 'rani'])
  await switchTo('user-budi')
  expect([path(), client.session.state()]).toMatchObject(['/files', { sub: 'user-budi' }])
})

const NOTE = 'You were signed out'

test('whoever is signed out by another tab is told so', async () => {
  const { client } = await open(['rani'])
  // As the message of another tab does, without the hooks of this one.
  await act(() => client.signOut())
  expect(await screen.findByText(NOTE)).toBeDefined()
})

test('whoever signs out here is not told what they know', async () => {
  const { signOut, path } = await open(['rani'])
  await signOut()
  expect([path(), screen.queryByText(NOTE)]).toEqual(['/signin', null])
})
