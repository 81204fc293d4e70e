import type { Locator, Page } from '@playwright/test'
import { openDrive } from './open-drive.ts'
import { createPerson, expect, expectAccessible, signInQuickly, test } from './story.ts'

async function hold(page: Page, row: Locator): Promise<void> {
  const { x, y } = (await row.boundingBox()) ?? { x: 0, y: 0 }
  const touch = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + 40, y: y + 20 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(row).toHaveAttribute('aria-selected', 'true')
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a key leads to the folder above and selects where one came from; undone steps are redone', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  const hut = await drive.paths.put('Alps/Bern/hut.txt', new Blob(['hut']))
  await drive.paths.put('Alps/a.txt', new Blob(['a']))
  await signInQuickly(page, server, person)
  await page.goto(`/files/${hut.parent_id}`)
  await page.getByRole('row', { name: 'hut.txt' }).waitFor()
  // What is above is known when the path is.
  await page.getByRole('heading', { name: 'Bern', exact: true }).waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('heading', { name: 'Alps', exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Bern', selected: true })).toBeVisible()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('row', { name: 'Alps', selected: true })).toBeVisible()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('heading', { name: 'My files', exact: true })).toBeVisible()

  const alps = page.getByRole('row', { name: 'Alps' })
  const trashed = page.getByText('Moved 1 item to the trash')
  await page.keyboard.press('Delete')
  await expect(alps).toBeHidden()
  // It can be taken back once the server has answered.
  await expect(trashed).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(alps).toBeVisible()
  await expect(page.getByText('Undone')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(alps).toBeHidden()
  await expect(trashed).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(alps).toBeVisible()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  for (const what of ['Folder above', 'Undo', 'Redo', 'Open in a new tab', 'In a preview']) {
    await expect(help.getByText(what, { exact: true })).toBeVisible()
  }
  await expectAccessible(page)
})

test('a folder opens in a new tab by the middle button and by key, and its copied link opens for a colleague', async ({
  page,
  person,
  server,
  browser,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const drive = await openDrive(server, person)
  const file = await drive.paths.put('Trip/route.txt', new Blob(['up']))
  const tripId = file.parent_id ?? ''
  await signInQuickly(page, server, person)
  await page.goto('/files')
  const row = page.getByRole('row', { name: 'Trip' })
  const opened = context.waitForEvent('page')
  await row.click({ button: 'middle' })
  const first = await opened
  await first.getByRole('row', { name: 'route.txt' }).waitFor()
  await first.close()
  await page.bringToFront()
  const secondOpened = context.waitForEvent('page')
  await row.focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  const second = await secondOpened
  await second.getByRole('row', { name: 'route.txt' }).waitFor()
  await second.close()
  await page.bringToFront()

  const copyLink = async (name: string) => {
    await page.getByRole('row', { name }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy link to this place' }).click()
    await expect(page.getByText('Link copied').first()).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const toFolder = await copyLink('Trip')
  // The person themselves comes to their own files by it.
  await page.goto(toFolder)
  await expect(page).toHaveURL(new RegExp(`/files/${tripId}$`))
  const toFile = await copyLink('route.txt')
  await page.goto(toFile)
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'route.txt' })).toBeVisible()

  const ben = await createPerson(server, 'Ben Adi')
  await using other = await browser.newContext({ baseURL: server.url })
  const colleague = await other.newPage()
  const { sub } = await signInQuickly(colleague, server, ben)
  await drive.shares.create(tripId, { grantee: { kind: 'person', sub }, role: 'viewer' })
  await colleague.goto(toFolder)
  await expect(colleague.getByRole('row', { name: 'route.txt' })).toBeVisible()
  await colleague.goto(toFile)
  await expect(colleague.getByText('route.txt').first()).toBeVisible()
  expect(toFile).toContain(file.id)
})

test('the box in the head selects everything and nothing', async ({ page, person, server }) => {
  const drive = await openDrive(server, person)
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await drive.paths.put(name, new Blob([name]))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  const box = page.getByRole('checkbox', { name: 'Select all' })
  await page.getByRole('row', { name: 'a.txt' }).click()
  await expect(box).toHaveAttribute('aria-checked', 'mixed')
  await expectAccessible(page)
  await box.click()
  await expect(page.getByText('3 selected')).toBeVisible()
  await expect(box).toBeChecked()
  await box.click()
  await expect(page.getByText('3 selected')).toBeHidden()
  await expect(box).not.toBeChecked()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('after a long press, one tap selects everything', async ({ page, person, server }) => {
    const drive = await openDrive(server, person)
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await drive.paths.put(name, new Blob([name]))
    await signInQuickly(page, server, person)
    await page.goto('/files')
    await hold(page, page.getByRole('row', { name: 'a.txt' }))
    const all = page.getByRole('button', { name: 'Select all' })
    await all.click()
    await expect(page.getByRole('toolbar', { name: '3 selected' })).toBeVisible()
    await expect(all).toBeHidden()
  })
})
