import { ServiceError } from '@awan/protocol/errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { type SudoPurpose, useSudo } from '../../session/use-sudo.ts'
import { SudoProvider } from './SudoProvider.tsx'

const SUDO = 'POST /v1/user/sudo'
const SEND = 'POST /v1/auth/verification'

async function open(me: object = { password: 'SET' }) {
  const stage = await openStage({
    answers: {
      'GET /v1/user/me': () => ({ sub: 'user', name: 'Rani', groups: [], ...me }),
      [SEND]: () => ({ verification_id: 'v', expires_in: 600, is_user: true }),
      [SUDO]: ({ password }) => {
        if (password === 'wrong') throw new ServiceError('invalid_password')
        return { sudo_token: `proof by ${password}`, expires_in: 300 }
      },
    },
  })
  await stage.signIn('rani')
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { wrapper: Stage } = stage
  const { result } = renderHook(() => useSudo(), {
    wrapper: ({ children }) => (
      <Stage>
        <QueryClientProvider client={queries}>
          <SudoProvider>{children}</SudoProvider>
        </QueryClientProvider>
      </Stage>
    ),
  })
  const user = userEvent.setup()
  return {
    ...stage,
    run: <Result,>(act: (token: string) => Promise<Result>, purpose?: SudoPurpose) =>
      result.current(act, purpose),
    user,
    async giveUp() {
      await screen.findByLabelText('Password')
      await user.click(screen.getByRole('button', { name: 'Close' }))
    },
    async prove(password: string) {
      await user.type(await screen.findByLabelText('Password'), password)
      await user.click(screen.getByRole('button', { name: 'Confirm' }))
    },
  }
}

const echo = async (token: string) => token

test('two actions at the same time ask for one confirmation, which is reused while it is valid', async () => {
  const { run, prove, callsOf } = await open()
  const both = Promise.all([run(echo), run(echo)])
  await prove('one')
  expect(await both).toEqual(['proof by one', 'proof by one'])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await run(echo)).toBe('proof by one')
  expect(callsOf(SUDO)).toHaveLength(1)
})

test('a wrong password is explained in the dialog, which stays open for the next try', async () => {
  const { run, prove } = await open()
  const result = run(echo)
  await prove('wrong')
  expect(await screen.findByText('This is not your password. Try again.')).toBeDefined()
  await prove('er')
  expect(await result).toBe('proof by wronger')
})

test('an action that is not confirmed is not run', async () => {
  const { run, giveUp } = await open()
  const done = vi.fn(echo)
  const result = run(done)
  await giveUp()
  expect(await result).toBeUndefined()
  expect(done).not.toHaveBeenCalled()
})

test('when the server rejects a confirmation early, it is asked for again and the action is repeated', async () => {
  const { run, prove } = await open()
  const first = run(echo)
  await prove('one')
  await first
  const second = run(async (token) => {
    if (token === 'proof by one') throw new ServiceError('permission_denied')
    return token
  })
  await prove('two')
  expect(await second).toBe('proof by two')
})

test('any other error of the action goes to the caller, and the confirmation stays valid', async () => {
  const { run, prove, callsOf } = await open()
  const first = run(echo)
  await prove('one')
  await first
  const failed = run(async () => {
    throw new ServiceError('not_found')
  })
  await expect(failed).rejects.toMatchObject({ error: 'not_found' })
  expect([await run(echo), callsOf(SUDO).length]).toEqual(['proof by one', 1])
})

test('a confirmation is not reused for another person, and its dialog closes when the person changes', async () => {
  const { client, run, prove, signIn } = await open()
  const first = run(echo)
  await prove('one')
  await first
  await act(async () => {
    await signIn('budi')
  })
  const done = vi.fn(echo)
  const ofBudi = run(done)
  await screen.findByRole('dialog')
  await act(async () => client.accounts.switchTo('user-rani'))
  expect(await ofBudi).toBeUndefined()
  expect(done).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = run(echo)
  await prove('two')
  expect(await again).toBe('proof by two')
})

test.each([
  ['DELETION', 'DELETION'],
  [undefined, 'DEFAULT'],
] as const)(
  '[ENT-17] without a password a code confirms the action: asked for %s, sent as %s',
  async (purpose, usage) => {
    const { run, user, callsOf } = await open({ email: 'r***@example.org' })
    void run(echo, purpose)
    await user.click(await screen.findByRole('button', { name: 'Send a code' }))
    await waitFor(() => expect(callsOf(SEND)).toMatchObject([{ target: 'CUR_USER', usage }]))
  },
)
