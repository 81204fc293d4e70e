import { test } from './administration.ts'
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

// Every page by itself is checked by the tour.
test('an open event, and forms with problems, are accessible in the administration', async ({
  page,
}) => {
  test.slow()
  await page.goto('/admin/events')
  await page.getByRole('group').first().click()
  await checkEverywhere(page, 'an open event')

  await page.goto('/admin/apps/new')
  await page.getByRole('button', { name: 'Register app' }).click()
  await page.getByText('Give the app a name.').waitFor()
  await checkEverywhere(page, 'an app with problems')

  await page.goto('/admin/providers/new/apple')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This is needed.').first().waitFor()
  await checkEverywhere(page, 'an identity provider with problems')

  await page.goto('/admin/webhooks/new')
  await page.getByLabel('All events').uncheck()
  await checkEverywhere(page, 'a webhook for some events')
})
