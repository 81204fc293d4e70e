import { readFile } from 'node:fs/promises'
import { prepare } from './account-calls.ts'
import { test } from './administration.ts'
import { createPerson, expect, signInQuickly } from './story.ts'

const HOUR_MS = 3600_000

test('a long list of people loads page by page, can be searched, and keeps its pages after going back', async ({
  page,
  server,
  person,
}) => {
  test.slow()
  const names = Array.from({ length: 33 }, (_, index) => `Traveller ${index + 10}`)
  for (const [index, name] of names.entries()) {
    await createPerson(server, name)
    // Creating many accounts in an hour requires a captcha.
    if (index % 8 === 7) await server.advance(HOUR_MS)
  }
  await signInQuickly(page, server, person)
  await page.goto('/admin/people')
  const rows = page.getByRole('link', { name: /Traveller|Rani Setia/ })
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(rows).toHaveCount(30)
  await more.click()
  await expect(rows).toHaveCount(34)
  await expect(more).toBeHidden()
  await page.reload()
  await expect(rows).toHaveCount(34)
  await page.getByRole('link', { name: /Traveller 10/ }).click()
  await expect(page.getByRole('heading', { name: 'Traveller 10' })).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(34)

  await page.getByRole('searchbox', { name: 'Search' }).fill('traveller 4')
  await expect(rows).toHaveText([/Traveller 42/, /Traveller 41/, /Traveller 40/])
  await expect(page).toHaveURL(/q=traveller/)
  await page.getByRole('searchbox', { name: 'Search' }).fill('traveller 99')
  await expect(page.getByRole('heading', { name: 'Nobody matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Show everybody' }).click()
  await expect(rows).toHaveCount(34)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
})

test('a long audit log loads page by page, recovers from a failed page, and is saved completely', async ({
  page,
  server,
  person,
}) => {
  const owner = await prepare(server, person)
  for (let turn = 0; turn < 55; turn++) {
    await owner.call('PATCH', '/v1/user/profile', { name: `Rani ${turn}` })
  }
  await page.goto('/admin/events')
  await page.getByLabel('Event').selectOption('The profile was changed')
  const rows = page.getByRole('group')
  await expect(rows).toHaveCount(50)
  const more = page.getByRole('button', { name: 'Show more' })
  const nextPage = '**/v1/admin/events?*page_token=*'
  await page.route(nextPage, (route) =>
    route.fulfill({ status: 400, json: { error: 'invalid_argument' } }),
  )
  await more.click()
  const notes = page.getByRole('region', { name: 'Notifications (F8)' })
  await expect(notes.getByRole('listitem')).toBeVisible()
  await page.unroute(nextPage)
  await more.click()
  await expect(rows).toHaveCount(55)
  await expect(more).toBeHidden()
  await expect(rows.first()).toContainText('Rani 54')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as file' }).click()
  const saved = await readFile(await (await downloading).path(), 'utf8')
  expect(saved.trim().split('\n')).toHaveLength(55)

  await page.getByLabel('Event').selectOption('The account was frozen')
  await expect(page.getByRole('heading', { name: 'No events match' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(page.getByLabel('Event')).toHaveValue('')
  await expect(rows).toHaveCount(50)
})
