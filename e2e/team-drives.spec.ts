import { createDriveClient, createTeamDrives } from '@awan/client/drive'
import { prove } from './administration.ts'
import { openClient } from './open-drive.ts'
import { createPerson, expect, expectAccessible, signInQuickly, test } from './story.ts'

test('a manager creates a team drive and adds a member, and both work in it until it is deleted', async ({
  page,
  person,
  server,
  browser,
}) => {
  test.slow()
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('link', { name: 'Team drives' }).click()
  await expect(page.getByRole('heading', { name: 'No team drives yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New team drive' }).click()
  await page.getByRole('button', { name: 'Create team drive' }).click()
  await expect(page.getByText('Type a name.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Choir')
  await page.keyboard.press('Enter')

  // It opens at its top, and belongs to the place in the sidebar.
  await expect(page.getByRole('heading', { name: 'Choir', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Folder path' })).toHaveText('Team drives')
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team drives' }),
  ).toHaveAttribute('data-beside', 'true')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  await page.getByLabel('Folder name').fill('Songs')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: 'Songs' })).toBeVisible()

  const ben = await createPerson(server, 'Ben Adi')
  await using other = await browser.newContext({ baseURL: server.url })
  const colleague = await other.newPage()
  await signInQuickly(colleague, server, ben)
  await colleague.goto('/team')
  // Only administrators may create one here.
  await expect(colleague.getByText('Ask an administrator to create one.')).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'New team drive' })).toHaveCount(0)

  const menu = page.getByRole('button', { name: 'Actions for Choir' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Members' }).click()
  const members = page.getByRole('dialog', { name: 'Members of “Choir”' })
  await expect(members.getByRole('list').getByText('Owner')).toHaveCount(0)
  // Managers see their own membership; what they can do with it is to leave.
  await expect(members.getByText('Rani Setia (you)')).toBeVisible()
  await expect(members.getByRole('button', { name: /^Remove Rani Setia/ })).toHaveCount(0)
  await members.getByLabel('Add people or groups').fill(ben.email)
  await page.keyboard.press('Enter')
  await members.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Editor')
  await members.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(members.getByLabel('Role of Ben Adi')).toHaveValue('editor')
  await page.keyboard.press('Escape')

  // The member sees the drive appear, and what is done in it, and has no right to manage it.
  await colleague.getByRole('link', { name: 'Choir' }).click()
  await expect(colleague.getByRole('row', { name: 'Songs' })).toBeVisible()
  await colleague.getByRole('row', { name: 'Songs' }).click()
  await colleague.keyboard.press('Delete')
  await expect(page.getByRole('row', { name: 'Songs' })).toBeHidden()
  await colleague.getByRole('button', { name: 'Actions for Choir' }).click()
  await expect(colleague.getByRole('menuitem')).toHaveText(['Activity', 'Trash', 'Leave'])
  await colleague.getByRole('menuitem', { name: 'Trash' }).click()
  await expect(colleague.getByRole('row', { name: 'Songs' })).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'Empty trash' })).toHaveCount(0)
  await colleague.getByRole('row', { name: 'Songs' }).click({ button: 'right' })
  await colleague.getByRole('menuitem', { name: 'Restore' }).click()
  await expect(page.getByRole('row', { name: 'Songs' })).toBeVisible()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
  await expect(page.getByText('Restored from the trash · Ben Adi')).toBeVisible()
  await expect(page.getByText('Added · You')).toBeVisible()
  await page.getByRole('button', { name: 'Deleted and restored' }).click()
  await expect(page).toHaveURL(/\/drives\/[^/]+\/activity\?kind=/)
  await page.getByRole('link', { name: 'Choir' }).click()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Band')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Band', level: 1 })).toBeVisible()

  // The last manager cannot leave; a member can.
  const renamed = page.getByRole('button', { name: 'Actions for Band' })
  await renamed.click()
  await page.getByRole('menuitem', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You are its only manager.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await colleague.goto('/team')
  await colleague.getByRole('button', { name: 'Actions for Band' }).click()
  await colleague.getByRole('menuitem', { name: 'Leave' }).click()
  await colleague.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(colleague.getByRole('heading', { name: 'No team drives yet' })).toBeVisible()

  await renamed.click()
  await page.getByRole('menuitem', { name: 'Delete team drive' }).click()
  await page.getByRole('button', { name: 'Delete team drive' }).click()
  await prove(page, person.password)
  await page.getByLabel('Type its name: Band').fill('band')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Type exactly this: Band')).toBeVisible()
  await page.getByLabel('Type its name: Band').fill('Band')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No team drives yet' })).toBeVisible()
})

