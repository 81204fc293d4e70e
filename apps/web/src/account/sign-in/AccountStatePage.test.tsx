import { type ErrorName, LOCALIZED_MESSAGE, ServiceError } from '@awan/protocol/errors'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { AccountStatePage } from './AccountStatePage.tsx'
import type { AccountState } from './account-state.ts'

async function show(name: ErrorName, state: AccountState, details: ServiceError['details'] = []) {
  const { wrapper } = await openStage({ areas: ['obstacles'] })
  const error = new ServiceError(name, { details: [...details] })
  const nothing = () => undefined
  render(
    <AccountStatePage
      obstacle={{ kind: 'state', state, error }}
      search={{}}
      onMeet={nothing}
      onRestart={nothing}
    />,
    { wrapper },
  )
  await screen.findByRole('heading')
}

test('[ERR-2] [ACC-25] a message that the server sends with an account state is shown instead of our own', async () => {
  const message = 'Locked until Monday.'
  await show('user_blocked', { name: 'blocked' }, [
    { '@type': LOCALIZED_MESSAGE, locale: 'en', message },
  ])
  expect(screen.getByText(message)).toBeDefined()
  expect(screen.queryByText(/administrator/)).toBeNull()
  expect(screen.queryByText(/Please try again later/)).toBeNull()
})

test.each([
  ['user_pending', { name: 'pending' }, 'Account not activated', /looks at every new account/],
  ['user_blocked', { name: 'blocked' }, 'Account is locked. Please try again later', /Ask them/],
  ['invalid_status', { name: 'locked', untilMs: undefined }, 'Account is locked', /use a code/],
  [
    'invalid_status',
    { name: 'waiting', untilMs: Date.UTC(2026, 10, 21, 12) },
    'Account is locked',
    /sign in from .*2026 at/,
  ],
  ['cannot_unlock', { name: 'frozen' }, 'Account is frozen, please try again later', /for now/],
  ['under_review', { name: 'review' }, 'Under review', /nothing is deleted/],
  [
    'account_freeze',
    { name: 'deleting', restoreToken: undefined, dueAt: undefined },
    'The account is in the period of cancellation audit and cannot be used',
    /cannot be used or brought back/,
  ],
] as const)(
  '[ERR-4] the account state of %s is shown with the text of its number, followed by our advice',
  async (name, state, text, advice) => {
    await show(name, state)
    const shown = screen.getByText(advice).parentElement?.textContent ?? ''
    expect(shown.startsWith(text)).toBe(true)
  },
)
