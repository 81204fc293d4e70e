import type { Page } from '@playwright/test'
import type { AwanServer } from './awan-server.ts'
import { drawPictures } from './draw-pictures.ts'
import { openDrive } from './open-drive.ts'
import { expect, expectAccessible, type Person, signInQuickly, test } from './story.ts'

const DAY_MS = 86_400_000

/** Pictures of many days, in two folders and at the top. */
async function fill(page: Page, server: AwanServer, person: Person, daysAgo: readonly number[]) {
  await signInQuickly(page, server, person)
  const drive = await openDrive(server, person)
  const pictures = await drawPictures(page, daysAgo.length)
  for (const [index, picture] of pictures.entries()) {
    const time = new Date(Date.now() - (daysAgo[index] ?? 0) * DAY_MS).toISOString()
    const folder = index % 3 === 0 ? '' : index % 3 === 1 ? 'Trips/' : 'Trips/Alps/'
    await drive.paths.put(`${folder}photo-${index}.jpg`, picture, { modified_time: time })
  }
  return drive
}

test('photos are grouped by day, open in the preview, and can be deleted and restored', async ({
  page,
  person,
  server,
}) => {
  const drive = await fill(page, server, person, [0, 0, 0, 1, 40, 40, 400])
  await drive.paths.put('note.txt', new Blob(['no photo']))
  await page.goto('/files')
  await page.getByRole('navigation').getByRole('link', { name: 'Photos' }).click()
  await expect(page.getByRole('heading', { name: 'Photos', level: 1 })).toBeVisible()
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('button')).toHaveCount(3)
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(4)
  await expect(page.getByRole('region', { name: 'Yesterday' }).getByRole('button')).toHaveCount(1)
  await expect(today.locator('img').first()).toBeVisible()
  await expectAccessible(page)

  // With keys alone: to a picture, over the edge of the day, and into the preview.
  await today.getByRole('button').first().focus()
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'photo-3.jpg' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/photos\?preview=/)
  await page.goBack()
  await expect(page).toHaveURL(/\/photos$/)

  await page.getByRole('button', { name: 'photo-3.jpg' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('region', { name: 'Yesterday' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Yesterday' })).toBeVisible()

  // A day is selected as one, beside what is selected already.
  await page.getByRole('button', { name: 'photo-3.jpg' }).focus()
  await page.keyboard.press('Space')
  const whole = today.getByRole('checkbox', { name: 'Select all of Today' })
  await whole.press('Space')
  await expect(page.getByText('4 selected')).toBeVisible()
  await expect(whole).toBeChecked()
  await today.getByRole('button', { name: 'photo-1.jpg' }).click()
  await expect(whole).not.toBeChecked()
  await expect(page.getByText('3 selected')).toBeVisible()
  await whole.press('Space')
  await whole.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'photo-3.jpg' }).focus()
  await page.keyboard.press('Escape')

  // A photo from another device appears without a reload.
  const [late] = await drawPictures(page, 1)
  if (late) await drive.paths.put('late.jpg', late)
  await expect(today.getByRole('button', { name: 'late.jpg' })).toBeVisible()
})

test('on a phone, photos show three in a row, a long press selects, and an empty library says so', async ({
  page,
  person,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInQuickly(page, server, person)
  await page.goto('/photos')
  await expect(page.getByRole('heading', { name: 'No photos yet' })).toBeVisible()
  await expectAccessible(page)
  await fill(
    page,
    server,
    person,
    Array.from({ length: 18 }, (_, index) => index * 25),
  )
  await page.goto('/photos')
  const tile = page.getByRole('region', { name: 'Today' }).getByRole('button')
  await expect(tile).toBeVisible()
  await expect(async () => {
    expect((await tile.boundingBox())?.width).toBeCloseTo((390 - 4) / 3, 0)
  }).toPass()

  const scrubber = page.getByRole('slider', { name: 'Move through the months' })
  const first = (await scrubber.getAttribute('aria-valuetext')) ?? ''
  await scrubber.focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'photo-17.jpg' })).toBeVisible()
  await expect(scrubber).not.toHaveAttribute('aria-valuetext', first)
  await page.keyboard.press('Home')
  await expect(tile).toBeVisible()

  await tile.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 60, clientY: 200 })
  await expect(page.getByText('1 selected')).toBeVisible()
  await tile.dispatchEvent('pointerup', { pointerType: 'touch' })
  await expectAccessible(page)
})
