import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { checkEverywhere } from './check-everywhere.ts'
import { expect, signInQuickly, test } from './story.ts'

const makeCopy = (page: Page) => page.getByRole('button', { name: 'Make a copy' })
const dialog = (page: Page) => page.getByRole('dialog')

test.beforeEach(async ({ page, server, person }) => {
  // Chromium would open the system's own question, which no story can answer.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await signInQuickly(page, server, person)
})

test('a copy of the data is made after the password was given once more, and downloaded', async ({
  page,
  person,
}) => {
  await page.goto('/account/data')
  await makeCopy(page).click()
  await expect(dialog(page)).toContainText('Confirm it is you')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(makeCopy(page)).toBeVisible()

  await makeCopy(page).click()
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await checkEverywhere(page, 'the question who is there')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Your copy is ready')).toBeVisible()
  await checkEverywhere(page, 'your data')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^awan-\d{4}-\d\d-\d\d\.zip$/)
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')

  await page.reload()
  await expect(page.getByText('Your copy is ready')).toBeVisible()
})
