import { createDriveClient, createTeamDrives } from '@awan/client/drive'
import { openClient, openDrive } from './open-drive.ts'
import { openLinks, pageOf } from './open-links.ts'
import { createPerson, expect, expectAccessible, signInQuickly, test } from './story.ts'

test('a file is moved to a team drive and back by undo, and cut in one drive and pasted in another', async ({
  page,
  person,
  server,
}) => {
  test.slow()
  const client = await openClient(server, person)
  const own = createDriveClient(client)
  const { id: driveId } = await createTeamDrives(client).create('Choir')
  const team = createDriveClient(client, { driveId })
  await team.files.createFolder({ name: 'Songs' })
  await own.paths.put('hymn.txt', new Blob(['Sing.']))
  await own.paths.put('plan.txt', new Blob(['Tuesday.']))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('row', { name: 'hymn.txt' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To', { exact: true }).selectOption('Choir')
  await dialog.getByRole('treeitem', { name: 'Songs' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move to Songs' }).click()
  await expect(page.getByText('Moved 1 item to Songs')).toBeVisible()
  await expect(page.getByRole('row', { name: 'hymn.txt' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone')).toBeVisible()
  await expect(page.getByRole('row', { name: 'hymn.txt' })).toBeVisible()

  // What is cut here is pasted there, and is then no longer here.
  await page.getByRole('row', { name: 'plan.txt' }).click()
  await page.keyboard.press('ControlOrMeta+x')
  await page.getByRole('link', { name: 'Team drives' }).click()
  await page.getByRole('link', { name: 'Choir' }).click()
  await page.getByRole('row', { name: 'Songs' }).click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByRole('row', { name: 'plan.txt' })).toBeVisible()
  await expect(page.getByText('Moved 1 item to Choir')).toBeVisible()
  await page.getByRole('link', { name: 'My files' }).click()
  await expect(page.getByRole('row', { name: 'hymn.txt' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'plan.txt' })).toBeHidden()
})

test('a name that is taken in the other drive is asked about', async ({ page, person, server }) => {
  const client = await openClient(server, person)
  const own = createDriveClient(client)
  const { id: driveId } = await createTeamDrives(client).create('Choir')
  const team = createDriveClient(client, { driveId })
  await own.paths.put('hymn.txt', new Blob(['Mine.']))
  await team.paths.put('hymn.txt', new Blob(['Ours.']))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('row', { name: 'hymn.txt' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('dialog').getByLabel('To', { exact: true }).selectOption('Choir')
  await page.getByRole('button', { name: 'Move to Choir' }).click()
  await expect(page.getByText('“Choir” already has something called “hymn.txt”.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep both' }).click()
  await expect(page.getByText('Moved 1 item to Choir')).toBeVisible()
  const { files } = await team.files.list()
  expect(files.map(({ name }) => name).toSorted()).toEqual(['hymn (2).txt', 'hymn.txt'])
})

test('a person saves what others share to their own drive, from the folder and from the list', async ({
  page,
  person,
  server,
}) => {
  const ana = await createPerson(server, 'Ana Lestari')
  const hers = await openDrive(server, ana)
  const { sub } = await signInQuickly(page, server, person)
  const route = await hers.paths.put('Trip/route.txt', new Blob(['Up, then down.']))
  const trip = route.parent_id ?? ''
  const { drive_id } = await hers.shares.create(trip, {
    grantee: { kind: 'person', sub },
    role: 'viewer',
  })
  await page.goto(`/drives/${drive_id}/files/${trip}`)
  await page.getByRole('row', { name: 'route.txt' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Save to my drive' }).click()
  await expect(page.getByText('Copied 1 item to My files')).toBeVisible()
  // Who may only look here copies into the own drive.
  await page.getByRole('row', { name: 'route.txt' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy to…' }).click()
  await expect(page.getByRole('button', { name: 'Copy to My files' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/shared')
  await page.getByRole('button', { name: 'Actions for Trip' }).click()
  await page.getByRole('menuitem', { name: 'Save to my drive' }).click()
  await expect(page.getByText('Copied 1 item to My files')).toBeVisible()
  await page.getByRole('link', { name: 'My files' }).click()
  await expect(page.getByRole('row', { name: 'Trip' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'route.txt' })).toBeVisible()
})

test('a signed-in visitor saves what a link shows to their own drive', async ({
  page,
  person,
  server,
  browser,
}) => {
  const ana = await createPerson(server, 'Ana Lestari')
  const { drive, links } = await openLinks(server, ana)
  const route = await drive.paths.put('Trip/route.txt', new Blob(['Up, then down.']))
  const link = await links.create(route.parent_id ?? '', { download_limit: 2 })
  await using other = await browser.newContext({ baseURL: server.url })
  const stranger = await other.newPage()
  await stranger.goto(pageOf(link))
  await expect(stranger.getByRole('button', { name: 'Download all' })).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Save to my drive' })).toHaveCount(0)

  await signInQuickly(page, server, person)
  await page.goto(pageOf(link))
  await page.getByRole('button', { name: 'Save to my drive' }).click()
  await expect(page.getByText('Trip is in your drive')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open my drive' }).click()
  await expect(page.getByRole('row', { name: 'Trip' })).toBeVisible()
  // It counts as a download of the link.
  expect((await links.mine()).links).toMatchObject([{ downloads: 1 }])
})
