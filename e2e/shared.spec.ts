import { createDriveClient } from '@awan/client/drive'
import { createLinks, openVisit } from '@awan/client/links'
import { openClient, openDrive } from './open-drive.ts'
import { createPerson, expect, signInQuickly, test } from './story.ts'

test('a colleague works in a shared folder, live with its owner, until access ends', async ({
  page,
  person,
  server,
  browser,
}) => {
  test.slow()
  const drive = await openDrive(server, person)
  const trip = await drive.files.createFolder({ name: 'Trip' })
  await drive.files.createFolder({ name: 'Private' })
  await signInQuickly(page, server, person)
  await page.goto(`/files/${trip.id}`)
  await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible()

  const ben = await createPerson(server, 'Ben Adi')
  await using other = await browser.newContext({ baseURL: server.url })
  await other.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  const colleague = await other.newPage()
  const { sub } = await signInQuickly(colleague, server, ben)
  await colleague.goto('/files')
  await colleague.getByRole('link', { name: 'Shared', exact: true }).click()
  await expect(
    colleague.getByRole('heading', { name: 'Nothing is shared with you yet' }),
  ).toBeVisible()

  // The share appears by itself, and opens with its name as the top of the path.
  const grant = await drive.shares.create(trip.id, {
    grantee: { kind: 'person', sub },
    role: 'editor',
  })
  const row = colleague.getByRole('row', { name: 'Trip' })
  await expect(row).toContainText('Rani Setia')
  await expect(row).toContainText('Editor')
  await row.getByRole('link', { name: 'Trip' }).click()
  await expect(colleague.getByRole('heading', { name: 'Trip', level: 1 })).toBeVisible()
  await expect(colleague.getByRole('navigation', { name: 'Folder path' })).toHaveText(
    'Shared with me',
  )

  // An editor uploads; the owner sees the file without a reload, and renames it.
  const choosing = colleague.waitForEvent('filechooser')
  await colleague.getByRole('button', { name: 'New', exact: true }).click()
  await colleague.getByRole('menuitem', { name: 'Upload files' }).click()
  await (await choosing).setFiles({
    name: 'route.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Up, then down.'),
  })
  await expect(colleague.getByRole('row', { name: 'route.txt' })).toBeVisible()
  await page.getByRole('row', { name: 'route.txt' }).click()
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('way')
  await page.keyboard.press('Enter')
  await expect(colleague.getByRole('row', { name: 'way.txt' })).toBeVisible()

  // The colleague opens it, and finds it after a reload.
  await colleague.getByRole('row', { name: 'way.txt' }).dblclick()
  await expect(colleague.getByText('Up, then down.')).toBeVisible()
  await colleague.reload()
  await expect(colleague.getByText('Up, then down.')).toBeVisible()
  await colleague.keyboard.press('Escape')
  await expect(colleague.getByRole('row', { name: 'way.txt' })).toBeVisible()

  // As a viewer they look, and are offered nothing that would be refused.
  await drive.shares.change(grant.id, { role: 'viewer' })
  await expect(colleague.getByRole('button', { name: 'New', exact: true })).toBeHidden()
  await colleague.getByRole('row', { name: 'way.txt' }).click({ button: 'right' })
  for (const name of ['Download', 'Save to my drive', 'Copy to…']) {
    await expect(colleague.getByRole('menuitem', { name })).toBeVisible()
  }
  for (const name of ['Rename', 'Move to…', 'Cut', 'Duplicate', 'Move to trash']) {
    await expect(colleague.getByRole('menuitem', { name, exact: true })).toBeHidden()
  }
  await colleague.keyboard.press('Escape')

  // When access ends the page says so and leads back.
  await drive.shares.revoke(grant.id)
  await expect(colleague.getByRole('heading', { name: 'You no longer have access' })).toBeVisible()
  await colleague.getByRole('link', { name: 'Go to Shared' }).click()
  await expect(
    colleague.getByRole('heading', { name: 'Nothing is shared with you yet' }),
  ).toBeVisible()
})

