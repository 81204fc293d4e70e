import type { Page } from '@playwright/test'
import { drawPictures } from './draw-pictures.ts'
import { openDrive } from './open-drive.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  signInQuickly,
  test,
} from './story.ts'

const layer = (page: Page) => page.getByRole('dialog').first()
const heading = (page: Page, name: string) =>
  layer(page).getByRole('heading', { name, exact: true })
const note = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })

/** Three pictures at the top, the first of them in the preview. */
async function begin(page: Page, server: Parameters<typeof openDrive>[0], person: Person) {
  await signInQuickly(page, server, person)
  const drive = await openDrive(server, person)
  for (const [index, picture] of (await drawPictures(page, 3)).entries()) {
    await drive.paths.put(`alps-${index + 1}.jpg`, picture)
  }
  await page.goto('/files')
  await page.getByRole('row', { name: /alps-1\.jpg/ }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'alps-1.jpg')).toBeVisible()
  return drive
}

test('in a preview, a file is marked, renamed, tagged, moved and deleted by keys, and undo shows it again', async ({
  page,
  person,
  server,
}) => {
  const drive = await begin(page, server, person)
  await drive.files.createFolder({ name: 'Best' })
  const star = layer(page).getByRole('button', { name: 'Add to favourites' })
  await star.waitFor()
  await page.keyboard.press('f')
  await layer(page).getByRole('button', { name: 'Remove from favourites' }).waitFor()

  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name' }).fill('summit.jpg')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'summit.jpg')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(heading(page, 'alps-1.jpg')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(heading(page, 'summit.jpg')).toBeVisible()

  await page.keyboard.press('t')
  await page
    .getByRole('dialog', { name: /^Tags of/ })
    .getByRole('textbox')
    .fill('holiday')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await drive.lists.tags()).tags.map(({ tag }) => tag))
    .toEqual(['holiday'])
  await expectAccessible(page)

  // In the list it goes to the end by its new name: nothing comes after it.
  await expect(layer(page).getByText('3 of 3')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page, 'alps-3.jpg')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(heading(page, 'summit.jpg')).toBeVisible()
  await expect(layer(page).getByText('2 of 2')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(heading(page, 'alps-3.jpg')).toBeVisible()
  await expect(layer(page).getByText('2 of 3')).toBeVisible()

  // By the menu too; what was moved elsewhere makes room for the next.
  await layer(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  const moving = page.getByRole('dialog').last()
  await moving.getByRole('treeitem', { name: 'Best' }).click()
  await moving.getByRole('button', { name: 'Move to Best' }).click()
  await expect(note(page, 'Moved 1 item to Best')).toBeVisible()
  await expect(heading(page, 'summit.jpg')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(heading(page, 'alps-2.jpg')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(layer(page)).toBeHidden()
  await expect(page.getByRole('row', { name: /Best/ })).toBeVisible()
})

test('a slideshow shows the pictures one after the other, and waits while the tab is hidden', async ({
  page,
  person,
  server,
}) => {
  await begin(page, server, person)
  await page.clock.install()
  await page.reload()
  await expect(heading(page, 'alps-1.jpg')).toBeVisible()
  await layer(page).getByRole('button', { name: 'Start slideshow' }).click()
  await layer(page).getByRole('button', { name: 'Stop slideshow' }).waitFor()
  await page.clock.fastForward(5_000)
  await expect(heading(page, 'alps-2.jpg')).toBeVisible()

  const hide = (state: 'hidden' | 'visible') =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => visibilityState,
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await hide('hidden')
  await page.clock.fastForward(60_000)
  await expect(heading(page, 'alps-2.jpg')).toBeVisible()
  await hide('visible')
  await page.clock.fastForward(5_000)
  await expect(heading(page, 'alps-3.jpg')).toBeVisible()

  // After the last one it is over; a key starts and stops it too.
  await page.clock.fastForward(5_000)
  await expect(layer(page).getByRole('button', { name: /slideshow/ })).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page, 'alps-2.jpg')).toBeVisible()
  await page.keyboard.press('p')
  await layer(page).getByRole('button', { name: 'Stop slideshow' }).waitFor()
  await page.keyboard.press('p')
  await layer(page).getByRole('button', { name: 'Start slideshow' }).waitFor()
  await page.clock.fastForward(20_000)
  await expect(heading(page, 'alps-2.jpg')).toBeVisible()
})

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('the menu of a preview has all that can be done, and a deletion shows the next file', async ({
    page,
    person,
    server,
  }) => {
    await begin(page, server, person)
    await expectNoSidewaysScroll(page)
    await layer(page).getByRole('button', { name: 'More actions' }).click()
    for (const name of ['Share…', 'Rename', 'Move to…', 'Add to favourites', 'Tags…']) {
      await expect(page.getByRole('menuitem', { name })).toBeVisible()
    }
    await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    await expect(heading(page, 'alps-2.jpg')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(heading(page, 'alps-1.jpg')).toBeVisible()
  })
})
