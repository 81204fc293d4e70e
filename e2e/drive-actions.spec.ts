import type { Page } from '@playwright/test'
import { openDrive } from './open-drive.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  signInQuickly,
  test,
} from './story.ts'

const text = (words: string) => new Blob([words])

function files(page: Page) {
  return {
    row: (name: string) => page.getByRole('row', { name }),
    name: (name: string) => page.getByRole('row', { name }).getByText(name, { exact: true }),
    note: (words: string) => page.getByRole('listitem').filter({ hasText: words }),
    dialog: page.getByRole('dialog'),
  }
}

type Server = Parameters<typeof openDrive>[0]

/** Opens the top folder of somebody who has these files. */
async function begin(page: Page, server: Server, person: Person, paths: readonly string[]) {
  const drive = await openDrive(server, person)
  for (const path of paths) await drive.paths.put(path, text(path))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await expect(page.getByRole('heading', { name: 'My files' })).toBeVisible()
  return drive
}

test('a file is renamed in its row, the rename can be undone, and an error is shown beside the name', async ({
  page,
  person,
  server,
}) => {
  const { row, name, note, dialog } = files(page)
  const drive = await begin(page, server, person, ['note.txt'])
  const field = page.getByRole('grid').getByRole('textbox', { name: 'Name' })
  await name('note.txt').click()
  await page.keyboard.press('F2')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  // The extension is kept: only the rest of the name is replaced.
  await page.keyboard.type('letter')
  await page.keyboard.press('Enter')
  await expect(row('letter.txt')).toBeVisible()
  await note('Renamed to letter.txt').getByRole('button', { name: 'Undo' }).click()
  await expect(row('note.txt')).toBeVisible()
  await expect(note('Undone')).toBeVisible()

  // Another device takes the name meanwhile; the typed text stays, also when rows change.
  await row('note.txt').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('a: plan')
  await expect(page.getByText('Windows and macOS do not allow this name')).toBeVisible()
  await drive.paths.put('a: plan.txt', text('elsewhere'))
  await expect(name('a: plan.txt')).toBeVisible()
  await expect(field).toHaveValue('a: plan.txt')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('The name “a: plan.txt” is taken there.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(row('note.txt')).toBeFocused()
  await page.keyboard.press('Escape')

  // By the menu, in a tile; leaving the field saves the name.
  await page.getByRole('button', { name: 'Grid' }).click()
  const tile = page.getByRole('gridcell', { name: 'note.txt' })
  await tile.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await field.fill('paper.txt')
  await expectAccessible(page)
  await page.getByRole('heading', { name: 'My files' }).click()
  await expect(note('Renamed to paper.txt')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 780 })
  await page.getByRole('gridcell', { name: 'paper.txt' }).getByRole('button').last().click()
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByLabel('Name')).toBeFocused()
})

test('a rename does not overwrite one from another browser until the person confirms it', async ({
  page,
  person,
  server,
  browser,
}) => {
  const drive = await begin(page, server, person, ['note.txt'])
  await using other = await browser.newContext({ baseURL: server.url })
  const otherPage = await other.newPage()
  await signInQuickly(otherPage, server, person)
  await otherPage.goto('/files')
  const here = files(page)
  const fieldOf = (shown: Page) => shown.getByRole('grid').getByRole('textbox', { name: 'Name' })
  const field = fieldOf(page)
  const write = async (shown: Page, stem: string) => {
    await shown.keyboard.press('F2')
    await expect(fieldOf(shown)).toBeFocused()
    await shown.keyboard.type(stem)
  }

  await here.name('note.txt').click()
  await write(page, 'mine')
  await files(otherPage).name('note.txt').click()
  await write(otherPage, 'theirs')
  await otherPage.keyboard.press('Enter')
  await expect(files(otherPage).note('Renamed to theirs.txt')).toBeVisible()

  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(
    'It was renamed to “theirs.txt” elsewhere. Press Enter again to use your name.',
  )
  await expect(field).toHaveValue('mine.txt')
  await expectAccessible(page)
  await field.press('Enter')
  for (const each of [page, otherPage]) await expect(files(each).row('mine.txt')).toBeVisible()

  // After leaving the field, the conflict is shown in a notification.
  await here.row('mine.txt').focus()
  await write(page, 'once more')
  const [file] = (await drive.files.list()).files
  await drive.files.update(file?.id ?? '', { name: 'third.txt' })
  await page.getByRole('heading', { name: 'My files' }).click()
  const told = here.note('mine.txt was changed elsewhere meanwhile')
  await expect(told).toContainText('It is now called “third.txt”.')
  await expect(here.row('third.txt')).toBeVisible()
  await told.getByRole('button', { name: 'Use mine' }).click()
  await expect(here.row('once more.txt')).toBeVisible()
  expect((await drive.files.list()).files).toMatchObject([{ name: 'once more.txt' }])
})

