import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { prepare } from './account-calls.ts'
import { checkEverywhere } from './check-everywhere.ts'
import { expect, signInQuickly, test } from './story.ts'

const makeCopy = (page: Page) => page.getByRole('button', { name: 'Make a copy' })
const dialog = (page: Page) => page.getByRole('dialog')

test.beforeEach(async ({ page, server, person }) => {
  // Chromium would open the system's own question, which no story can answer.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await signInQuickly(page, server, person)
})

test('a person makes and downloads a copy of their data after typing the password again', async ({
  page,
  person,
}) => {
  test.slow()
  await page.goto('/account/data')
  await makeCopy(page).click()
  await expect(dialog(page)).toContainText('Confirm it is you')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(makeCopy(page)).toBeVisible()

  await makeCopy(page).click()
  await dialog(page).last().getByLabel('Password', { exact: true }).fill('not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await dialog(page).last().getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Your copy is ready')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^awan-\d{4}-\d\d-\d\d\.zip$/)
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')

  await page.reload()
  await expect(page.getByText('Your copy is ready')).toBeVisible()
})

test('a code by e-mail confirms an action too, and the next action asks nothing', async ({
  page,
  server,
  person,
}) => {
  await server.advance(61_000)
  await page.goto('/account/data')
  await makeCopy(page).click()
  await page.getByRole('button', { name: /^Send a code to r/ }).click()
  await page.getByRole('button', { name: 'Send a code', exact: true }).click()
  await page.getByLabel('Six-digit code').waitFor()
  await expect(page.getByText(/New code in \d+ s/)).toBeVisible()
  const code = await server.codeFor(person.email)
  await page.getByLabel('Six-digit code').fill(code === '000000' ? '111111' : '000000')
  await expect(page.getByText('Verification code is incorrect')).toBeVisible()
  await page.getByLabel('Six-digit code').fill(code)
  await expect(page.getByText('Your copy is ready')).toBeVisible()

  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Change your e-mail' }).click()
  await expect(page.getByLabel('New e-mail')).toBeVisible()
})

test('a confirmation that expired on the server is asked for again, and the action continues', async ({
  page,
  server,
  person,
}) => {
  await page.goto('/account/data')
  await makeCopy(page).click()
  await dialog(page).last().getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your copy is ready')).toBeVisible()
  await page.evaluate(() =>
    localStorage.removeItem(
      Object.keys(localStorage).find((key) => key.startsWith('awan.export.')) ?? '',
    ),
  )
  // Over on the server; the page still keeps it.
  await server.advance(301_000)
  await page.getByRole('link', { name: 'Sign-in and security' }).click()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('New password').fill('nine lamps along a wet road')
  await page.keyboard.press('Enter')
  await expect(dialog(page).last()).toContainText('Confirm it is you')
  await dialog(page).last().getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
})

test('confirming an action asks for the second step too, by e-mail or with a recovery code', async ({
  page,
  server,
  person,
}) => {
  test.slow()
  const owner = await prepare(server, person)
  const { recovery_codes } = await owner.call('PUT', '/v1/user/two_factor/EMAIL')
  await server.advance(61_000)
  await page.goto('/account/data')
  await makeCopy(page).click()
  await dialog(page).last().getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Second step')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill('nothing like it')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('The secondary verification recovery code is incorrect'),
  ).toBeVisible()
  await checkEverywhere(page, 'the second step')
  await page.getByRole('button', { name: 'Get a code by e-mail' }).click()
  await page.getByRole('button', { name: 'Send a code', exact: true }).click()
  await page.getByLabel('Six-digit code').waitFor()
  await page.getByLabel('Six-digit code').fill(await server.codeFor(person.email))
  await expect(page.getByText('Your copy is ready')).toBeVisible()

  // Reloading the page forgets the proof: it is kept in memory only.
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Change your e-mail' }).click()
  await dialog(page).last().getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery_codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('New e-mail')).toBeVisible()
})
