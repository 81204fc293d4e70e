import type { Locator, Page } from '@playwright/test'
import { openDrive } from './open-drive.ts'
import { type PlantedServer, startPlantedServer } from './planted-server.ts'
import { expect, expectAccessible, makeFolders, signInQuickly, test } from './story.ts'

const many = Array.from({ length: 120 }, (_, index) => `Folder ${String(index).padStart(3, '0')}`)
const names = ['Alps', 'Budget', 'Cellar', 'Diary', 'Elba', 'Family', 'Garden', 'Huts']

test('files are selected and deselected by click, Ctrl, Shift and keyboard', async ({
  page,
  person,
  server,
}) => {
  await makeFolders(server, person, names)
  await open(page, server, person)
  await beside(row(page, 'Budget')).click()
  await expectChosen(page, ['Budget'])
  await beside(row(page, 'Diary')).click({ modifiers: ['ControlOrMeta'] })
  await expectChosen(page, ['Budget', 'Diary'])
  await beside(row(page, 'Family')).click({ modifiers: ['Shift'] })
  await expectChosen(page, ['Diary', 'Elba', 'Family'])
  await expect(page.getByText('3 items selected', { exact: true })).toBeAttached()
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expectChosen(page, [])
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expectChosen(page, ['Alps', 'Budget', 'Cellar'])
  await page.keyboard.press('ControlOrMeta+ArrowDown')
  await page.keyboard.press('ControlOrMeta+ArrowDown')
  await page.keyboard.press('ControlOrMeta+ ')
  await expectChosen(page, ['Alps', 'Budget', 'Cellar', 'Elba'])
  await page.keyboard.press('ControlOrMeta+a')
  await expectChosen(page, names)
  await page.keyboard.press('g')
  await expect(row(page, 'Garden')).toBeFocused()
  await expectChosen(page, ['Garden'])

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Garden')).toBeFocused()
})

test('a rubber band selects the rows it touches, and with Ctrl adds them to the selection', async ({
  page,
  person,
  server,
}) => {
  await makeFolders(server, person, names)
  await open(page, server, person)
  const elba = await boxOf(row(page, 'Elba'))
  const huts = await boxOf(row(page, 'Huts'))
  // From the empty space below the list upwards.
  await page.mouse.move(huts.x + 300, huts.y + huts.height + 60)
  await page.mouse.down()
  await page.mouse.move(huts.x + 350, huts.y + 10)
  await page.mouse.move(elba.x + 400, elba.y + elba.height / 2)
  await expectChosen(page, ['Elba', 'Family', 'Garden', 'Huts'])
  await page.mouse.up()
  await expectChosen(page, ['Elba', 'Family', 'Garden', 'Huts'])

  const alps = await boxOf(row(page, 'Alps'))
  await page.keyboard.down('ControlOrMeta')
  await page.mouse.move(alps.x + 500, alps.y + 10)
  await page.mouse.down()
  await page.mouse.move(alps.x + 520, alps.y + alps.height + 10)
  await expectChosen(page, ['Alps', 'Budget', 'Elba', 'Family', 'Garden', 'Huts'])
  await page.mouse.up()
  await page.keyboard.up('ControlOrMeta')

  // A click on the empty space clears the selection.
  await page.mouse.click(huts.x + 300, huts.y + huts.height + 60)
  await expectChosen(page, [])
})

test('arrow keys work in the grid, the grid survives a reload, and going back keeps order and filters', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  const trips = await drive.files.createFolder({ name: 'Trips' })
  await drive.paths.put('Trips/small.txt', bytes(10))
  await drive.paths.put('Trips/larger.txt', bytes(5000))
  await drive.paths.put('Trips/photo.jpg', bytes(700))
  await drive.files.update(trips.id, { starred: true, tags: ['summer'] })
  await open(page, server, person)
  await row(page, 'Trips').dblclick()
  await expect(page.getByRole('heading', { name: 'Trips' })).toBeVisible()

  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
  await expectOrder(page, ['small.txt', 'photo.jpg', 'larger.txt'])
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Size' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expectOrder(page, ['larger.txt', 'photo.jpg', 'small.txt'])

  await page.getByRole('button', { name: 'Kind' }).click()
  await page.getByRole('menuitemradio', { name: 'Images' }).click()
  await expectOrder(page, ['photo.jpg'])
  await expect(page).toHaveURL(/kind=image/)
  await page.goBack()
  await expectOrder(page, ['larger.txt', 'photo.jpg', 'small.txt'])

  await page.getByRole('button', { name: 'Grid' }).click()
  const tile = (name: string) => page.getByRole('gridcell', { name })
  await tile('larger.txt').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tile('photo.jpg')).toBeFocused()
  await expect(tile('photo.jpg')).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.reload()
  await expect(tile('larger.txt')).toBeVisible()

  await page.goBack()
  await expect(tile('Trips')).toBeVisible()
  await expect(tile('Trips').getByRole('img', { name: 'Favourite' })).toBeVisible()
})

