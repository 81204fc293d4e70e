import { checkEverywhere } from './check-everywhere.ts'
import { expectAccessible, noise, signIn, test } from './story.ts'

// Every screen by itself is checked by the tour.
test('the drive with a dialog, long names and an open tray is accessible', async ({
  page,
  person,
}) => {
  test.slow()
  await signIn(page, person)
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').waitFor()
  await checkEverywhere(page, 'a dialog')
  await page
    .getByLabel('Folder name')
    .fill('A folder whose name goes on and on, far beyond any column'.repeat(3))
  await page.getByRole('button', { name: 'Create folder' }).click()
  await page.getByRole('row', { name: /A folder whose name/ }).waitFor()

  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload files' }).click()
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: noise(2000) }
  await (await choosing).setFiles([notes, notes, { ...notes, buffer: noise(5000, 7) }])
  await page.getByText('Do the same for all 2 taken names').waitFor()
  await checkEverywhere(page, 'files and the tray')

  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menu').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
})
