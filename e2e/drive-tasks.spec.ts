import { checkEverywhere } from './check-everywhere.ts'
import { openDrive } from './open-drive.ts'
import { expect, signInQuickly, test } from './story.ts'

test.describe('on a drive that is nearly full', () => {
  test.use({ settings: { AWAN_DEFAULT_QUOTA: '700 kB' } })

  test('a task that fails halfway shows that it failed, and why', async ({
    page,
    person,
    server,
  }) => {
    const drive = await openDrive(server, person)
    const folder = await drive.files.createFolder({ name: 'Notes' })
    const notes = Array.from({ length: 400 }, (_, n) => ({
      kind: 'file' as const,
      path: `${n}.txt`,
      content: new TextEncoder().encode(String(n).padStart(1000)),
    }))
    await drive.uploads.bundle(notes, { parent_id: folder.id })
    await signInQuickly(page, server, person)
    await page.goto('/files')
    await page.getByRole('row', { name: 'Notes' }).click()
    await page.keyboard.press('ControlOrMeta+c')
    await page.keyboard.press('ControlOrMeta+v')
    const note = page.getByRole('listitem').filter({ hasText: '1 item was not copied' })
    await expect(note).toContainText('There is not enough space.')
    const tray = page.getByRole('region', { name: 'Tasks' })
    await expect(tray.getByText('Failed', { exact: true })).toBeVisible()
    await expect(tray).toContainText('There is not enough space.')
  })
})

test('a running task appears again after a reload, and can be cancelled', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  const many = await drive.files.createFolder({ name: 'Many' })
  const inside = Array.from({ length: 2500 }, (_, n) => ({
    kind: 'folder' as const,
    path: `Folder ${n}`,
  }))
  await drive.uploads.bundle(inside, { parent_id: many.id })
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await expect(page.getByRole('row', { name: 'Many' })).toBeVisible()

  // One after the other they take longer than a page to open.
  const begun = []
  for (let copy = 0; copy < 3; copy += 1) begun.push(await drive.files.copy([many.id], 'root'))
  await page.reload()
  const tray = page.getByRole('region', { name: 'Tasks' })
  await expect(tray.getByRole('heading', { name: /tasks? under way/ })).toBeVisible()
  await expect(tray.getByRole('progressbar', { name: 'Copying files' }).first()).toBeVisible()
  await tray.getByRole('button', { name: 'Cancel: Copying files' }).first().click()
  await expect(tray.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByText('Copying files: cancelled')).toBeAttached()
  const newest = begun.at(-1)
  expect((await drive.tasks.get(newest?.task_id ?? '')).phase).toBe('cancelled')

  // Stopped from another device, and seen here.
  for (const { task_id } of begun) await drive.tasks.cancel(task_id)
  await expect(tray.getByRole('heading', { name: /tasks? finished/ })).toBeVisible()
  await checkEverywhere(page, 'tasks')
  await tray.getByRole('button', { name: 'Close tasks' }).click()
  await expect(tray).toBeHidden()
})

test('a folder becomes a ZIP file beside it, which Undo takes away', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  await drive.paths.put('Trip/route.txt', new Blob(['over the hills']))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('row', { name: 'Trip' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Make a ZIP file' }).click()
  const note = page.getByRole('listitem').filter({ hasText: 'ZIP file added to My files' })
  await expect(note).toBeVisible()
  const zip = page.getByRole('row', { name: 'Trip.zip' })
  await expect(zip).toBeVisible()

  // What is in it, as the preview reads it.
  await zip.dblclick()
  await expect(page.getByText('route.txt')).toBeVisible()
  await page.keyboard.press('Escape')
  await note.getByRole('button', { name: 'Undo' }).click()
  await expect(zip).toBeHidden()
  await expect(page.getByRole('row', { name: 'Trip' })).toBeVisible()
})

test('a ZIP file is extracted beside it, from the menu and from its preview, and Undo takes the folder away', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  await drive.paths.put('Trip/route.txt', new Blob(['over the hills']))
  const trip = (await drive.files.list({ parent_id: 'root' })).files[0]?.id ?? ''
  await drive.tasks.wait(await drive.files.compress([trip], 'root'))
  await drive.files.trash([trip])
  await drive.paths.put('Broken.zip', new Blob(['no archive']))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  const zip = page.getByRole('row', { name: 'Trip.zip' })
  await zip.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Extract here' }).click()
  const note = page.getByRole('listitem').filter({ hasText: 'Trip.zip was extracted' })
  await expect(note).toBeVisible()
  const folder = page.getByRole('row', { name: /^Trip(?!\.)/ })
  await expect(folder).toBeVisible()
  const { files } = await drive.files.list({ parent_id: 'root' })
  const made = files.find(({ name }) => name === 'Trip')
  const inside = await drive.files.list({ parent_id: made?.id ?? '' })
  expect(inside.files.map(({ name }) => name)).toEqual(['route.txt'])
  await note.getByRole('button', { name: 'Undo' }).click()
  await expect(folder).toBeHidden()

  // From the preview, where one sees what is in it.
  await zip.dblclick()
  await expect(page.getByText('route.txt')).toBeVisible()
  const preview = page.getByRole('dialog').first()
  await preview.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Extract here' }).click()
  await expect(note).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(folder).toBeVisible()

  await page.getByRole('row', { name: 'Broken.zip' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Extract here' }).click()
  const tray = page.getByRole('region', { name: 'Tasks' })
  await expect(tray).toContainText('It is not a ZIP file, or it is damaged.')
})
