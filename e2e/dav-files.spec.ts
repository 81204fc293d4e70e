import { checkEverywhere } from './check-everywhere.ts'
import { LOCK, openProgram } from './dav-program.ts'
import { openDrive } from './open-drive.ts'
import { expect, signInQuickly, test } from './story.ts'

test('a file that a program has open is marked in lists with who holds it, until it is closed', async ({
  page,
  person,
  server,
}) => {
  const dav = await openProgram(server, person)
  await dav('PUT', 'budget.xlsx', { body: 'numbers' })
  await dav('PUT', 'notes.txt', { body: 'words' })
  await signInQuickly(page, server, person)
  await page.goto('/files')
  const row = page.getByRole('row', { name: /^budget\.xlsx/ })
  await expect(row).toBeVisible()
  // Into a list that is open, and nobody reloads the page.
  const token = (await dav('LOCK', 'budget.xlsx', { body: LOCK })).headers.get('lock-token') ?? ''
  const mark = row.getByRole('img', { name: /^Locked by Rani Setia until / })
  await expect(mark).toBeVisible()
  await expect(page.getByRole('img', { name: /^Locked by/ })).toHaveCount(1)
  await checkEverywhere(page, 'locked-file')

  await page.getByRole('button', { name: 'Grid' }).click()
  await expect(page.getByRole('img', { name: /^Locked by/ })).toBeVisible()
  await page.getByRole('button', { name: 'List' }).click()
  await page.goto('/recent')
  await expect(mark).toBeVisible()

  await dav('UNLOCK', 'budget.xlsx', { token })
  await expect(page.getByRole('img', { name: /^Locked by/ })).toHaveCount(0)
  await expect(row).toBeVisible()
})

test('what programs leave for themselves is in no list, and stays where the programs look for it', async ({
  page,
  person,
  server,
}) => {
  const dav = await openProgram(server, person)
  const drive = await openDrive(server, person)
  const left = ['._sea.jpg', '.DS_Store', 'Thumbs.db', '~$letter.docx']
  await dav('MKCOL', 'Trips')
  for (const name of [...left, 'sea.txt', 'letter.docx'])
    await dav('PUT', `Trips/${encodeURIComponent(name)}`, { body: 'sea' })
  await signInQuickly(page, server, person)
  const { files } = await drive.files.list()
  await page.goto(`/files/${files[0]?.id}`)
  const rows = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') })
  await expect(page.getByRole('row', { name: /^sea\.txt/ })).toBeVisible()
  await expect(rows).toHaveCount(2)
  // All that is there, is what is seen.
  await page.getByRole('row', { name: /^sea\.txt/ }).click()
  await page.keyboard.press('Control+a')
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()

  await page.goto('/recent')
  await expect(page.getByRole('row', { name: /^sea\.txt/ })).toBeVisible()
  await expect(rows).toHaveCount(2)
  await page.goto('/search?q=sea')
  await expect(page.getByRole('row', { name: /^sea\.txt/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /_sea/ })).toHaveCount(0)
  for (const name of left) await dav('GET', `Trips/${encodeURIComponent(name)}`)
})
