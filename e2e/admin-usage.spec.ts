import { confirm, test } from './administration.ts'
import { openDrive } from './open-drive.ts'
import { createPerson, expect, expectAccessible } from './story.ts'

test('an administrator sees who stores most, sets a quota, and reads the health page', async ({
  page,
  server,
  person,
}) => {
  const other = await createPerson(server)
  const drive = await openDrive(server, other)
  await drive.paths.put('film.bin', new Blob([new Uint8Array(2_000_000)]))
  await page.goto('/admin/storage')
  await expect(page.getByRole('heading', { name: 'Storage', level: 1 })).toBeFocused()
  await expect(page.getByText('2 MB used by 2 people.')).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('2 MB of 100 MB')
  await expect(rows.first()).toContainText('1 file')
  await expectAccessible(page)

  await rows.first().getByRole('button', { name: 'Change limit: Rani Setia' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Limit', { exact: true })).toHaveValue('100')
  await dialog.getByLabel('Limit', { exact: true }).fill('much')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Type a number, for example 50.')).toBeVisible()
  await dialog.getByLabel('Limit', { exact: true }).fill('1,5')
  await expect(
    dialog.getByText('This is less than what is stored.', { exact: false }),
  ).toBeVisible()
  await confirm(page, 'Save', person)
  await expect(rows.first()).toContainText('2 MB of 1.5 MB')
  await expect(drive.paths.put('more.txt', new Blob(['more']))).rejects.toMatchObject({
    error: 'resource_exhausted',
  })

  await page.getByLabel('Sort by').selectOption('Name')
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all')
  await expect(page.getByText('Nobody matches')).toBeVisible()

  await page.getByRole('link', { name: 'Health' }).click()
  await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeFocused()
  await expect(page.getByText('Working')).toHaveCount(3)
  await expect(page.getByText('Tasks under way')).toBeVisible()
  // Nobody has made a backup yet: it says how.
  await expect(page.getByText('Never', { exact: true })).toHaveCount(2)
  await expect(page.getByText('awan backup', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Failed' }).click()
  await expect(page.getByText('Nothing here.')).toBeVisible()
  await expectAccessible(page)
})