test('going back restores the selection and the scroll position', async ({
  page,
  person,
  server,
}) => {
  await makeFolders(server, person, many)
  await open(page, server, person)
  await row(page, 'Folder 000').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await expectChosen(page, ['Folder 118', 'Folder 119'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible()
  await page.goBack()
  await expect(row(page, 'Folder 119')).toBeInViewport()
  await expectChosen(page, ['Folder 118', 'Folder 119'])
  await expect(row(page, 'Folder 119')).toBeFocused()

  // A change above the view moves neither the view nor the selection.
  const drive = await openDrive(server, person)
  const before = await boxOf(row(page, 'Folder 119'))
  await drive.files.createFolder({ name: 'Before all' })
  await expect(page.getByRole('grid', { name: /Files in/ })).toHaveAttribute('aria-rowcount', '122')
  expect(await boxOf(row(page, 'Folder 119'))).toEqual(before)
  await expectChosen(page, ['Folder 118', 'Folder 119'])
  await expect(row(page, 'Folder 119')).toBeFocused()
})

test('scrolling reuses row elements without losing focus, clicks or reading order', async ({
  page,
  person,
  server,
}) => {
  await makeFolders(server, person, many)
  await open(page, server, person)
  const element = (name: string) => row(page, name).elementHandle()
  await row(page, 'Folder 002').focus()
  const focused = await element('Folder 002')
  const passed = await element('Folder 005')
  await scrollTo(page, 'Folder 060')
  await expect(row(page, 'Folder 002')).toBeFocused()
  expect(await focused?.textContent()).toContain('Folder 002')
  // The element of a row that left the view is reused for another row.
  expect(await passed?.evaluate(({ isConnected }) => isConnected)).toBe(true)
  expect(await passed?.textContent()).not.toContain('Folder 005')
  await expectOrder(page, await readNames(page))
  await expectAccessible(page)

  // A row is pressed while the list scrolls under the pointer: releasing elsewhere is not a click.
  const pressed = await element('Folder 060')
  await beside(row(page, 'Folder 060')).hover()
  await page.mouse.down()
  await scrollTo(page, 'Folder 010')
  expect(await pressed?.textContent()).toContain('Folder 060')
  await page.mouse.up()
  await expectChosen(page, [])
  await expect(row(page, 'Folder 060')).toBeFocused()

  // A click right after scrolling hits the row that is shown.
  await page.keyboard.press('ControlOrMeta+a')
  for (const name of ['Folder 110', 'Folder 020', 'Folder 080']) {
    await scrollTo(page, name)
    await beside(row(page, name)).click({ modifiers: ['ControlOrMeta'] })
    await expect(row(page, name)).toHaveAttribute('aria-selected', 'false')
  }
  await expect(page.getByText('117 items selected', { exact: true })).toBeAttached()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a tap opens a folder, a long press starts a selection, and then taps select', async ({
    page,
    person,
    server,
  }) => {
    await makeFolders(server, person, names)
    await open(page, server, person)
    await hold(page, row(page, 'Budget'))
    await expectChosen(page, ['Budget'])
    await row(page, 'Diary').tap()
    await expectChosen(page, ['Budget', 'Diary'])
    await row(page, 'Diary').tap()
    await row(page, 'Budget').tap()
    await expectChosen(page, [])
    await page.getByRole('button', { name: 'Sorted by Name' }).tap()
    await page.getByRole('menuitemradio', { name: 'Descending' }).tap()
    await page.keyboard.press('Escape')
    await expectOrder(page, names.toReversed())
    await expectAccessible(page)
    await row(page, 'Cellar').tap()
    await expect(page.getByRole('heading', { name: 'Cellar' })).toBeVisible()
  })
})

const planted = test.extend<{ planted: PlantedServer }>({
  planted: async ({ settings }, use) => {
    await using made = await startPlantedServer(100_000, settings)
    await use(made)
  },
  server: async ({ planted }, use) => use(planted.server),
  person: async ({ planted }, use) => use(planted.person),
})

