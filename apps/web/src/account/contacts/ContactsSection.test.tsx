import type { Profile } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { SudoProvider } from '../sudo/SudoProvider.tsx'
import { ContactsSection } from './ContactsSection.tsx'

const SEND = 'POST /v1/auth/verification'
const BIND = 'PATCH /v1/user/contact'

async function open(contacts: Pick<Profile, 'email' | 'email_verified' | 'phone_number'>) {
  const me = { sub: 'user-rani', name: 'Rani', password: 'SET', groups: [], ...contacts }
  const stage = await openStage({
    areas: ['account', 'sudo'],
    answers: {
      'GET /v1/user/me': () => me,
      'POST /v1/user/sudo': () => ({ sudo_token: 'proof', expires_in: 300 }),
      [SEND]: () => ({ verification_id: 'v', expires_in: 600, is_user: true }),
      'POST /v1/auth/verification/verify': ({ verification_code }) => {
        if (verification_code !== '123456') throw new ServiceError('invalid_verification_code')
        return { verification_token: 'token', expires_in: 600, is_user: true }
      },
      [BIND]: () => ({}),
    },
  })
  await stage.signIn('rani')
  const { wrapper: Stage } = stage
  render(
    <Stage>
      <QueryClientProvider client={new QueryClient()}>
        <SudoProvider>
          <ContactsSection me={me as unknown as Profile} />
        </SudoProvider>
      </QueryClientProvider>
    </Stage>,
  )
  const user = userEvent.setup()
  return {
    ...stage,
    user,
    async press(name: string) {
      await user.click(await screen.findByRole('button', { name }))
    },
    async confirm() {
      await user.type(await screen.findByLabelText('Password'), 'secret')
      await user.click(screen.getByRole('button', { name: 'Confirm' }))
    },
  }
}

test('[ENT-17] an e-mail address that is not verified is verified by a code sent to it', async () => {
  const stage = await open({ email: 'r***@example.org', email_verified: false })
  expect(screen.getByText('Not verified')).toBeDefined()
  await stage.press('Verify your e-mail')
  await stage.confirm()
  await stage.press('Send a code')
  const field = await screen.findByLabelText('Six-digit code')
  await stage.user.type(field, '000000')
  expect(await screen.findByText('Verification code is incorrect')).toBeDefined()
  await stage.user.clear(field)
  await stage.user.type(field, '123456')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stage.callsOf(SEND)).toMatchObject([
    { email: 'r***@example.org', target: 'CUR_USER', usage: 'EMAIL_ADDRESS_VERIFICATION' },
  ])
  expect(stage.callsOf(BIND)).toMatchObject([
    { email: 'r***@example.org', verification_token: 'token', sudo_token: 'proof' },
  ])
})

test('a verified address is not asked to be verified again', async () => {
  await open({ email: 'r***@example.org', email_verified: true })
  expect(screen.queryByText('Not verified')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Verify your e-mail' })).toBeNull()
})

test.each([
  ['Add an e-mail', 'New e-mail', {}, 'EMAIL_ADDRESS_VERIFICATION'],
  ['Change your e-mail', 'New e-mail', { email: 'r***@example.org' }, 'EMAIL_ADDRESS_CHANGE'],
] as const)(
  '[ENT-17] "%s" asks for a code of its own purpose',
  async (action, label, contacts, usage) => {
    const stage = await open(contacts)
    await stage.press(action)
    await stage.confirm()
    await stage.user.type(await screen.findByLabelText(label), 'rani@example.com')
    await stage.press('Send a code')
    await waitFor(() => expect(stage.callsOf(SEND)).toMatchObject([{ usage }]))
  },
)

test.each([
  ['Add a phone number', {}, 'PHONE_NUMBER_VERIFICATION'],
  ['Change your phone number', { phone_number: '+62*******89' }, 'PHONE_NUMBER_CHANGE'],
] as const)('[ENT-17] "%s" asks for a code of its own purpose', async (action, contacts, usage) => {
  const stage = await open(contacts)
  await stage.press(action)
  await stage.confirm()
  await stage.user.type(await screen.findByLabelText('New phone number'), '+62 8123456789')
  await stage.press('Send a code')
  await waitFor(() => expect(stage.callsOf(SEND)).toMatchObject([{ usage }]))
})
