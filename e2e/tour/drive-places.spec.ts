import { expect } from '@playwright/test'
import { openDrive } from '../open-drive.ts'
import { signInQuickly } from '../story.ts'
import { test } from './see.ts'

test('the tour visits favourites, recent files, tags and search', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  const drive = await openDrive(server, person)
  await signInQuickly(page, server, person)
  await page.goto('/starred')
  await page.getByRole('heading', { name: 'No favourites yet' }).waitFor()
  await see(page, 'drive-starred')

  const day = 24 * 60 * 60 * 1000
  const put = (path: string, daysOld: number, text = path) =>
    drive.paths.put(path, new Blob([text]), {
      modified_time: new Date(Date.now() - daysOld * day).toISOString(),
    })
  await put('Family/grandma in the alps.jpg', 400)
  await put('Invoices/alpine hut.pdf', 3)
  await put('Trips/Lakes/boat hire.csv', 40)
  const list = await put(
    'Trips/Alps 2026/packing list.md',
    1,
    'Boots, rope, sunscreen and the alpine map.',
  )
  const sunrise = await put('Trips/Alps 2026/alps-sunrise.jpg', 0)
  for (const { id } of [list, sunrise]) {
    await drive.files.update(id, { starred: true, tags: ['holiday', 'mountains'] })
  }
  await expect(async () => {
    expect((await drive.search({ q: 'sunscreen' })).hits).toHaveLength(1)
  }).toPass()

  await page.goto('/recent')
  await page.getByRole('row', { name: 'boat hire' }).waitFor()
  await see(page, 'drive-recent')
  await page.goto('/tags/holiday')
  await page.getByRole('row', { name: 'packing list' }).waitFor()
  await see(page, 'drive-tag')

  await page.goto(`/files/${sunrise.parent_id}`)
  await page.getByRole('row', { name: 'packing list' }).waitFor()
  await page.getByRole('combobox').fill('alp')
  await page.getByRole('option', { name: 'packing list' }).waitFor()
  await see(page, 'drive-finding')

  await page.goto('/search?q=alp')
  await page.getByRole('row', { name: 'packing list' }).waitFor()
  await see(page, 'drive-search')

  await page.goto('/files')
  await page.getByRole('row', { name: 'Trips' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Places' }).click()
  await page.getByRole('treeitem', { name: 'Trips' }).waitFor()
  await see(page, 'drive-places')
})
