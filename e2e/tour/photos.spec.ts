import { expect } from '@playwright/test'
import { drawPictures } from '../draw-pictures.ts'
import { openDrive } from '../open-drive.ts'
import { signInQuickly } from '../story.ts'
import { test } from './see.ts'

const DAY_MS = 86_400_000
/** How many days ago, and how many were taken then. */
const DAYS: readonly (readonly [daysAgo: number, photos: number])[] = [
  [0, 5],
  [1, 4],
  [3, 7],
  [4, 6],
  [40, 3],
  [41, 1],
  [43, 1],
  [210, 3],
  [400, 2],
]

const SHAPES = [
  [640, 480],
  [640, 360],
  [480, 640],
  [640, 427],
  [480, 480],
] as const

test('the tour visits the photos', async ({ page, server, person, see }) => {
  test.slow()
  await signInQuickly(page, server, person)
  const drive = await openDrive(server, person)
  const daysAgo = DAYS.flatMap(([days, photos]) => Array<number>(photos).fill(days))
  const pictures = await drawPictures(page, daysAgo.length, SHAPES)
  for (const [index, picture] of pictures.entries()) {
    const time = new Date(Date.now() - (daysAgo[index] ?? 0) * DAY_MS).toISOString()
    await drive.paths.put(`Trips/photo-${index}.jpg`, picture, { modified_time: time })
  }
  await page.goto('/photos')
  await expect(page.locator('[data-photo]').first()).toBeVisible()
  // Those that were still being made are asked for again.
  await expect
    .poll(() =>
      page
        .locator('[data-photo]')
        .evaluateAll((tiles) =>
          tiles.map((tile) => (tile.querySelector('img')?.naturalWidth ?? 0) > 0),
        ),
    )
    .not.toContain(false)
  await see(page, 'drive-photos')
})
