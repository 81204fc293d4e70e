import type { DriveClient } from '@awan/client/drive'
import { openDrive } from './open-drive.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signInQuickly, test } from './story.ts'

/** The tags of each file of the top folder, by its name. */
async function tagsOf(drive: DriveClient): Promise<Record<string, string[]>> {
  const { files } = await drive.files.list()
  return Object.fromEntries(files.map(({ name, tags }) => [name, tags]))
}

test('tags are added to many files and removed from them at once, and undone', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  for (const name of ['moon.txt', 'sea.txt', 'sun.txt']) {
    const { id } = await drive.paths.put(name, new Blob([name]))
    if (name === 'sea.txt') await drive.files.update(id, { tags: ['holiday', 'old'] })
  }
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('row', { name: 'sea.txt' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('row', { name: 'sea.txt' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Tags…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tags of 3 items' })
  const tag = (name: string) => dialog.getByRole('button', { name, exact: true })
  await expect(tag('holiday')).toHaveAttribute('aria-pressed', 'mixed')
  await tag('holiday').click()
  await expect(tag('holiday')).toHaveAttribute('aria-pressed', 'true')
  await tag('old').click()
  await tag('old').click()
  await expect(tag('old')).toHaveAttribute('aria-pressed', 'false')
  await dialog.getByLabel('Add a tag').fill('sky')
  await page.keyboard.press('Enter')
  await expect(tag('sky')).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await dialog.getByRole('button', { name: 'Save tags' }).click()
  const saved = page.getByRole('listitem').filter({ hasText: 'Tags of 3 items saved' })
  await expect(saved).toBeVisible()
  expect(await tagsOf(drive)).toEqual({
    'moon.txt': ['holiday', 'sky'],
    'sea.txt': ['holiday', 'sky'],
    'sun.txt': ['holiday', 'sky'],
  })
  await saved.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Undone' })).toBeVisible()
  expect(await tagsOf(drive)).toEqual({
    'moon.txt': [],
    'sea.txt': ['holiday', 'old'],
    'sun.txt': [],
  })
})

test('a tag is renamed and deleted for all that has it, and that is undone', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  for (const name of ['sea.txt', 'sun.txt']) {
    const { id } = await drive.paths.put(name, new Blob([name]))
    await drive.files.update(id, { tags: name === 'sea.txt' ? ['tripp', 'trip'] : ['tripp'] })
  }
  await signInQuickly(page, server, person)
  await page.goto('/tags/tripp')
  await page.getByRole('button', { name: 'Actions for the tag tripp' }).click()
  await page.getByRole('menuitem', { name: 'Rename tag' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the tag').fill('')
  await dialog.getByRole('button', { name: 'Rename tag' }).click()
  await expect(dialog).toContainText('Type a name.')
  await dialog.getByLabel('Name of the tag').fill('trip')
  await expect(dialog).toContainText('This tag is in use already')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Rename tag' }).click()
  await expect(page).toHaveURL('/tags/trip')
  await expect(page.getByRole('row', { name: 'sun.txt' })).toBeVisible()
  expect(await tagsOf(drive)).toEqual({ 'sea.txt': ['trip'], 'sun.txt': ['trip'] })

  await page.getByRole('button', { name: 'Actions for the tag trip' }).click()
  await page.getByRole('menuitem', { name: 'Delete tag' }).click()
  await expect(dialog).toContainText('It is removed from 2 items.')
  await dialog.getByRole('button', { name: 'Delete tag' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing has this tag' })).toBeVisible()
  expect(await tagsOf(drive)).toEqual({ 'sea.txt': [], 'sun.txt': [] })

  const saved = page.getByRole('listitem').filter({ hasText: 'Tags of 2 items saved' })
  await saved.last().getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: 'sun.txt' })).toBeVisible()
  expect(await tagsOf(drive)).toEqual({ 'sea.txt': ['trip'], 'sun.txt': ['trip'] })
})
