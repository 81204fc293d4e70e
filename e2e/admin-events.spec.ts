import { readFile } from 'node:fs/promises'
import { test, trySignIn } from './administration.ts'
import { createPerson, expect } from './story.ts'

test('an administrator filters the audit log by event, person and time, opens an event and saves the log', async ({
  page,
  server,
}) => {
  const other = await createPerson(server)
  await trySignIn(server, { ...other, password: 'wrong on purpose' })
  await page.goto('/admin/events')
  const rows = page.getByRole('group')
  await expect(rows.filter({ hasText: 'account.signed_up' })).toHaveCount(2)
  await page.getByLabel('Event').selectOption('account.sign_in_failed')
  await expect(rows).toHaveCount(1)
  await rows.first().click()
  await expect(page.getByText('"specversion"', { exact: false })).toBeVisible()

  await page.getByLabel('Event').selectOption('All events')
  await page.getByRole('button', { name: 'Person: Everybody' }).click()
  await page.getByRole('combobox', { name: 'Name, contact or id' }).fill(other.email)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Person: Rani Setia' })).toBeVisible()
  await expect(rows.filter({ hasText: 'account.signed_up' })).toHaveCount(1)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as file' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^awan-events-[\d-]+\.jsonl$/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  const types = lines.map((line) => (JSON.parse(line) as { type: string }).type)
  expect(types).toContain('account.signed_up')
  expect(lines).toHaveLength(await rows.count())

  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No events match')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2020-01-01')
})
