import { createPhonePerson, prepare } from '../account-calls.ts'
import { createPerson, expect, newPerson } from '../story.ts'
import { test } from './see.ts'
import { bringPassword } from './steps.ts'

test('the tour visits every account state that prevents a sign-in', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  const administrator = await prepare(server, person)
  const other = await createPerson(server)
  const { sub } = await prepare(server, other)
  const act = (path: string, body: object) =>
    administrator.call('POST', `/v1/admin/users/${sub}/${path}`, body)
  for (const [status, title, name] of [
    ['BLOCKED', 'This account is locked', 'state-locked'],
    ['FROZEN', 'This account is frozen', 'state-frozen'],
    ['UNDER_REVIEW', 'This account is under review', 'state-review'],
  ] as const) {
    await act('status', { status })
    await bringPassword(page, other)
    await page.getByRole('heading', { name: title }).waitFor()
    await see(page, name)
  }
  await act('status', { status: 'ACTIVE' })
  await act('password_reset', {})
  await bringPassword(page, other)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await see(page, 'state-reset')

  const leaving = await createPerson(server)
  await (await prepare(server, leaving)).call('DELETE', '/v1/user/me')
  await bringPassword(page, leaving)
  await page.getByRole('heading', { name: 'This account is being deleted' }).waitFor()
  await see(page, 'state-deleting')
})

test('the tour visits the page after too many wrong passwords', async ({ page, person, see }) => {
  // The answer after a hundred wrong passwords, which would take minutes to type.
  await page.route('**/v1/auth/signin', (route) =>
    route.fulfill({
      status: 400,
      json: {
        error: 'invalid_status',
        error_code: 4011,
        error_description: 'too many passwords were tried',
        details: [{ metadata: { retry_after: '3600' } }],
      },
    }),
  )
  await bringPassword(page, person)
  await page.getByRole('heading', { name: 'Too many wrong passwords' }).waitFor()
  await see(page, 'state-guesses')
})

test.describe('when sign-up needs approval', () => {
  test.use({ settings: { AWAN_SIGN_UP: 'approval' } })

  test('the tour visits the page of a pending account', async ({ page, server, see }) => {
    const phone = '+62 81234567890'
    await expect(createPhonePerson(server, phone)).rejects.toThrow('user_pending')
    await bringPassword(page, { ...newPerson(), email: phone })
    await page.getByRole('button', { name: 'Use another account' }).waitFor()
    await see(page, 'state-pending')
  })
})