test('files can be dragged onto a folder, the path and the trash, and moves can be undone', async ({
  page,
  person,
  server,
}) => {
  const { row, name, note } = files(page)
  await begin(page, server, person, ['Trips/hut.txt', 'sea.txt', 'sun.txt'])
  await name('sea.txt').dragTo(row('Trips'))
  await expect(note('Moved 1 item to Trips')).toBeVisible()
  await expect(row('sea.txt')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(row('sea.txt')).toBeVisible()

  await name('sun.txt').dragTo(page.getByRole('treeitem', { name: 'Trips' }))
  await expect(row('sun.txt')).toBeHidden()
  await row('Trips').dblclick()
  await expect(row('hut.txt')).toBeVisible()
  await row('sun.txt').click()
  await row('hut.txt').click({ modifiers: ['ControlOrMeta'] })
  await name('hut.txt').dragTo(page.getByRole('link', { name: 'My files' }).last())
  await expect(note('Moved 2 items to My files')).toBeVisible()
  await expect(page.getByText('This folder is empty')).toBeVisible()
  await note('Moved 2 items to My files').getByRole('button', { name: 'Undo' }).click()
  await expect(row('hut.txt')).toBeVisible()

  await name('hut.txt').dragTo(page.getByRole('link', { name: 'Trash' }))
  await expect(row('hut.txt')).toBeHidden()
  await expect(note('Moved 1 item to the trash')).toBeVisible()
})

test('dragging scrolls at the edge, opens a folder after a pause, and copies with Ctrl or Alt', async ({
  page,
  person,
  server,
}) => {
  const { row, name, note } = files(page)
  const drive = await openDrive(server, person)
  const many = Array.from({ length: 40 }, (_, n) => ({ path: `${n + 1}.txt`, content: text('') }))
  await drive.uploads.bundle(many, { parent_id: 'root' })
  await begin(page, server, person, ['Trips/Deep/hut.txt'])
  const list = page.getByRole('grid').getByRole('rowgroup').last()
  const { x, y, width, height } = (await list.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await name('1.txt').hover()
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 })
  await page.mouse.move(x + width / 2, y + height - 8, { steps: 3 })
  await expect(row('40.txt')).toBeInViewport()
  await page.mouse.move(x + width / 2, y + 12, { steps: 3 })
  const folder = page.getByRole('treeitem', { name: 'Trips' })
  await expect(row('Trips')).toBeInViewport()
  await row('Trips').hover()
  await expect(page.getByRole('heading', { name: 'Trips' })).toBeVisible()
  await row('Deep').hover()
  await row('Deep').hover({ position: { x: 90, y: 20 } })
  await page.mouse.up()
  await expect(note('Moved 1 item to Deep')).toBeVisible()

  await page.goto('/files')
  const trips = (await drive.files.list({ kind: 'folder' })).files[0]
  const namesInTrips = async () =>
    (await drive.files.list({ parent_id: trips?.id })).files.map((file) => file.name)
  for (const [key, file] of [
    ['Control', '2.txt'],
    ['Alt', '3.txt'],
  ] as const) {
    await name(file).hover()
    await page.mouse.down()
    await page.keyboard.down(key)
    await folder.hover()
    await folder.hover({ position: { x: 60, y: 10 } })
    await page.mouse.up()
    await page.keyboard.up(key)
    await expect.poll(namesInTrips).toContain(file)
    await expect(row(file).first()).toBeVisible()
  }
})

