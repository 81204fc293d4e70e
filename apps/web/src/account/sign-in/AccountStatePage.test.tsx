import { LOCALIZED_MESSAGE, ServiceError } from '@awan/protocol/errors'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { AccountStatePage } from './AccountStatePage.tsx'

async function show(details: ServiceError['details'] = []) {
  const { wrapper } = await openStage({ areas: ['obstacles'] })
  const error = new ServiceError('user_blocked', { details: [...details] })
  const nothing = () => undefined
  render(
    <AccountStatePage
      obstacle={{ kind: 'state', state: { name: 'blocked' }, error }}
      search={{}}
      onMeet={nothing}
      onRestart={nothing}
    />,
    { wrapper },
  )
  await screen.findByRole('heading', { name: 'This account is locked' })
}

test('[ERR-2] [ACC-25] a message that the server sends with an account state is shown instead of our own', async () => {
  await show([{ '@type': LOCALIZED_MESSAGE, locale: 'en', message: 'Locked until Monday.' }])
  expect(screen.getByText('Locked until Monday.')).toBeDefined()
  expect(screen.queryByText(/administrator/)).toBeNull()
})

test('[ACC-25] without such a message an account state is explained in our own words', async () => {
  await show()
  expect(screen.getByText(/administrator/)).toBeDefined()
})