planted(
  'a folder of 100,000 files draws few rows at a time, and its files go to the trash without being listed',
  async ({ page, person, server }) => {
    await open(page, server, person)
    await row(page, 'Folder 1').dblclick()
    const grid = page.getByRole('grid', { name: /Files in/ })
    await expect(grid).toHaveAttribute('aria-rowcount', '100001')
    const rows = page.locator('[role=row][data-row]')
    await rows.first().focus()
    await page.keyboard.press('End')
    const last = page.locator('[data-row="99999"]')
    await expect(last).toBeFocused()
    await expect(last).not.toHaveAttribute('aria-busy')
    expect(await rows.count()).toBeLessThan(60)
    await page.keyboard.press('ControlOrMeta+a')
    const bar = page.getByRole('toolbar', { name: /100,000/ })
    await expect(bar).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
    await expect(last).toBeFocused()

    // All but one go to the trash without being read, and come back before they are all there.
    await page.keyboard.press('Home')
    const kept = page.locator('[data-row="0"]')
    await expect(kept).toBeFocused()
    await expect(kept).not.toHaveAttribute('aria-busy')
    let asked = 0
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/drive/v1/files?')) asked += 1
    })
    await page.keyboard.press('ControlOrMeta+a')
    await expect(bar).toBeVisible()
    await kept.click({ modifiers: ['ControlOrMeta'] })
    await expect(kept).toHaveAttribute('aria-selected', 'false')
    const most = page.getByRole('toolbar', { name: /99,999/ })
    await most.getByRole('button', { name: 'Move to trash' }).click()
    const note = page.getByRole('listitem').filter({ hasText: 'Moving 99,999 items to the trash' })
    const undo = note.getByRole('button', { name: 'Undo' })
    // A note stays for as long as the pointer is on it, however slow the machine is.
    await undo.hover()
    // Listing all of it would take a hundred requests; the view may take one.
    expect(asked).toBeLessThan(5)
    await expect(most).toBeHidden()
    await expect(page.getByRole('progressbar', { name: /99,999/ })).toBeVisible()
    await expect(grid).not.toHaveAttribute('aria-rowcount', '100001')
    await undo.click()
    await expect(page.getByText('Undone')).toBeVisible({ timeout: 60_000 })
    await expect(grid).toHaveAttribute('aria-rowcount', '100001')
  },
)

function bytes(length: number): Blob {
  return new Blob([new Uint8Array(length).fill(65)])
}

async function open(
  page: Page,
  ...[server, person]: [Parameters<typeof signInQuickly>[1], Parameters<typeof signInQuickly>[2]]
): Promise<void> {
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

function row(page: Page, name: string): Locator {
  return page.getByRole('row', { name })
}

/** A place in a row where there is no name to press. */
function beside(row: Locator): Locator {
  return row.getByRole('gridcell').nth(1)
}

async function expectChosen(page: Page, names: readonly string[]): Promise<void> {
  await expectNames(page.locator('[role=row][aria-selected=true]'), names)
}

async function expectOrder(page: Page, names: readonly string[]): Promise<void> {
  await expectNames(page.locator('[role=row][data-row]'), names)
}

/** In the order of the list, which is not that of elements. */
async function expectNames(rows: Locator, names: readonly string[]): Promise<void> {
  await expect.poll(() => textsOf(rows)).toEqual(names.map((name) => expect.stringContaining(name)))
}

async function textsOf(rows: Locator): Promise<(string | null)[]> {
  const found = await rows.evaluateAll((elements) =>
    elements.map((element) => ({
      row: Number(element.getAttribute('data-row')),
      text: element.textContent,
    })),
  )
  return found.toSorted((a, b) => a.row - b.row).map(({ text }) => text)
}

/** By the scroll bar, to one of the many folders. */
async function scrollTo(page: Page, name: string): Promise<void> {
  const list = page.getByRole('grid').getByRole('rowgroup').last()
  await list.evaluate((element, part) => {
    element.scrollTop = element.scrollHeight * part
  }, many.indexOf(name) / many.length)
  await expect(row(page, name)).toBeInViewport()
}

/** The names of the drawn rows, in the order in which a screen reader reads them. */
async function readNames(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const inOrder = (id: string): typeof nodes => {
    const node = byId.get(id)
    return node ? [node, ...(node.childIds ?? []).flatMap(inOrder)] : []
  }
  return inOrder(nodes[0]?.nodeId ?? '')
    .filter(({ role }) => role?.value === 'row')
    .flatMap(({ name }) => /Folder \d+/.exec(String(name?.value))?.[0] ?? [])
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not visible')
  return box
}

/** Until the row says that it is chosen. */
async function hold(page: Page, element: Locator): Promise<void> {
  const { x, y, width, height } = await boxOf(element)
  const touch = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(element).toHaveAttribute('aria-selected', 'true')
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