test('cut files are pasted in another folder, and moving onto a taken name asks what to do', async ({
  page,
  person,
  server,
}) => {
  const { row, name, note, dialog } = files(page)
  const drive = await begin(page, server, person, [
    'Trips/hut.txt',
    'hut.txt',
    'sea.txt',
    'sun.txt',
  ])
  await name('sea.txt').click()
  await page.keyboard.press('ControlOrMeta+x')
  await row('Trips').dblclick()
  await expect(row('hut.txt')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(row('sea.txt')).toBeVisible()
  await page.getByRole('link', { name: 'My files' }).last().click()
  await expect(row('sun.txt')).toBeVisible()
  await expect(row('sea.txt')).toBeHidden()

  // By the menu and its dialog; one of the two is there already.
  await name('hut.txt').click()
  await name('sun.txt').click({ modifiers: ['ControlOrMeta'] })
  await name('sun.txt').click({ button: 'right' })
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await expect(dialog).toHaveAccessibleName('Move 2 items')
  await expect(dialog.getByText('This is where it is now.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('treeitem', { name: 'Trips' }).click()
  await dialog.getByRole('button', { name: 'Move to Trips' }).click()
  await expect(dialog).toContainText('“Trips” already has something called “hut.txt”.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep both' }).click()
  await expect(note('Moved 2 items to Trips')).toBeVisible()
  await expect(row('hut.txt')).toBeHidden()
  const { files: inTrips } = await drive.files.list({
    parent_id: (await drive.files.list()).files[0]?.id,
  })
  expect(inTrips.map((file) => file.name)).toEqual(['hut (2).txt', 'hut.txt', 'sea.txt', 'sun.txt'])
})

test('a deleted folder can be restored, and emptying the trash deletes for good', async ({
  page,
  person,
  server,
}) => {
  const { row, name, note, dialog } = files(page)
  const drive = await begin(page, server, person, ['Trips/hut.txt', 'sea.txt', 'sun.txt'])
  await row('Trips').click()
  await page.keyboard.press('Delete')
  await expect(row('Trips')).toBeHidden()
  await note('Moved 1 item to the trash').getByRole('button', { name: 'Undo' }).click()
  await expect(row('Trips')).toBeVisible()

  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('toolbar').getByRole('button', { name: 'Move to trash' }).click()
  await expect(note('Moved 3 items to the trash')).toBeVisible()
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
  await expect(page.getByText('Things stay here for 30 days')).toBeVisible()
  await expect(row('sea.txt')).toContainText('My files')
  await expectAccessible(page)

  await name('sea.txt').click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click()
  await expect(note('Restored 1 item')).toBeVisible()
  await expect(row('sea.txt')).toBeHidden()

  await name('sun.txt').click()
  await page.keyboard.press('Delete')
  await expect(dialog).toHaveAccessibleName('Delete “sun.txt” for good?')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(row('sun.txt')).toBeHidden()

  await page.getByRole('button', { name: 'Empty trash' }).click()
  await dialog.getByRole('button', { name: 'Empty trash' }).click()
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
  expect((await drive.lists.trash()).files).toEqual([])
  expect((await drive.files.list()).files.map((file) => file.name)).toEqual(['sea.txt'])
})

test('all favourites but one, and all of the trash but one, are changed without listing them first', async ({
  page,
  person,
  server,
}) => {
  test.slow()
  const { row, note, dialog } = files(page)
  const drive = await openDrive(server, person)
  const folder = await drive.files.createFolder({ name: 'Notes' })
  const notes = Array.from({ length: 1050 }, (_, n) => ({
    path: `note ${n}.txt`,
    content: text(''),
  }))
  await drive.uploads.bundle(notes, { parent_id: folder.id })
  const inside = { folder_id: folder.id }
  await drive.tasks.wait(await drive.files.star({ inside }, true))

  await signInQuickly(page, server, person)
  await page.goto('/starred')
  let pages = 0
  page.on('request', (request) => {
    if (/drive\/v1\/(starred|trash)\?/.test(request.url())) pages += 1
  })
  /** Selects all rows of the list but the first. */
  const chooseAllButFirst = async (count: number) => {
    const first = page.locator('[data-row="0"]')
    await expect(first).not.toHaveAttribute('aria-busy')
    await first.focus()
    await page.keyboard.press('ControlOrMeta+a')
    const selected = (count: number) =>
      page.getByRole('toolbar', { name: `${count.toLocaleString('en')} selected` })
    await expect(selected(count)).toBeVisible()
    await first.click({ modifiers: ['ControlOrMeta'] })
    await expect(first).toHaveAttribute('aria-selected', 'false')
    await expect(selected(count - 1)).toBeVisible()
    return selected(count - 1)
  }

  const bar = await chooseAllButFirst(1050)
  const before = pages
  await bar.getByRole('button', { name: 'Move to trash' }).click()
  await expect(note('Moved 1,049 items to the trash')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2')
  // To read all of it takes six pages before anything is done.
  expect(before).toBeLessThan(3)

  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
  const thrown = await chooseAllButFirst(1049)
  await thrown.getByRole('button', { name: 'Restore' }).click()
  const restored = note('Restored 1,048 items')
  await expect(restored).toBeVisible({ timeout: 60_000 })
  expect((await drive.lists.count({ place: 'trash' })).count).toBe(1)
  await restored.getByRole('button', { name: 'Undo' }).click()
  await expect(note('Undone')).toBeVisible({ timeout: 60_000 })

  const back = await chooseAllButFirst(1049)
  await back.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog).toHaveAccessibleName('Delete 1,048 items for good?')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(note('Deleted 1,048 items for good')).toBeVisible({ timeout: 60_000 })
  await expect(row('note')).toHaveCount(1)
  expect((await drive.lists.count({ place: 'trash' })).count).toBe(1)
  expect((await drive.lists.count({ place: 'drive', kind: 'file' })).count).toBe(1)
})

test('on a phone, a sheet offers the actions of a file', async ({ page, person, server }) => {
  const { row, note, dialog } = files(page)
  await page.setViewportSize({ width: 390, height: 780 })
  const drive = await begin(page, server, person, ['sea.txt', 'sun.txt'])
  await row('sea.txt').getByRole('button').last().click()
  await expect(dialog).toHaveAccessibleName('sea.txt')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Tags…' }).click()
  await expect(dialog).toHaveAccessibleName('Tags of sea.txt')
  await dialog.getByLabel('Add a tag').fill('holiday')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save tags' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await drive.files.list()).files[0]?.tags).toEqual(['holiday'])

  await row('sun.txt').getByRole('button').last().click()
  await dialog.getByRole('button', { name: 'Move to trash' }).click()
  await expect(row('sun.txt')).toBeHidden()
  await note('Moved 1 item to the trash').getByRole('button', { name: 'Undo' }).click()
  await expect(row('sun.txt')).toBeVisible()
})