test('the list of team drives tells role and room, and on a phone in a line', async ({
  page,
  person,
  server,
}) => {
  const client = await openClient(server, person)
  const { id: driveId } = await createTeamDrives(client).create('Choir')
  const drive = createDriveClient(client, { driveId })
  await drive.paths.put('hymn.txt', new Blob(['x'.repeat(2_000_000)]))
  await signInQuickly(page, server, person)
  await page.goto('/team')
  const row = page.getByRole('row', { name: 'Choir' })
  await expect(row).toContainText('Manager')
  await expect(row).toContainText('2 MB of 100 MB')
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(row.getByText('Manager · 2 MB of 100 MB')).toBeVisible()
  await expectAccessible(page)

  // Its trash is cleared by a manager, who has the rights of an owner.
  await page.setViewportSize({ width: 1280, height: 800 })
  const { files } = await drive.files.list()
  await drive.files.trash(files.map(({ id }) => id))
  await row.getByRole('button', { name: 'Actions for Choir' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Empty trash' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
})

test('files are dragged into another drive and back onto the folders of the own one, and the task survives a reload', async ({
  page,
  person,
  server,
}) => {
  test.slow()
  const client = await openClient(server, person)
  const { id: driveId } = await createTeamDrives(client).create('Choir')
  const own = createDriveClient(client)
  const choir = createDriveClient(client, { driveId })
  const keep = await own.files.createFolder({ name: 'Keep' })
  const song = await own.paths.put('song.txt', new Blob(['La']))
  const ben = await createPerson(server, 'Ben Adi')
  await own.shares.create(song.id, {
    grantee: { kind: 'email', email: ben.email },
    role: 'viewer',
  })
  const namesIn = async (drive: typeof own, parent_id?: string) =>
    (await drive.files.list({ parent_id })).files.map(({ name }) => name)
  const name = (file: string) =>
    page.getByRole('row', { name: file }).getByText(file, { exact: true })
  await signInQuickly(page, server, person)
  await page.goto('/files')

  // Waiting over the place in the sidebar leads to the drives, and one of them takes it.
  await name('song.txt').hover()
  await page.mouse.down()
  const place = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Team drives' })
  await place.hover()
  await place.hover({ position: { x: 40, y: 10 } })
  const drives = page.getByRole('link', { name: 'Choir' })
  await drives.hover()
  await drives.hover({ position: { x: 5, y: 5 } })
  await page.mouse.up()
  // Who loses access is asked as for any other move.
  const losses = page.getByRole('dialog', { name: 'Others will lose access' })
  await expect(losses.getByRole('listitem').first()).toBeVisible()
  await losses.getByRole('button', { name: 'Move anyway' }).click()
  await expect(page.getByText('Moved 1 item to Choir')).toBeVisible()
  expect(await namesIn(choir)).toEqual(['song.txt'])
  expect(await namesIn(own)).toEqual(['Keep'])

  // Back again with Ctrl: a copy. While it is at work, a reloaded page shows it.
  await page.getByRole('link', { name: 'Choir' }).click()
  await expect(name('song.txt')).toBeVisible()
  const target = page.getByRole('treeitem', { name: 'Keep' })
  await name('song.txt').hover()
  await page.mouse.down()
  await page.keyboard.down('Control')
  await target.hover()
  await target.hover({ position: { x: 60, y: 12 } })
  await page.mouse.up()
  await page.keyboard.up('Control')
  await expect(page.getByText('Copied 1 item to Keep')).toBeVisible()
  expect(await namesIn(own, keep.id)).toEqual(['song.txt'])
  expect(await namesIn(choir)).toEqual(['song.txt'])

  // Nothing of another drive is taken by the trash of the own one.
  await name('song.txt').dragTo(page.getByRole('link', { name: 'Trash' }))
  await expect(name('song.txt')).toBeVisible()
  expect(await namesIn(choir)).toEqual(['song.txt'])

  await page.goto('/files')
  await page.route('**/drive/v1/tasks/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), phase: 'running' } })
  })
  await page.getByRole('row', { name: 'Keep' }).dblclick()
  await expect(name('song.txt')).toBeVisible()
  await name('song.txt').hover()
  await page.mouse.down()
  await place.hover()
  await place.hover({ position: { x: 40, y: 10 } })
  await drives.hover()
  await drives.hover({ position: { x: 5, y: 5 } })
  await page.mouse.up()
  const tray = page.getByRole('region', { name: 'Tasks' })
  await expect(tray.getByText(/1 task under way/)).toBeVisible()
  await page.reload()
  await expect(tray.getByText(/1 task under way/)).toBeVisible()
  // An answer that is on its way is waited for: nobody else may give it.
  await page.unrouteAll({ behavior: 'wait' })
  await expect(tray.getByText(/1 task finished|Not everything/)).toBeVisible()
})
