import { expect, signInQuickly, test } from './story.ts'

test.use({ settings: { AWAN_REQUIRE_TWO_FACTOR: 'everybody' } })

test('[ACC-32] a required second step must be set up before files, devices and apps can be used', async ({
  page,
  server,
  person,
}) => {
  await signInQuickly(page, server, person)
  const demand = page.getByRole('heading', { name: 'Set up two-step verification' })
  const app = 'client_id=prints&redirect_uri=https%3A%2F%2Fprints.example.org%2Fback'
  for (const path of ['/files', '/account/profile', '/device', `/authorize?${app}`]) {
    await page.goto(path)
    await expect(demand, path).toBeFocused()
    await expect(page.getByRole('main'), path).toHaveCount(1)
  }
  // Not even an app that wants nobody to be asked is answered at an address that is not registered for it.
  await page.goto(`/authorize?${app}&prompt=none`)
  await expect(page.getByRole('alert')).toContainText('is not known to this server')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/device')
  await expect(demand).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/signin/)
})
