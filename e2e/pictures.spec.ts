import { spawnSync } from 'node:child_process'
import type { DriveClient } from '@awan/client/drive'
import type { Page } from '@playwright/test'
import { drawPictures } from './draw-pictures.ts'
import { makeOdt } from './office-samples.ts'
import { openDrive } from './open-drive.ts'
import { openLinks, pageOf } from './open-links.ts'
import { makeHeic, makeRaf } from './photo-samples.ts'
import { makePdf, makePng } from './preview-samples.ts'
import {
  test as base,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signInQuickly,
} from './story.ts'

const test = base.extend<{ drive: DriveClient }>({
  drive: async ({ server, person, page }, use) => {
    await signInQuickly(page, server, person)
    await use(await openDrive(server, person))
  },
})

const layer = (page: Page) => page.getByRole('dialog').first()
const heading = (page: Page, name: string) =>
  layer(page).getByRole('heading', { name, exact: true })

const ODT =
  '<text:h text:outline-level="1">Over quiet hills</text:h><text:p>A walk in June.</text:p>'

/** One file of each kind that this machine can make a picture of. */
async function fill(page: Page, drive: DriveClient): Promise<string[]> {
  const [sky, hills] = await drawPictures(page, 2)
  if (!sky || !hills) throw new Error('no picture was drawn')
  const look = Buffer.from(await makePng(256, 362, [250, 250, 240]).arrayBuffer())
  const files: [string, Blob | undefined][] = [
    ['DSCF0815.RAF', makeRaf(hills)],
    ['IMG_2231.HEIC', await makeHeic(sky)],
    ['walk.odt', makeOdt(ODT, '', { 'Thumbnails/thumbnail.png': look })],
  ]
  if (hasPdftoppm()) files.push(['hut.pdf', makePdf(['A hut above the clouds'])])
  const made = files.filter((file): file is [string, Blob] => file[1] !== undefined)
  for (const [name, content] of made) await drive.paths.put(name, content)
  return made.map(([name]) => name)
}

function hasPdftoppm(): boolean {
  return spawnSync('pdftoppm', ['-v']).status === 0
}

test('HEIC and raw photos, PDFs and documents have pictures in lists and tiles', async ({
  page,
  drive,
}) => {
  const names = await fill(page, drive)
  await page.goto('/files')
  for (const name of names) {
    const picture = page.getByRole('row', { name: new RegExp(name) }).locator('img')
    await expect(picture).toHaveJSProperty('complete', true)
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .not.toBe(0)
  }
  await page.getByRole('button', { name: 'Grid' }).click()
  for (const name of names) {
    await expect(
      page.getByRole('gridcell', { name: new RegExp(name) }).locator('img'),
    ).toBeVisible()
  }
  await expectAccessible(page)
})

test('a raw photo is shown by the picture of its camera, and a HEIC photo beside it', async ({
  page,
  drive,
}) => {
  const names = await fill(page, drive)
  await page.goto('/files')
  await page.getByRole('row', { name: /DSCF0815/ }).focus()
  await page.keyboard.press('Enter')
  const raw = layer(page).getByRole('img', { name: 'DSCF0815.RAF' })
  await expect(raw).toBeVisible()
  await expect.poll(() => raw.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
  await expect(layer(page).getByText('A smaller picture is shown')).toBeVisible()
  await expect(layer(page).getByRole('button', { name: 'Download' })).toBeVisible()
  await expectAccessible(page)
  if (!names.includes('IMG_2231.HEIC')) return

  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /IMG_2231/ }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'IMG_2231.HEIC')).toBeVisible()
  const photo = layer(page).getByRole('img', { name: 'IMG_2231.HEIC' })
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(photo).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('HEIC and raw photos are among the photos', async ({ page, drive }) => {
  const names = await fill(page, drive)
  await page.goto('/photos')
  const photos = names.filter((name) => /RAF|HEIC/.test(name))
  for (const name of photos) {
    await expect(page.getByRole('button', { name }).locator('img')).toBeVisible()
  }
  await expect(page.getByRole('main').locator('[data-photo]')).toHaveCount(photos.length)
})

test('a visitor who may not download sees how a document looks', async ({
  page,
  person,
  server,
  drive,
}) => {
  await fill(page, drive)
  const { links } = await openLinks(server, person)
  const { files } = await drive.files.list()
  const document = files.find(({ name }) => name === 'walk.odt')
  const link = await links.create(document?.id ?? '', { allow_download: false })
  await page.goto(pageOf(link))
  await expect(page.getByRole('img', { name: 'walk.odt' })).toBeVisible()
})