test('a contributor of two shares of one person adds files, and moves what is theirs only within one share', async ({
  page,
  person,
  server,
}) => {
  const ana = await createPerson(server, 'Ana Lestari')
  const drive = await openDrive(server, ana)
  const { sub } = await signInQuickly(page, server, person)
  const grantee = { kind: 'person', sub } as const
  const trip = await drive.files.createFolder({ name: 'Trip' })
  const choir = await drive.files.createFolder({ name: 'Choir' })
  await drive.files.createFolder({ name: 'Alps', parent_id: trip.id })
  await drive.shares.create(trip.id, { grantee, role: 'contributor' })
  const { drive_id } = await drive.shares.create(choir.id, { grantee, role: 'viewer' })

  await page.goto(`/drives/${drive_id}/files/${choir.id}`)
  await expect(page.getByText('You may not add anything to this folder.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeHidden()

  await page.goto(`/drives/${drive_id}/files/${trip.id}`)
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  await page.getByLabel('Folder name').fill('Mine')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Mine' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  const folders = page.getByRole('tree', { name: 'Folders' }).last()
  await expect(folders.getByRole('treeitem').first()).toHaveAccessibleName('Trip')
  await expect(folders.getByRole('treeitem', { name: 'Choir' })).toHaveCount(0)
  await folders.getByRole('treeitem', { name: 'Alps' }).click()
  await page.getByRole('button', { name: 'Move to Alps' }).click()
  await expect(page.getByRole('row', { name: 'Mine' })).toBeHidden()
  await page.getByRole('row', { name: 'Alps' }).dblclick()
  await expect(page.getByRole('row', { name: 'Mine' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Folder path' })).toContainText('Trip')
})

test('a file that is shared alone opens over a list of its own', async ({
  page,
  person,
  server,
}) => {
  const ana = await createPerson(server, 'Ana Lestari')
  const drive = await openDrive(server, ana)
  const { sub } = await signInQuickly(page, server, person)
  const note = await drive.paths.put('Secret/plan.txt', new Blob(['Meet at nine.']))
  await drive.shares.create(note.id, { grantee: { kind: 'person', sub }, role: 'viewer' })
  const trip = await drive.files.createFolder({ name: 'Trip' })
  await drive.shares.create(trip.id, { grantee: { kind: 'person', sub }, role: 'editor' })
  await page.goto('/shared')
  await page.getByRole('link', { name: 'plan.txt' }).click()
  await expect(page.getByText('Meet at nine.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'plan.txt', level: 1 })).toBeVisible()
  await expect(page.getByRole('row', { name: 'plan.txt' })).toBeVisible()
  await expect(page.getByText('Secret')).toHaveCount(0)
  // There is no folder to add to, though the same person shares one.
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeHidden()
  await page.getByRole('navigation', { name: 'Folder path' }).getByRole('link').click()
  await expect(page).toHaveURL(/\/shared$/)
})

test('shares are left and ended, and links are copied and ended, after a question', async ({
  page,
  person,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ana = await createPerson(server, 'Ana Lestari')
  const { sub: anaSub } = await signInQuickly(page, server, ana)
  const { sub } = await signInQuickly(page, server, person)
  const hers = await openDrive(server, ana)
  const choir = await hers.files.createFolder({ name: 'Choir' })
  await hers.shares.create(choir.id, { grantee: { kind: 'person', sub }, role: 'viewer' })
  const client = await openClient(server, person)
  const drive = createDriveClient(client)
  const trip = await drive.files.createFolder({ name: 'Trip' })
  await drive.shares.create(trip.id, {
    grantee: { kind: 'person', sub: anaSub },
    role: 'editor',
    expires_time: '2030-01-31T12:00:00Z',
  })
  const link = await createLinks(client).create(trip.id, {
    label: 'Our pictures',
    password: 'lanterns over quiet hills',
    download_limit: 20,
  })

  await page.goto('/shared')
  await page.getByRole('button', { name: 'Actions for Choir' }).click()
  await page.getByRole('menuitem', { name: 'Leave' }).click()
  await expect(page.getByRole('dialog')).toContainText('ask Ana Lestari')
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Nothing is shared with you yet' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Shared', level: 1 })).toBeFocused()

  await page.getByRole('tab', { name: 'By me' }).click()
  const share = page.getByRole('row', { name: 'Ana Lestari' })
  await expect(share).toContainText(/Until.*2030/)
  await share.getByRole('button', { name: 'End access' }).click()
  await page.getByRole('button', { name: 'End access', exact: true }).click()
  await expect(share).toBeHidden()

  await page.getByRole('tab', { name: 'Links' }).click()
  const row = page.getByRole('row', { name: 'Trip' })
  await expect(row).toContainText('With password · Our pictures')
  await expect(row).toContainText('0 of 20 downloads')
  await row.getByRole('button', { name: 'Copy the link to Trip' }).click()
  await expect(row.getByRole('button', { name: 'Link copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.url)
  await row.getByRole('button', { name: 'Revoke the link to Trip' }).click()
  await page.getByRole('button', { name: 'Revoke link', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You have no links yet' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Links' })).toHaveAttribute('aria-selected', 'true')
})

test('the lists of own shares and links show what others do without a reload', async ({
  page,
  person,
  server,
}) => {
  const ana = await createPerson(server, 'Ana Lestari')
  const hers = await openDrive(server, ana)
  const song = await hers.paths.put('Choir/song.txt', new Blob(['La la la']))
  const { sub } = await signInQuickly(page, server, person)
  const { drive_id: driveId } = await hers.shares.create(song.parent_id ?? '', {
    grantee: { kind: 'person', sub },
    role: 'manager',
  })
  const client = await openClient(server, person)
  const link = await createLinks(client, { driveId }).create(song.id, { download_limit: 1 })
  await page.goto('/shared?tab=links')
  const row = page.getByRole('row', { name: 'song.txt' })
  await expect(row).toContainText('0 of 1 downloads')

  // A visitor uses it up.
  const visit = await openVisit(client, { token: link.token ?? '' })
  const content = await createDriveClient(visit.host).files.download(song.id)
  expect(await content.text()).toBe('La la la')
  await expect(row).toContainText('1 of 1 downloads')

  // The owner of the drive ends it.
  await page.getByRole('tab', { name: 'By me' }).click()
  await expect(row).toBeVisible()
  await hers.shares.revoke(link.id)
  await expect(row).toBeHidden()
  await page.getByRole('tab', { name: 'Links' }).click()
  await expect(row).toBeHidden()
})

test('a recipient gives what is shared with them a name of their own', async ({
  page,
  person,
  server,
}) => {
  const { sub } = await signInQuickly(page, server, person)
  const ben = await openDrive(server, await createPerson(server, 'Ben Adi'))
  const trip = await ben.files.createFolder({ name: 'Trip' })
  await ben.shares.create(trip.id, { grantee: { kind: 'person', sub }, role: 'viewer' })
  await page.goto('/shared')
  await page.getByRole('button', { name: 'Actions for Trip' }).click()
  await page.getByRole('menuitem', { name: 'Rename for yourself' }).click()
  await page.getByRole('textbox', { name: 'Your name for it' }).fill('Harbour tour')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  const row = page.getByRole('row', { name: 'Harbour tour' })
  await expect(row).toContainText('Original name: Trip')
  await row.getByRole('link', { name: 'Harbour tour' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour tour', level: 1 })).toBeVisible()
  await page.goto('/search?q=harbour&where=everything')
  await expect(page.getByRole('row', { name: 'Harbour tour' })).toContainText('Original name: Trip')
})

test('a shortcut to what is shared goes into any own folder, opens from there, and shows when it is broken', async ({
  page,
  person,
  server,
}) => {
  const { sub } = await signInQuickly(page, server, person)
  const ben = await openDrive(server, await createPerson(server, 'Ben Adi'))
  const trip = await ben.files.createFolder({ name: 'Trip' })
  await ben.files.createFolder({ name: 'Day one', parent_id: trip.id })
  const grant = await ben.shares.create(trip.id, {
    grantee: { kind: 'person', sub },
    role: 'viewer',
  })
  const hers = await openDrive(server, person)
  await hers.files.createFolder({ name: 'Travels' })
  await page.goto('/shared')
  await page.getByRole('button', { name: 'Actions for Trip' }).click()
  await page.getByRole('menuitem', { name: 'Add shortcut to My files…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a shortcut to Trip' })
  await dialog.getByRole('treeitem', { name: 'Travels' }).click()
  await dialog.getByRole('button', { name: 'Add to Travels' }).click()
  await expect(page.getByText('“Trip” is in Travels as a shortcut')).toBeVisible()
  await page.getByRole('link', { name: 'My files' }).first().click()
  await page.getByRole('row', { name: 'Travels' }).dblclick()
  const shortcut = page.getByRole('row', { name: 'Trip' })
  // At another place: the clicks that opened the folder do not count for what is in it.
  await shortcut.dblclick({ position: { x: 400, y: 20 } })
  await expect(page.getByRole('heading', { name: 'Trip', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/drives\//)

  // From inside of what is shared, a menu does the same.
  await page.getByRole('row', { name: 'Day one' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Add shortcut to My files…' }).click()
  await page.getByRole('button', { name: 'Add to My files' }).click()
  await expect(page.getByText('“Day one” is in My files as a shortcut')).toBeVisible()

  // The list shows it while it is open, without a word about what was there.
  await page.getByRole('link', { name: 'My files' }).first().click()
  const broken = page.getByRole('row', { name: 'Day one' })
  await expect(broken).toBeVisible()
  await expect(broken.getByRole('img', { name: 'Broken shortcut' })).toHaveCount(0)
  await ben.shares.revoke(grant.id)
  await expect(broken.getByRole('img', { name: 'Broken shortcut' })).toBeVisible()
  await broken.dblclick()
  const question = page.getByRole('dialog', { name: '“Day one” leads nowhere' })
  await expect(question).toContainText('This shortcut leads nowhere')
  await question.getByRole('button', { name: 'Remove shortcut' }).click()
  await expect(broken).toBeHidden()
  await expect(page).toHaveURL('/files')
})
