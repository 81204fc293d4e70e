import type { Page } from '@playwright/test'
import { prepare, totpCode } from './account-calls.ts'
import { confirm, test, trySignIn } from './administration.ts'
import type { AwanServer } from './awan-server.ts'
import { createPerson, expect, newPerson, type Person, signIn } from './story.ts'

async function openPerson(page: Page, server: AwanServer, person: Person): Promise<void> {
  const { sub } = await prepare(server, person)
  await page.goto(`/admin/people/${sub}`)
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible()
}

async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
}

/** Confirms in the dialog; after a recent sudo proof nothing more is asked. */
async function agree(page: Page, button: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('an administrator puts an account under review, blocks it and releases it, and sign-in follows', async ({
  page,
  server,
  person,
}) => {
  const other = await createPerson(server, 'Budi Santoso')
  await openPerson(page, server, other)
  await press(page, 'Put under review')
  await expect(page.getByRole('dialog')).toContainText('signed out everywhere and cannot sign in')
  await confirm(page, 'Put under review', person)
  await expect(page.getByText('Under review', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Put under review' })).toBeHidden()
  expect(await trySignIn(server, other)).toBe('under_review')

  await press(page, 'Block account')
  await page.getByLabel('Reason (optional)').fill('sold the account')
  await agree(page, 'Block account')
  await expect(page.getByText('Blocked', { exact: true })).toBeVisible()
  expect(await trySignIn(server, other)).toBe('user_blocked')

  await press(page, 'Release account')
  await agree(page, 'Release account')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  expect(await trySignIn(server, other)).toBe('in')

  const blocked = page.getByRole('group').filter({ hasText: 'The account was blocked' })
  await blocked.getByText('The account was blocked').click()
  await expect(blocked).toContainText('"reason": "sold the account"')
})

test('[ACC-29] after an administrator requires a new password, sign-in asks for one', async ({
  page,
  server,
  person,
}) => {
  const other = await createPerson(server, 'Budi Santoso')
  await openPerson(page, server, other)
  await press(page, 'Require a new password')
  await confirm(page, 'Require a new password', person)
  await expect(page.getByText('Must be set again')).toBeVisible()
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Require a new password' })).toBeHidden()
  expect(await trySignIn(server, other)).toBe('password_reset_required')
})

test('an administrator turns off the second step of a person who lost it', async ({
  page,
  server,
  person,
}) => {
  const other = await createPerson(server, 'Budi Santoso')
  const owner = await prepare(server, other)
  const { uri, setup_token } = await owner.call('POST', '/v1/user/two_factor/totp/start')
  await owner.call('POST', '/v1/user/two_factor/totp/confirm', {
    setup_token,
    code: totpCode(uri, server.now()),
  })
  expect(await trySignIn(server, other)).toBe('two_factor_required')
  await page.goto(`/admin/people/${owner.sub}`)
  await expect(page.getByText('Authenticator app')).toBeVisible()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await press(page, 'Turn second step off')
  await expect(page.getByRole('dialog')).toContainText('Make sure that it is really them.')
  await confirm(page, 'Turn second step off', person)
  await expect(page.getByText('Authenticator app')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Turn second step off' })).toBeHidden()
  expect(await trySignIn(server, other)).toBe('in')
})

test('an administrator signs a person out everywhere and makes them an administrator', async ({
  page,
  server,
  person,
  browser,
}) => {
  const other = await createPerson(server, 'Budi Santoso')
  const theirs = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
  const away = await theirs.newPage()
  await signIn(away, other)
  await openPerson(page, server, other)
  await expect(page.getByText(/^Chrome on \w+$/).first()).toBeVisible()
  await press(page, 'Sign out everywhere')
  await confirm(page, 'Sign out everywhere', person)
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
  await away.goto('/account/devices')
  await expect(away).toHaveURL(/\/signin/)

  await press(page, 'Make administrator')
  await expect(page.getByRole('dialog')).toContainText('everything that you can do here')
  await agree(page, 'Make administrator')
  await expect(page.getByText('Administrator', { exact: true })).toBeVisible()
  await signIn(away, other)
  await away.goto('/admin/people?administrators=true')
  await expect(away.getByRole('link', { name: /Rani Setia|Budi Santoso/ })).toHaveCount(2)
  await theirs.close()
})

test('an administrator deletes an account after typing its name, and only its owner can restore it', async ({
  page,
  server,
  person,
}) => {
  const other = await createPerson(server, 'Budi Santoso')
  await openPerson(page, server, other)
  await press(page, 'Delete account')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('account, files and history are gone for good')
  await dialog.getByLabel('Type Budi Santoso to confirm').fill('budi')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog).toContainText('This is not the same.')
  await dialog.getByLabel('Type Budi Santoso to confirm').fill('Budi Santoso')
  await confirm(page, 'Delete account', person)
  await expect(page.getByText('Being deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('Only its owner can restore it.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Freeze account' })).toBeHidden()
  await page.goto('/admin/people?status=DELETING')
  await expect(page.getByRole('link', { name: /Budi Santoso/ })).toHaveCount(1)
})

test.describe('when sign-up needs approval', () => {
  test.use({ settings: { AWAN_SIGN_UP: 'approval' } })

  test('an administrator finds a pending person from the overview and approves them', async ({
    page,
    server,
    person,
  }) => {
    const waiting = newPerson()
    await expect(createPerson(server, 'Budi Santoso', waiting.email)).rejects.toThrow(
      'user_pending',
    )
    await page.goto('/admin/overview')
    await expect(page.getByText('1 person waits to be let in')).toBeVisible()
    await page.getByRole('link', { name: 'Have a look' }).first().click()
    await expect(page.getByLabel('Show')).toHaveValue('PENDING')
    await page.getByRole('link', { name: /Budi Santoso/ }).click()
    await expect(page.getByText('Waiting for approval', { exact: true })).toBeVisible()
    await press(page, 'Let in')
    await confirm(page, 'Let in', person)
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    expect(await trySignIn(server, waiting)).toBe('in')
    await page.getByRole('link', { name: 'Overview' }).click()
    await expect(page.getByText('1 person waits to be let in')).toBeHidden()
  })
})
