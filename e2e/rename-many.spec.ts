import type { DriveClient } from '@awan/client/drive'
import type { Page } from '@playwright/test'
import { openDrive } from './open-drive.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signInQuickly, test } from './story.ts'

async function put(drive: DriveClient, ...names: string[]): Promise<void> {
  for (const name of names) await drive.paths.put(name, new Blob([name]))
}

async function namesIn(drive: DriveClient): Promise<string[]> {
  return (await drive.files.list()).files.map(({ name }) => name)
}

/** The files from one to another are chosen, and the dialog is opened by its key. */
async function openDialog(page: Page, { from, to }: { from: string; to: string }) {
  await page.goto('/files')
  await page.getByRole('row', { name: from }).first().click()
  await page.getByRole('row', { name: to }).click({ modifiers: ['Shift'] })
  await page.keyboard.press('F2')
  return page.getByRole('dialog')
}

const note = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('many files are renamed by one rule, seen before, and all names come back at once', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  const before = ['IMG 1.jpg', 'IMG 2.jpg', 'IMG 3.jpg', 'other.txt']
  await put(drive, ...before)
  await signInQuickly(page, server, person)
  const dialog = await openDialog(page, { from: 'IMG 1.jpg', to: 'IMG 3.jpg' })
  const preview = dialog.getByRole('region', { name: 'Old and new names' }).getByRole('listitem')
  const go = dialog.getByRole('button', { name: /^Rename \d items?$/ })
  await expect(dialog.getByText('No name changes yet.')).toBeVisible()
  await expect(go).toBeDisabled()
  await dialog.getByLabel('Replace', { exact: true }).fill('img')
  await dialog.getByLabel('With', { exact: true }).fill('Sea')
  await expect(preview).toHaveText([
    /IMG 1\.jpg.*Sea 1\.jpg/,
    /IMG 2\.jpg.*Sea 2\.jpg/,
    /IMG 3\.jpg.*Sea 3\.jpg/,
  ])
  await dialog.getByLabel('Match upper and lower case').check()
  await expect(preview.first()).toContainText('Stays as it is')
  // A name that moves on to the next file is free for the one before.
  await dialog.getByLabel('What changes').selectOption('Number')
  await dialog.getByLabel('Name', { exact: true }).fill('IMG')
  await dialog.getByLabel('First number').fill('2')
  await dialog.getByLabel('Digits').fill('1')
  await expect(preview.last()).toContainText('IMG 4.jpg')
  await expect(go).toBeEnabled()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await go.click()
  await expect(dialog).toBeHidden()
  await expect(note(page, 'Renamed 3 items')).toBeVisible()
  await expect(page.getByRole('row', { name: 'IMG 4.jpg' })).toBeVisible()
  expect(await namesIn(drive)).toEqual(['IMG 2.jpg', 'IMG 3.jpg', 'IMG 4.jpg', 'other.txt'])
  await note(page, 'Renamed 3 items').getByRole('button', { name: 'Undo' }).click()
  await expect(note(page, 'Undone')).toBeVisible()
  expect(await namesIn(drive)).toEqual(before)
  // Names that move on to the next file are given again, and taken back again.
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(note(page, 'Renamed 3 items')).toBeVisible()
  expect(await namesIn(drive)).toEqual(['IMG 2.jpg', 'IMG 3.jpg', 'IMG 4.jpg', 'other.txt'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('row', { name: 'IMG 1.jpg' })).toBeVisible()
  expect(await namesIn(drive)).toEqual(before)
})

test('nothing is renamed while a name cannot be used, and each says why', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  await put(drive, 'a.txt', 'aa.txt', 'b.txt')
  await signInQuickly(page, server, person)
  const dialog = await openDialog(page, { from: 'a.txt', to: 'aa.txt' })
  const go = dialog.getByRole('button', { name: /^Rename \d items?$/ })
  const [find, to] = [
    dialog.getByLabel('Replace', { exact: true }),
    dialog.getByLabel('With', { exact: true }),
  ]
  await find.fill('a')
  await to.fill('')
  await expect(dialog.getByText('Another of these items would get this name too.')).toHaveCount(2)
  await expect(go).toBeDisabled()
  await to.fill('x/')
  await expect(dialog.getByText('A name cannot contain a slash', { exact: false })).toHaveCount(2)
  await find.fill('aa')
  await to.fill('b')
  await expect(dialog.getByText('Something else in this folder has this name.')).toBeVisible()
  await expect(dialog.getByText('1 name cannot be used.', { exact: false })).toBeVisible()
  await expect(go).toBeDisabled()
  await to.fill('c')
  await expect(go).toBeEnabled()
  await expect(dialog.getByText('cannot be used', { exact: false })).toBeHidden()
})

test('what somebody else renames meanwhile is not overwritten', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  await put(drive, 'a.txt', 'b.txt')
  const { files } = await drive.files.list()
  await signInQuickly(page, server, person)
  const dialog = await openDialog(page, { from: 'a.txt', to: 'b.txt' })
  await dialog.getByLabel('What changes').selectOption('Add text')
  await dialog.getByLabel('After the name').fill(' old')
  const go = dialog.getByRole('button', { name: 'Rename 2 items' })
  await expect(go).toBeEnabled()
  await page.route('**/files:batchRename*', async (route) => {
    await drive.files.update(files[0]?.id ?? '', { name: 'theirs.txt' })
    await route.continue()
  })
  await go.click()
  const failed = note(page, '1 item was not renamed')
  await expect(failed).toContainText('It was changed elsewhere meanwhile.')
  await expect(note(page, 'Renamed 1 item')).toBeVisible()
  expect(await namesIn(drive)).toEqual(['b old.txt', 'theirs.txt'])
})

test('everything in a folder of thousands is renamed at once', async ({ page, person, server }) => {
  test.slow()
  const drive = await openDrive(server, person)
  const count = 1500
  const entries = Array.from({ length: count }, (_, n) => ({
    path: `note ${String(n + 1).padStart(4, '0')}.txt`,
    content: new Blob([String(n)]),
  }))
  const folder = await drive.files.createFolder({ name: 'Notes' })
  await drive.uploads.bundle(entries, { parent_id: folder.id })
  await signInQuickly(page, server, person)
  await page.goto(`/files/${folder.id}`)
  await page.getByRole('row', { name: 'note 0001.txt' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByText('1,500 selected', { exact: true })).toBeVisible()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: 'Rename 1,500 items' })
  await dialog.getByLabel('What changes').selectOption('Number')
  await dialog.getByLabel('Name', { exact: true }).fill('page')
  await dialog.getByRole('button', { name: 'Rename 1,500 items' }).click()
  await expect(note(page, 'Renamed 1,500 items')).toBeVisible({ timeout: 30_000 })
  const { files } = await drive.files.list({ parent_id: folder.id, page_size: 1000 })
  expect([files[0]?.name, files.at(-1)?.name]).toEqual(['page 0001.txt', 'page 1000.txt'])
})
