import type { Locator, Page } from '@playwright/test'
import { openDrive } from './open-drive.ts'
import { expect, expectAccessible, type Person, signInQuickly, test } from './story.ts'

type Server = Parameters<typeof openDrive>[0]

const text = (words: string) => new Blob([words])
const row = (page: Page, name: string) => page.getByRole('row', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const note = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })
const chosenRows = (page: Page) => page.locator('[role=row][aria-selected=true]')

/** Opens the top folder of somebody who has these files. */
async function begin(page: Page, server: Server, person: Person, paths: readonly string[]) {
  const drive = await openDrive(server, person)
  for (const path of paths) await drive.paths.put(path, text(path))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return drive
}

async function middleOf(part: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

/** Folders in one another; each is the first and only row of the one above. */
const nested = 'Alps/Bern/Chur/Davos/hut.txt'

test('a click on a folder name selects it, and a double click opens that folder and not the one inside it', async ({
  page,
  person,
  server,
}) => {
  await begin(page, server, person, [nested])
  const name = (folder: string) => row(page, folder).getByRole('link')
  await name('Alps').click()
  await expect(chosenRows(page)).toHaveText(/Alps/)
  await expect(heading(page, 'My files')).toBeVisible()

  // The delay passes before each release and between the clicks: they are 60 to 400 ms apart.
  for (const delay of [30, 75, 125, 200]) {
    await page.goto('/files')
    await expect(row(page, 'Alps')).toBeVisible()
    const at = await middleOf(name('Alps'))
    await page.mouse.click(at.x, at.y, { clickCount: 4, delay })
    await expect(row(page, 'Bern')).toBeVisible()
    await expect(heading(page, 'Alps')).toBeVisible()
  }
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a double tap opens one folder', async ({ page, person, server }) => {
    await begin(page, server, person, [nested])
    const at = await middleOf(row(page, 'Alps'))
    await page.touchscreen.tap(at.x, at.y)
    await page.touchscreen.tap(at.x, at.y)
    await expect(row(page, 'Bern')).toBeVisible()
    await expect(heading(page, 'Alps')).toBeVisible()
    // Beside where the double tap was, a tap is another one.
    await row(page, 'Bern').tap({ position: { x: 60, y: 20 } })
    await expect(heading(page, 'Bern')).toBeVisible()
  })
})

