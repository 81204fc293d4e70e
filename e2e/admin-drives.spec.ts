import { createDriveClient } from '@awan/client/drive'
import { confirm, test } from './administration.ts'
import { openClient } from './open-drive.ts'
import { createPerson, expect, expectAccessible } from './story.ts'

test('an administrator creates a team drive, looks after it without seeing into it, and deletes it', async ({
  page,
  server,
  person,
}) => {
  const budi = await createPerson(server, 'Budi Santoso')
  await createPerson(server, 'Citra Dewi')
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('main').getByRole('listitem')

  await page.goto('/admin/drives')
  await expect(page.getByRole('heading', { name: 'No team drives yet' })).toBeVisible()
  await page.getByRole('link', { name: 'New team drive' }).click()
  await page.getByLabel('Limit', { exact: true }).fill('much')
  await page.getByRole('button', { name: 'Create team drive' }).click()
  await expect(page.getByText('This is needed.')).toBeVisible()
  await expect(page.getByText('Choose the person who manages the drive.')).toBeVisible()
  await expect(page.getByText('Type a number, for example 50.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Choir')
  await page.getByRole('button', { name: 'Choose a person' }).click()
  await dialog.getByRole('combobox').fill('budi')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await dialog.getByRole('option', { name: /Budi Santoso/ }).click()
  await page.getByLabel('Limit', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Create team drive' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expect(row).toContainText('Choir')
  await expect(row).toContainText('1 member · managed by Budi Santoso')
  const client = await openClient(server, budi)
  const { drives } = await createDriveClient(client).drives()
  const team = drives.find(({ name }) => name === 'Choir')
  const drive = createDriveClient(client, { driveId: team?.id ?? '' })
  await drive.paths.put('Secret plans.txt', new Blob([new Uint8Array(1_000_000)]))
  await page.reload()
  await expect(row).toContainText('1 MB of 2 GB')
  await expect(page.getByText('Secret plans')).toBeHidden()
  await expectAccessible(page)

  const act = async (name: string) => {
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Change limit')
  await dialog.getByLabel('No limit').check()
  await confirm(page, 'Save', person)
  await expect(row).toContainText('1 MB, no limit')
  await act('Rename')
  await dialog.getByLabel('Name').fill('Band')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Band')
  await act('Appoint manager')
  await dialog.getByRole('option', { name: /Citra Dewi/ }).click()
  await expect(row).toContainText('2 members')
  await expect(row).toContainText('Citra Dewi')

  await act('Delete team drive')
  await dialog.getByLabel('Type Band to confirm').fill('Choir')
  await dialog.getByRole('button', { name: 'Delete team drive' }).click()
  await expect(dialog.getByText('This is not the same.', { exact: false })).toBeVisible()
  await dialog.getByLabel('Type Band to confirm').fill('Band')
  await dialog.getByRole('button', { name: 'Delete team drive' }).click()
  await expect(page.getByRole('heading', { name: 'No team drives yet' })).toBeVisible()
  await expect(drive.about()).rejects.toMatchObject({ error: 'not_found' })
})
