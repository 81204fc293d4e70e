import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createPhonePerson, prepare } from './account-calls.ts'
import { type AwanServer, startAwanServer } from './awan-server.ts'
import { checkEverywhere } from './check-everywhere.ts'
import { createPerson, expect, newPerson, type Person, test } from './story.ts'

async function bringPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('E-mail, phone or username').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function befriendAdministrator(server: AwanServer, first: Person) {
  const administrator = await prepare(server, first)
  const person = await createPerson(server)
  const { sub } = await prepare(server, person)
  return {
    person,
    act: (path: string, body: object) =>
      administrator.call('POST', `/v1/admin/users/${sub}/${path}`, body),
  }
}

test('[ACC-25] [ACC-26] [ACC-27] [ACC-29] accounts that are locked, frozen, under review or need a new password each get a page at sign-in', async ({
  page,
  server,
  person: administrator,
}) => {
  test.slow()
  const { person, act } = await befriendAdministrator(server, administrator)
  for (const [status, title, text] of [
    ['BLOCKED', 'This account is locked', 'Account is locked. Please try again later'],
    ['FROZEN', 'This account is frozen', 'Account is frozen, please try again later'],
    ['UNDER_REVIEW', 'This account is under review', 'Under review'],
  ] as const) {
    await act('status', { status })
    await bringPassword(page, person)
    await expect(page.getByRole('heading', { name: title })).toBeFocused()
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(page.getByLabel('E-mail, phone or username')).toHaveValue(person.email)

  await act('status', { status: 'ACTIVE' })
  await act('password_reset', {})
  await bringPassword(page, person)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused()
  await page.getByRole('link', { name: 'Set a new password' }).click()
  await expect(page).toHaveURL(/\/recover$/)
  await expect(page.getByText('Your account asks for a new password')).toBeVisible()
  await expect(page.getByLabel('E-mail or phone')).toHaveValue(person.email)
})

test('[ACC-28] an account that is being deleted can be restored from the page shown at sign-in', async ({
  page,
  server,
}) => {
  // The first account is the administrator's, and has to stay.
  const person = await createPerson(server)
  const owner = await prepare(server, person)
  await owner.call('DELETE', '/v1/user/me')
  await bringPassword(page, person)
  await expect(page.getByRole('heading', { name: 'This account is being deleted' })).toBeVisible()
  await expect(page.getByText(/^On \d+ \w+ \d{4} it will be gone/)).toBeVisible()
  await page.getByRole('button', { name: 'Restore my account' }).click()
  await expect(page).toHaveURL(/\/files$/)
})

test('[ACC-25] after too many wrong passwords, a code still signs the person in', async ({
  page,
  person,
  server,
}) => {
  await server.advance(61_000)
  // The answer after a hundred wrong passwords, which would take a story minutes to type.
  await page.route('**/v1/auth/signin', (route) =>
    route.request().postDataJSON().password === undefined
      ? route.continue()
      : route.fulfill({ status: 400, json: tooManyGuesses }),
  )
  await bringPassword(page, person)
  await expect(page.getByRole('heading', { name: 'Too many wrong passwords' })).toBeVisible()
  await expect(page.getByText(/no more passwords until \d\d:\d\d/)).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with a code' }).click()
  await expect(page.getByText(/^New code in/)).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await server.codeFor(person.email))
  await expect(page).toHaveURL(/\/files$/)
})

const tooManyGuesses = {
  error: 'invalid_status',
  error_code: 4011,
  error_description: 'too many passwords were tried',
  details: [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'too_many_guesses',
      domain: 'limits',
      metadata: { retry_after: '3600' },
    },
  ],
}

test.describe('when sign-up needs approval', () => {
  test.use({ settings: { AWAN_SIGN_UP: 'approval' } })

  test('[ACC-24] a pending account sees that it waits for approval, and can sign in once it is approved', async ({
    page,
    server,
    person: administrator,
  }) => {
    const phone = '+62 81234567890'
    await expect(createPhonePerson(server, phone)).rejects.toThrow('user_pending')
    await bringPassword(page, { ...newPerson(), email: phone })
    await expect(
      page.getByRole('heading', { name: 'Your account is waiting for approval' }),
    ).toBeFocused()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Nothing has changed yet.')).toBeVisible()

    const { call } = await prepare(server, administrator)
    const { users } = await call('GET', '/v1/admin/users?status=PENDING')
    await call('POST', `/v1/admin/users/${users[0]?.sub}/status`, { status: 'ACTIVE' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/files$/)
  })
})

test.describe('when sign-up used to need approval', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    server: async ({}, use) => {
      const AWAN_DATA_DIR = await mkdtemp(join(tmpdir(), 'awan-states-'))
      {
        await using before = await startAwanServer({ AWAN_DATA_DIR, AWAN_SIGN_UP: 'approval' })
        await createPerson(before)
        await expect(createPhonePerson(before, '+62 81234567890')).rejects.toThrow('user_pending')
      }
      {
        await using server = await startAwanServer({ AWAN_DATA_DIR, AWAN_SIGN_UP: 'open' })
        await use(server)
      }
      await rm(AWAN_DATA_DIR, { recursive: true, force: true })
    },
  })

  test('[ACC-23] signing in to an account that was never approved shows that it is not active yet', async ({
    page,
  }) => {
    await bringPassword(page, { ...newPerson(), email: '+62 81234567890' })
    await expect(
      page.getByRole('heading', { name: 'Your account is not active yet' }),
    ).toBeFocused()
    await checkEverywhere(page, 'an account that is not active')
    await page.getByRole('button', { name: 'Use another account' }).click()
    await expect(page.getByLabel('E-mail, phone or username')).toBeFocused()
  })
})