test('keys act on the file that has the focus ring, after a preview, a new note and a click beside the files', async ({
  page,
  person,
  server,
}) => {
  const drive = await begin(page, server, person, ['a.txt', 'b.txt', 'c.txt', 'd.txt'])
  const names = async () => (await drive.files.list()).files.map((file) => file.name)
  const preview = page.getByRole('dialog')
  const field = page.getByRole('grid').getByRole('textbox', { name: 'Name' })

  await row(page, 'a.txt').click()
  await page.keyboard.press(' ')
  await expect(preview).toHaveAccessibleName('a.txt')
  await page.keyboard.press('ArrowRight')
  await expect(preview).toHaveAccessibleName('b.txt')
  await page.keyboard.press('Escape')
  await expect(row(page, 'b.txt')).toBeFocused()
  await expect(chosenRows(page)).toHaveText([/b\.txt/])
  await page.keyboard.press('F2')
  await expect(field).toHaveValue('b.txt')
  await page.keyboard.press('Escape')
  await expect(row(page, 'b.txt')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(note(page, 'Moved 1 item to the trash')).toBeVisible()
  expect(await names()).toEqual(['a.txt', 'c.txt', 'd.txt'])

  // Several files stay selected when the preview is left at one of them.
  await row(page, 'a.txt').click()
  await row(page, 'c.txt').click({ modifiers: ['Shift'] })
  await page.keyboard.press(' ')
  await expect(preview).toHaveAccessibleName('c.txt')
  await page.keyboard.press('ArrowLeft')
  await expect(preview).toHaveAccessibleName('a.txt')
  await page.keyboard.press('Escape')
  await expect(row(page, 'a.txt')).toBeFocused()
  await expect(chosenRows(page)).toHaveCount(2)

  await row(page, 'd.txt').click()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New note' }).click()
  await expect(preview.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(row(page, 'Untitled')).toBeFocused()
  await expect(chosenRows(page)).toHaveText([/Untitled/])
  await page.keyboard.press('Delete')
  await expect(row(page, 'Untitled')).toBeHidden()
  await expect.poll(names).toEqual(['a.txt', 'c.txt', 'd.txt'])

  // Beside the files nothing is selected and nothing has the ring: there is nothing to act on.
  await row(page, 'c.txt').click()
  const below = await middleOf(row(page, 'd.txt'))
  await page.mouse.click(below.x, below.y + 120)
  await expect(chosenRows(page)).toHaveCount(0)
  await page.keyboard.press('F2')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await page.keyboard.press(' ')
  await page.keyboard.press('ControlOrMeta+a')
  await expect(chosenRows(page)).toHaveCount(3)
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
  await expect(field).toBeHidden()
  await expect(preview).toBeHidden()
  expect(await names()).toEqual(['a.txt', 'c.txt', 'd.txt'])
  await page.keyboard.press('Escape')
  await expect(chosenRows(page)).toHaveCount(0)
})

test('Escape ends a rubber band and clears what it selected', async ({ page, person, server }) => {
  await begin(page, server, person, ['a.txt', 'b.txt', 'c.txt'])
  const last = await middleOf(row(page, 'c.txt'))
  const first = await middleOf(row(page, 'a.txt'))
  const draw = async () => {
    await page.mouse.move(last.x, last.y + 120)
    await page.mouse.down()
    await page.mouse.move(first.x, first.y + 60, { steps: 4 })
    await expect(chosenRows(page)).toHaveCount(2)
  }
  await draw()
  await page.mouse.up()
  await page.keyboard.press('Escape')
  await expect(chosenRows(page)).toHaveCount(0)
  await draw()
  await page.keyboard.press('Escape')
  await expect(chosenRows(page)).toHaveCount(0)
  await page.mouse.move(first.x, first.y + 30)
  await page.mouse.up()
  await expect(chosenRows(page)).toHaveCount(0)
  await draw()
  await page.mouse.up()
  await page.keyboard.press('Delete')
  await expect(note(page, 'Moved 2 items to the trash')).toBeVisible()
})

test('files are pasted after going to a folder by the tree; cut rows look cut, and a copy is confirmed', async ({
  page,
  person,
  server,
}) => {
  await begin(page, server, person, ['Trips/hut.txt', 'sea.txt', 'sun.txt'])
  await row(page, 'sea.txt').click()
  await page.keyboard.press('ControlOrMeta+x')
  await expect(page.getByRole('img', { name: 'Cut: waits to be pasted' })).toHaveCount(1)
  await expect(row(page, 'sea.txt').getByRole('img', { name: 'Cut' })).toBeVisible()
  await page.getByRole('treeitem', { name: 'Trips' }).click()
  await expect(row(page, 'hut.txt')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(row(page, 'sea.txt')).toBeVisible()

  await row(page, 'hut.txt').click()
  await page.keyboard.press('ControlOrMeta+c')
  await expect(note(page, '1 item copied')).toBeVisible()
  await page.getByRole('link', { name: 'My files' }).first().click()
  await expect(row(page, 'sun.txt')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(row(page, 'hut.txt')).toBeVisible()
})

test('what is behind a note takes what is dropped on it', async ({ page, person, server }) => {
  await begin(page, server, person, ['one.txt', 'two.txt'])
  const trash = page.getByRole('navigation').getByRole('link', { name: 'Trash' })
  const { width } = page.viewportSize() ?? { width: 0 }
  await page.setViewportSize({ width, height: Math.ceil((await middleOf(trash)).y) + 40 })
  await row(page, 'one.txt').click()
  await page.keyboard.press('ControlOrMeta+C')
  await expect(note(page, '1 item copied')).toBeVisible()
  const covered = await note(page, '1 item copied').boundingBox()
  const at = await middleOf(trash)
  expect(covered?.y).toBeLessThan(at.y)
  expect((covered?.y ?? 0) + (covered?.height ?? 0)).toBeGreaterThan(at.y)

  const from = await middleOf(row(page, 'two.txt').getByText('two.txt'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(at.x + 40, at.y, { steps: 5 })
  await page.mouse.move(at.x, at.y, { steps: 2 })
  await page.mouse.up()
  await expect(note(page, 'Moved 1 item to the trash')).toBeVisible()
  await expect(row(page, 'two.txt')).toBeHidden()
})

test('a long name in a tile keeps its ending, and the focus ring of a tile is inside the grid', async ({
  page,
  person,
  server,
}) => {
  const long = 'minutes-of-the-meeting-in-november-042.docx'
  await begin(page, server, person, [long])
  await page.getByRole('button', { name: 'Grid' }).click()
  const tile = page.getByRole('gridcell', { name: long })
  const ending = tile.getByText('042.docx', { exact: true })
  const [outer, inner] = [await tile.boundingBox(), await ending.boundingBox()]
  expect(inner?.width).toBeGreaterThan(20)
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0))
  await page.keyboard.press('Home')
  await tile.focus()
  await page.keyboard.press('Home')
  const offset = await tile.evaluate((element) =>
    parseFloat(getComputedStyle(element).outlineOffset),
  )
  const ring = await tile.evaluate((element) => parseFloat(getComputedStyle(element).outlineWidth))
  expect(ring).toBeGreaterThan(0)
  expect(offset + ring).toBeLessThanOrEqual(0)
})

test('the head of a table is in line with its columns', async ({ page, person, server }) => {
  const drive = await begin(page, server, person, ['a.txt'])
  const head = Array.from({ length: 12 }, (_, n) => `Measured value ${n}`).join(',')
  const line = Array.from({ length: 12 }, (_, n) => 10 ** n).join(',')
  await drive.paths.put('values.csv', text(`${head}\n${line}\n${line}\n`))
  await row(page, 'values.csv').dblclick()
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(12)
  const edges = (cells: Locator) =>
    cells.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left))
  expect(await edges(table.getByRole('columnheader'))).toEqual(
    await edges(table.getByRole('row').last().getByRole('cell')),
  )
})

test('the menu of a file stays inside the window', async ({ page, person, server }) => {
  await begin(
    page,
    server,
    person,
    Array.from({ length: 14 }, (_, n) => `${n + 10}.txt`),
  )
  // In the lower window the menu is higher than the room for it: it scrolls.
  for (const height of [800, 380]) {
    await page.setViewportSize({ width: 1000, height })
    await page.mouse.click(970, height - 14, { button: 'right' })
    const menu = page.getByRole('menu')
    await expect(menu).toBeVisible()
    for (const item of [menu.getByRole('menuitem').first(), menu.getByRole('menuitem').last()]) {
      await item.scrollIntoViewIfNeeded()
      await expect(item).toBeInViewport({ ratio: 1 })
      const isOnTop = await item.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        const corners = [document.elementFromPoint(left + 8, top + 8)]
        corners.push(document.elementFromPoint(right - 8, bottom - 8))
        return corners.every((corner) => element.contains(corner))
      })
      expect(isOnTop).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  }
})

test('a folder in the trash says so and can be restored, in an open tab and by its address', async ({
  page,
  person,
  server,
}) => {
  const drive = await begin(page, server, person, ['Trips/Alps/hut.txt', 'sea.txt'])
  const [trips] = (await drive.files.list()).files
  const [alps] = (await drive.files.list({ parent_id: trips?.id })).files
  const trash = async () => drive.tasks.wait(await drive.files.trash([trips?.id ?? '']))
  const path = page.getByRole('navigation', { name: 'Folder path' }).getByRole('link')
  const told = page.getByRole('status').filter({ hasText: 'in the trash.' })
  // From then on it hears of what others change.
  const listens = () => page.waitForResponse(/\/drive\/v1\/changes(\?|$)/)
  const listensHere = listens()
  await page.goto(`/files/${alps?.id}`)
  await expect(path).toHaveText(['My files', 'Trips'])
  await listensHere

  // Another device moves the folder above to the trash, while its content is looked at.
  await trash()
  await expect(told).toContainText('This folder is in “Trips”, which is in the trash.')
  await expect(heading(page, 'Alps')).toBeVisible()
  await expect(path).toHaveText(['Trash', 'Trips'])
  await expectAccessible(page)
  // Nothing can be added or changed there.
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeDisabled()
  await row(page, 'hut.txt').click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([/Preview/, /Download/, /Details/])
  await page.keyboard.press('Escape')
  await told.getByRole('button', { name: 'Restore “Trips”' }).click()
  await expect(note(page, 'Restored 1 item')).toBeVisible()
  await expect(told).toBeHidden()
  await expect(path).toHaveText(['My files', 'Trips'])

  await trash()
  await page.goto(`/file/${trips?.id}`)
  await expect(told).toContainText('This folder is in the trash.')
  await expect(heading(page, 'Trips')).toBeVisible()
  await expect(path).toHaveText(['Trash'])
  await expect(row(page, 'Alps')).toBeVisible()
  await told.getByRole('button', { name: 'Restore' }).click()
  await expect(path).toHaveText(['My files'])
  await expect(told).toBeHidden()

  // A file of its own is shown where it is now.
  const [, sea] = (await drive.files.list()).files
  await drive.tasks.wait(await drive.files.trash([sea?.id ?? '']))
  await page.goto(`/file/${sea?.id}`)
  await expect(page.getByRole('dialog', { name: 'sea.txt' })).toBeVisible()
  await expect(page).toHaveURL(/\/trash\?preview=/)

  // Deleted for good while it is open.
  const listensAgain = listens()
  await page.goto(`/files/${alps?.id}`)
  await expect(row(page, 'hut.txt')).toBeVisible()
  await listensAgain
  await trash()
  await drive.tasks.wait(await drive.files.deleteForGood([trips?.id ?? '']))
  await expect(heading(page, 'This folder is not here any more')).toBeVisible()
})
