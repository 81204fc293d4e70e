import { openDrive } from './open-drive.ts'
import { expect, signInQuickly, test } from './story.ts'

test('changes from another browser appear without a reload and do not move the focus', async ({
  page,
  person,
  server,
  browser,
}) => {
  const drive = await openDrive(server, person)
  const trips = await drive.files.createFolder({ name: 'Trips' })
  await drive.files.createFolder({ name: 'Budget' })
  await signInQuickly(page, server, person)
  await page.goto('/files')
  const budget = page.getByRole('row', { name: 'Budget' })
  await budget.focus()

  await using other = await browser.newContext({ baseURL: server.url })
  const otherPage = await other.newPage()
  await signInQuickly(otherPage, server, person)
  await otherPage.goto('/files')
  await expect(otherPage.getByRole('row', { name: 'Trips' })).toBeVisible()
  await otherPage.getByRole('button', { name: 'New', exact: true }).click()
  await otherPage.getByRole('menuitem', { name: 'New folder' }).click()
  await otherPage.getByLabel('Folder name').fill('Alps')
  await otherPage.keyboard.press('Enter')

  await expect(page.getByRole('row', { name: 'Alps' })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'Alps' })).toBeVisible()
  await expect(budget).toBeFocused()

  await drive.files.update(trips.id, { name: 'Journeys' })
  for (const each of [page, otherPage]) {
    await expect(each.getByRole('row', { name: 'Journeys' })).toBeVisible()
    await expect(each.getByRole('row', { name: 'Trips' })).toBeHidden()
    await expect(each.getByRole('treeitem', { name: 'Journeys' })).toBeVisible()
  }
  await drive.paths.put('Journeys/notes.txt', new Blob(['Rain.'.repeat(1000)]))
  await expect(page.getByText('5 kB of 100 MB')).toBeVisible()
})

test('two tabs share one event stream for changes and inbox, and the second opens its own when the first is closed', async ({
  page,
  person,
  server,
  context,
}) => {
  const drive = await openDrive(server, person)
  let streams = 0
  await context.route('**/drive/v1/changes/events', (route) => {
    streams += 1
    return route.continue()
  })
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await drive.files.createFolder({ name: 'One' })
  await expect(page.getByRole('row', { name: 'One' })).toBeVisible()

  const second = await context.newPage()
  await second.goto('/files')
  await expect(second.getByRole('row', { name: 'One' })).toBeVisible()
  await drive.files.createFolder({ name: 'Two' })
  await expect(second.getByRole('row', { name: 'Two' })).toBeVisible()
  await expect.poll(() => streams).toBe(1)

  await page.close()
  await drive.files.createFolder({ name: 'Three' })
  await expect(second.getByRole('row', { name: 'Three' })).toBeVisible()
  await expect.poll(() => streams).toBe(2)
})

test('a change between the first list and the first cursor appears without a further change', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  await drive.files.createFolder({ name: 'Before' })
  await signInQuickly(page, server, person)
  const listed = Promise.withResolvers<void>()
  await page.route(/\/drive\/v1\/changes$/, async (route) => {
    await listed.promise
    await route.continue()
  })
  await page.goto('/files')
  await expect(page.getByRole('row', { name: 'Before' })).toBeVisible()
  await drive.files.createFolder({ name: 'Between' })
  listed.resolve()
  await expect(page.getByRole('row', { name: 'Between' })).toBeVisible()
})

test('changes made while the browser was offline appear when it is online again', async ({
  page,
  person,
  server,
  context,
}) => {
  const drive = await openDrive(server, person)
  await drive.files.createFolder({ name: 'Before' })
  await signInQuickly(page, server, person)
  const listening = page.waitForResponse('**/drive/v1/changes/events')
  await page.goto('/files')
  await expect(page.getByRole('row', { name: 'Before' })).toBeVisible()
  await listening
  await context.setOffline(true)
  await drive.files.createFolder({ name: 'Meanwhile' })
  await context.setOffline(false)
  await expect(page.getByRole('row', { name: 'Meanwhile' })).toBeVisible()
})

test('a file that another browser has moved meanwhile is not moved to the trash, and the list shows that it is gone', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  const archive = await drive.files.createFolder({ name: 'Archive' })
  const letter = await drive.paths.put('letter.txt', new Blob(['Dear Ana']))
  // The page does not learn of it before the person acts.
  await page.route('**/drive/v1/changes**', (route) => route.abort())
  await signInQuickly(page, server, person)
  await page.goto('/files')
  const row = page.getByRole('row', { name: 'letter.txt' })
  await row.click()
  await drive.files.move([letter.id], archive.id)
  await page.keyboard.press('Delete')

  await expect(page.getByText('It was changed elsewhere meanwhile.')).toBeVisible()
  await expect(row).toBeHidden()
  expect(await drive.files.get(letter.id)).toMatchObject({ parent_id: archive.id })
  expect((await drive.files.get(letter.id)).trashed_time).toBeUndefined()
})
