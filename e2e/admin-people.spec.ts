import { confirm, test, trySignIn } from './administration.ts'
import { createPerson, expect } from './story.ts'

test('an administrator finds a person, freezes the account with a reason, and releases it', async ({
  page,
  server,
  person,
}) => {
  const other = await createPerson(server)
  await page.goto('/files')
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeFocused()
  await expect(page.getByText('No mail server is set up.', { exact: false })).toBeVisible()

  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(other.email)
  await expect(page).toHaveURL(/q=/)
  const row = page.getByRole('link', { name: /Rani Setia/ })
  await expect(row).toHaveCount(1)
  await row.click()
  await expect(page.getByText(other.email)).toBeVisible()

  await page.getByRole('button', { name: 'Freeze account' }).click()
  await expect(page.getByRole('dialog')).toContainText('Freeze Rani Setia?')
  await page.getByLabel('Reason (optional)').fill('reported as stolen')
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze account' }).click()
  // Cancelling the confirmation keeps what was typed.
  await expect(page.getByText('Confirm it is you')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Reason (optional)')).toHaveValue('reported as stolen')
  await confirm(page, 'Freeze account', person)
  await expect(page.getByText('Frozen', { exact: true })).toBeVisible()
  await expect(page.getByText('Rani Setia was frozen.')).toBeAttached()
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
  expect(await trySignIn(server, other)).toBe('cannot_unlock')

  // The confirmation is still valid.
  await page.getByRole('button', { name: 'Release account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release account' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  expect(await trySignIn(server, other)).toBe('in')

  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(other.email)
  await page.getByLabel('Show').selectOption('Frozen')
  await expect(page.getByText('Nobody matches')).toBeVisible()
})

test('the last administrator cannot be removed, and deleting an account needs its name typed', async ({
  page,
  server,
  person,
}) => {
  await createPerson(server)
  await page.goto('/admin/people?administrators=true')
  await page.getByRole('link', { name: /Rani Setia/ }).click()
  await page.getByRole('button', { name: 'Remove as administrator' }).click()
  await confirm(page, 'Remove as administrator', person)
  await expect(page.getByText('This is the last administrator.', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/admin/people')
  await page
    .getByRole('link', { name: /Rani Setia/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('This is not the same.', { exact: false })).toBeVisible()
  await dialog.getByLabel('Type Rani Setia to confirm').fill('Rani Setia')
  await confirm(page, 'Delete account', person)
  await expect(page.getByText('Being deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('Deleted for good')).toBeVisible()
})
