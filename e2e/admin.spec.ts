import { prove, test } from './administration.ts'
import { checkEverywhere } from './check-everywhere.ts'
import { createPerson, expect, signInQuickly } from './story.ts'

test('a person who is not an administrator sees no administration pages', async ({
  page,
  server,
}) => {
  await signInQuickly(page, server, await createPerson(server))
  await page.goto('/files')
  await page.getByRole('button', { name: /Your account/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Manage account' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toBeHidden()
  for (const path of ['/admin', '/admin/people', '/admin/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
  }
})

test('the settings page lists the settings on a phone, and can show only those that are set', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/account')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'AWAN_DEFAULT_QUOTA' })).toBeVisible()
  await expect(page.getByText('100MB')).toBeVisible()
  await page.getByLabel('Only what is set').check()
  await expect(page.getByRole('heading', { name: 'AWAN_SMTP_URL' })).toBeHidden()
})

test('the list pages of the administration are accessible', async ({ page, server }) => {
  test.setTimeout(480_000)
  await createPerson(server)
  for (const [path, heading] of [
    ['/admin/overview', 'Overview'],
    ['/admin/people', 'People'],
    ['/admin/apps', 'No apps yet'],
    ['/admin/providers', 'In use'],
    ['/admin/webhooks', 'No webhooks yet'],
    ['/admin/settings', 'AWAN_HOST'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name: heading }).first().waitFor()
    await checkEverywhere(page, heading)
  }
  await page.goto('/admin/events')
  await page.getByRole('group').first().click()
  await checkEverywhere(page, 'the audit log')
})

test('the other pages of the administration are accessible', async ({ page, server, person }) => {
  test.setTimeout(480_000)
  await createPerson(server)
  await page.goto('/admin/people')
  await page
    .getByRole('link', { name: /Rani Setia/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Recent events' }).waitFor()
  await checkEverywhere(page, 'the page of a person')
  await page.getByRole('button', { name: 'Freeze account' }).click()
  await page.getByRole('dialog').waitFor()
  await checkEverywhere(page, 'the confirmation of an action')

  await page.goto('/admin/apps/new')
  await page.getByRole('button', { name: 'Register app' }).click()
  await page.getByText('Give the app a name.').waitFor()
  await checkEverywhere(page, 'an app with problems')
  await page.getByLabel('Name', { exact: true }).fill('Photo frame')
  await page.getByLabel('Redirect URIs').fill('https://frame.example.org/callback')
  await page.getByRole('button', { name: 'Register app' }).click()
  await prove(page, person.password)
  await page.getByRole('button', { name: 'I have kept it' }).waitFor()
  await checkEverywhere(page, 'the secret of an app')
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('button', { name: 'Renew secret' }).waitFor()
  await checkEverywhere(page, 'an app')

  await page.goto('/admin/providers/new/apple')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This is needed.').first().waitFor()
  await checkEverywhere(page, 'an identity provider with problems')
  await page.goto('/admin/webhooks/new')
  await page.getByLabel('All events').uncheck()
  await checkEverywhere(page, 'a new webhook')
})
