import { createDriveClient } from '@awan/client/drive'
import { confirm, test } from './administration.ts'
import { openClient } from './open-drive.ts'
import { createPerson, expect, expectAccessible } from './story.ts'

test('an administrator creates a group, fills it, nests it, renames it and deletes it', async ({
  page,
  server,
  person,
}) => {
  const budi = await createPerson(server, 'Budi Santoso')
  await createPerson(server, 'Citra Dewi')
  const shares = createDriveClient(await openClient(server, budi)).shares
  const dialog = page.getByRole('dialog')
  const rows = page.getByRole('main').getByRole('listitem')

  await page.goto('/admin/groups')
  await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New group' }).click()
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(dialog.getByText('This is needed.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Choir')
  await confirm(page, 'Create group', person)

  await expect(page.getByRole('heading', { name: 'Choir', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nobody is in this group yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add members' }).click()
  await dialog.getByRole('combobox').fill('budi')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await dialog.getByRole('combobox').fill('citra')
  await dialog.getByRole('option', { name: /Citra Dewi/ }).click()
  await expect(dialog.getByText('Budi Santoso, Citra Dewi')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add 2 members' }).click()
  await expect(rows.filter({ hasText: 'Budi Santoso' })).toBeVisible()
  await expect(rows.filter({ hasText: 'Citra Dewi' })).toBeVisible()
  expect((await shares.suggest()).grantees).toMatchObject([{ kind: 'group', name: 'Choir' }])

  // Another group takes the first one in, with all of its members; none of them takes a third.
  await page.getByRole('navigation').getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('button', { name: 'New group' }).click()
  await dialog.getByLabel('Name').fill('Choir')
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(dialog.getByText('Another group has this name.', { exact: false })).toBeVisible()
  await dialog.getByLabel('Name').fill('Town')
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByRole('heading', { name: 'Town', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Add members' }).click()
  await dialog.getByRole('option', { name: /Choir/ }).click()
  await dialog.getByRole('button', { name: 'Add 1 member' }).click()
  await rows.getByRole('link', { name: 'Choir' }).click()
  await expect(page.getByRole('heading', { name: 'Choir', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Add members' }).click()
  await dialog.getByRole('option', { name: /Town/ }).click()
  await dialog.getByRole('button', { name: 'Add 1 member' }).click()
  await expect(dialog.getByText('Groups nest one level deep', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Remove Citra Dewi from the group' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(rows.filter({ hasText: 'Citra Dewi' })).toBeHidden()
  await page.getByRole('button', { name: 'Rename group' }).click()
  await dialog.getByLabel('Name').fill('Singers')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Singers', level: 1 })).toBeVisible()

  await page.goto('/admin/groups')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Singers' })).toContainText('1 member')
  await page.getByLabel('Find groups').fill('sing')
  await expect(rows).toHaveCount(1)
  await page.getByLabel('Find groups').fill('nothing')
  await expect(page.getByRole('heading', { name: 'No group fits' })).toBeVisible()
  await page.getByLabel('Find groups').fill('')
  await page.getByRole('link', { name: /Singers/ }).click()
  await page.getByRole('button', { name: 'Delete group' }).click()
  await expect(dialog.getByText('Its members lose access', { exact: false })).toBeVisible()
  await confirm(page, 'Delete group', person)
  await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible()
  await expect(rows).toHaveText([/Town/])
  expect((await shares.suggest()).grantees).toEqual([])
})
