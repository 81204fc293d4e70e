import type { Page } from '@playwright/test'
import type { AwanServer } from './awan-server.ts'
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

const DAY_MS = 86_400_000
const SHAPES = [
  [640, 480],
  [640, 360],
  [480, 640],
  [640, 427],
] as const

/** Pictures of many days, in two folders and at the top. */
async function fill(page: Page, server: AwanServer, person: Person, daysAgo: readonly number[]) {
  await signInQuickly(page, server, person)
  const drive = await openDrive(server, person)
  const pictures = await drawPictures(page, daysAgo.length, SHAPES)
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

test('on a phone, photos fill their rows, a long press selects, and an empty library says so', async ({
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
    Array.from({ length: 30 }, (_, index) => index * 15),
  )
  await page.goto('/photos')
  const tile = page.getByRole('region', { name: 'Today' }).getByRole('button')
  await expect(tile).toBeVisible()
  // Each is a day of its own, and yet no row is almost empty.
  await expect(async () => {
    const boxes = await page
      .locator('[data-photo]')
      .evaluateAll((tiles) => tiles.map((one) => one.getBoundingClientRect().toJSON()))
    const rows = new Map<number, number>()
    for (const { top, width } of boxes) rows.set(top, (rows.get(top) ?? 0) + width)
    expect(rows.size).toBeGreaterThan(2)
    for (const width of [...rows.values()].slice(0, -1)) expect(width).toBeGreaterThan(300)
  }).toPass()
  await expectNoSidewaysScroll(page)

  const scrubber = page.getByRole('slider', { name: 'Move through the months' })
  const first = (await scrubber.getAttribute('aria-valuetext')) ?? ''
  await scrubber.focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'photo-29.jpg' })).toBeVisible()
  await expect(scrubber).not.toHaveAttribute('aria-valuetext', first)
  await page.keyboard.press('Home')
  await expect(tile).toBeVisible()

  await tile.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 60, clientY: 200 })
  await expect(page.getByText('1 selected')).toBeVisible()
  await tile.dispatchEvent('pointerup', { pointerType: 'touch' })
  await expectAccessible(page)
})

test('photos are filtered, shown larger, found by their month, and videos say how long they are', async ({
  page,
  person,
  server,
}) => {
  const drive = await fill(page, server, person, [0, 0, 0, 1, 40, 40, 400])
  const { files } = await drive.lists.photos()
  const [starred] = files.filter(({ name }) => name === 'photo-4.jpg')
  await drive.files.update(starred?.id ?? '', { starred: true })
  await drive.paths.put('film.mp4', filmHeader(65))
  await page.goto('/photos')
  const tiles = page.locator('[data-photo]')
  await expect(tiles).toHaveCount(8)
  // Its header is read soon after it came.
  await expect(async () => {
    await page.reload()
    await expect(tiles).toHaveCount(8)
    await expect(page.getByRole('button', { name: 'film.mp4, video, 1:05' })).toBeVisible()
  }).toPass()

  await page.getByRole('button', { name: 'Favourites' }).click()
  await expect(tiles).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'photo-4.jpg' })).toBeVisible()
  await page.getByRole('button', { name: 'Kind' }).click()
  await page.getByRole('menuitemradio', { name: 'Videos (1)' }).click()
  await expect(page.getByRole('heading', { name: 'No photos match the filters' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Favourites' }).click()
  await expect(tiles).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(tiles).toHaveCount(8)

  const tile = page.getByRole('button', { name: 'photo-3.jpg' })
  const height = async () => (await tile.boundingBox())?.height ?? 0
  const before = await height()
  await page.getByRole('button', { name: 'Size of the pictures: Medium' }).click()
  await page.getByRole('menuitemradio', { name: 'Large' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(height).toBeGreaterThan(before * 1.2)
  await page.reload()
  await expect(tile).toBeVisible()
  await expect.poll(height).toBeGreaterThan(before * 1.2)

  await page.getByRole('button', { name: 'Go to month' }).click()
  await page.getByRole('menuitem').last().click()
  await expect(page.getByRole('button', { name: 'photo-6.jpg' })).toBeFocused()
  await expectAccessible(page)
})

test('photos of a phone are uploaded to a folder of their own, and appear at once', async ({
  page,
  person,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInQuickly(page, server, person)
  const drive = await openDrive(server, person)
  const pictures = await drawPictures(page, 3)
  await page.goto('/photos')
  const send = async (from: number, to: number) => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add photos' }).click()
    const chooser = await choosing
    expect(await chooser.element().getAttribute('accept')).toBe('image/*,video/*')
    await chooser.setFiles(
      await Promise.all(
        pictures.slice(from, to).map(async (picture, at) => ({
          name: `IMG_${from + at}.jpg`,
          mimeType: 'image/jpeg',
          buffer: Buffer.from(await picture.arrayBuffer()),
        })),
      ),
    )
  }
  await send(0, 2)
  await expect(page.getByRole('button', { name: 'IMG_0.jpg' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'IMG_1.jpg' })).toBeVisible()
  await send(2, 3)
  await expect(page.getByRole('button', { name: 'IMG_2.jpg' })).toBeVisible()
  const { files } = await drive.files.list()
  expect(files.map(({ name }) => name)).toEqual(['Photos'])
  const inside = await drive.files.list({ parent_id: files[0]?.id })
  expect(inside.files.map(({ name }) => name)).toEqual(['IMG_0.jpg', 'IMG_1.jpg', 'IMG_2.jpg'])
})

/** A video without a frame: its header says that it has so many seconds. */
function filmHeader(seconds: number): Blob {
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(content.length + 8)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  const movie = Buffer.alloc(100)
  movie.writeUInt32BE(1000, 12)
  movie.writeUInt32BE(seconds * 1000, 16)
  const track = Buffer.alloc(84)
  track.writeUInt32BE(0x10000, 40)
  track.writeUInt16BE(1920, 76)
  track.writeUInt16BE(1080, 80)
  const moov = [box('mvhd', movie), box('trak', box('tkhd', track))]
  const parts = [box('ftyp', Buffer.from('isommp42')), box('moov', Buffer.concat(moov))]
  return new Blob([Buffer.concat(parts)], { type: 'video/mp4' })
}
