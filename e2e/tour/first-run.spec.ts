import { test } from './see.ts'

test.use({ isEmpty: true })

test('the tour visits the setup of a new server', async ({ page, server, see }) => {
  test.slow()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Welcome to Awan' }).waitFor()
  await see(page, 'welcome')
  await page.getByRole('button', { name: 'Set it up' }).click()
  await page.getByLabel('E-mail or phone').fill('rani@example.org')
  await see(page, 'welcome-contact')
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByLabel('Six-digit code').waitFor()
  await page.getByLabel('Six-digit code').fill(await server.codeFor('rani@example.org'))
  await page.getByLabel('Name').fill('Rani Setia')
  await page.getByLabel('Password', { exact: true }).fill('lanterns over quiet hills')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'You are the administrator' }).waitFor()
  await see(page, 'welcome-done')
})
