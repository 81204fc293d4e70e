import { createDriveClient } from '@awan/client/drive'
import type { Locator, Page } from '@playwright/test'
import { openClient, openDrive } from './open-drive.ts'
import { createPerson, expect, expectAccessible, signInQuickly, test } from './story.ts'

async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('nothing to drag')
  await page.mouse.move(start.x + 80, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + 100, start.y + start.height / 2 + 10, { steps: 3 })
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 })
  await page.mouse.up()
}

test('before a file leaves a shared folder its owner is told who loses access; the member sees it go, and come back by undo', async ({
  page,
  person,
  server,
  browser,
}) => {
  const own = await openDrive(server, person)
  const ben = await createPerson(server, 'Ben Adi')
  const theirs = await browser.newPage({ baseURL: server.url })
  const { sub } = await signInQuickly(theirs, server, ben)
  const route = await own.paths.put('Trip/route.txt', new Blob(['Up, then down.']))
  await own.paths.put('Trip/Days/monday.txt', new Blob(['Rain.']))
  await own.files.createFolder({ name: 'Private' })
  const { drive_id } = await own.shares.create(route.parent_id ?? '', {
    grantee: { kind: 'person', sub },
    role: 'editor',
  })
  await theirs.goto(`/drives/${drive_id}/files/${route.parent_id}`)
  const seen = theirs.getByRole('row', { name: 'route.txt' })
  await expect(seen).toBeVisible()

  await signInQuickly(page, server, person)
  await page.goto(`/files/${route.parent_id}`)
  const row = page.getByRole('row', { name: 'route.txt' })
  const dialog = page.getByRole('dialog', { name: 'Others will lose access' })

  // A move by which nobody loses anything asks nothing.
  await dragTo(page, row, page.getByRole('row', { name: 'Days' }))
  await expect(page.getByText('Moved 1 item to Days')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(row).toBeVisible()

  // By the dialog, and thought better of.
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Private' }).click()
  await page.getByRole('button', { name: 'Move to Private' }).click()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText(['Ben Adi'])
  await expect(dialog.getByText('Moving 1 item to Private ends access for:')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toBeVisible()
  await expect(seen).toBeVisible()

  // By the keyboard.
  await row.click()
  await page.keyboard.press('ControlOrMeta+x')
  const path = page.getByRole('navigation', { name: 'Folder path' })
  await path.getByRole('link', { name: 'My files' }).click()
  await page.getByRole('row', { name: 'Private' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Private', level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+v')
  await dialog.getByRole('button', { name: 'Move anyway' }).click()
  await expect(page.getByText('Moved 1 item to Private')).toBeVisible()
  await expect(row).toBeVisible()
  await expect(seen).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone')).toBeVisible()
  await expect(seen).toBeVisible()
  await theirs.close()
})

test('a file that is dragged out of a shared folder, and one that an editor moves to their own drive, are asked about', async ({
  page,
  person,
  server,
}) => {
  const ana = await createPerson(server, 'Ana Lestari')
  const hers = await openDrive(server, ana)
  const { sub } = await signInQuickly(page, server, person)
  const client = await openClient(server, person)
  const own = createDriveClient(client)
  const { sub: anas } = await (await openClient(server, ana)).user.me()

  const file = await own.paths.put('Trip/Days/monday.txt', new Blob(['Rain.']))
  await own.shares.create(file.parent_id ?? '', {
    grantee: { kind: 'person', sub: anas },
    role: 'viewer',
  })
  await page.goto(`/files/${file.parent_id}`)
  const row = page.getByRole('row', { name: 'monday.txt' })
  const dialog = page.getByRole('dialog', { name: 'Others will lose access' })
  await dragTo(
    page,
    row,
    page.getByRole('navigation', { name: 'Folder path' }).getByRole('link', { name: 'Trip' }),
  )
  await expect(dialog.getByRole('listitem')).toHaveText(['Ana Lestari'])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(row).toBeVisible()

  const route = await hers.paths.put('Walk/route.txt', new Blob(['Up, then down.']))
  const { drive_id } = await hers.shares.create(route.parent_id ?? '', {
    grantee: { kind: 'person', sub },
    role: 'editor',
  })
  await hers.shares.create(route.parent_id ?? '', {
    grantee: { kind: 'email', email: 'mia@example.org' },
    role: 'viewer',
  })
  await page.goto(`/drives/${drive_id}/files/${route.parent_id}`)
  await page.getByRole('row', { name: 'route.txt' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('dialog').getByLabel('To', { exact: true }).selectOption('My files')
  await page.getByRole('button', { name: 'Move to My files' }).click()
  // Who else was let in is the owner's to know.
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Ana Lestari',
    'Others whose names you cannot see',
  ])
  await dialog.getByRole('button', { name: 'Move anyway' }).click()
  await expect(page.getByText('Moved 1 item to My files')).toBeVisible()
  expect((await hers.files.list({ parent_id: route.parent_id ?? '' })).files).toEqual([])
})
