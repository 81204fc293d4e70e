import { expect } from '@playwright/test'
import { drawPictures } from '../draw-pictures.ts'
import { openDrive } from '../open-drive.ts'
import { signInQuickly } from '../story.ts'
import { test } from './see.ts'

const DAY_MS = 86_400_000

test('photos', async ({ page, server, person, see }) => {
  test.slow()
  await signInQuickly(page, server, person)
  const drive = await openDrive(server, person)
  for (const [index, picture] of (await drawPictures(page, 30)).entries()) {
    const time = new Date(Date.now() - Math.floor(index ** 1.6) * DAY_MS).toISOString()
    await drive.paths.put(`Trips/photo-${index}.jpg`, picture, { modified_time: time })
  }
  await page.goto('/photos')
  const pictures = page.getByRole('region', { name: 'Today' }).locator('img')
  await expect(pictures.first()).toBeVisible()
  // Those that were still being made are asked for once more.
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .locator('img')
        .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true)
  await see(page, 'drive-photos')
})
