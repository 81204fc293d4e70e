import type { Locator, Page } from '@playwright/test'
import { openDrive } from './open-drive.ts'
import { expect, type Person, signInQuickly, test } from './story.ts'

type Server = Parameters<typeof openDrive>[0]

const text = (words: string) => new Blob([words])
const row = (page: Page, name: string) => page.getByRole('row', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
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
