import { expect, type Page } from '@playwright/test'
import { drawPictures } from '../draw-pictures.ts'
import { openLinks, pageOf } from '../open-links.ts'
import { test } from './see.ts'

const PASSWORD = 'tangerine under snow'
const DAY_MS = 86_400_000

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Those that were still being made are asked for again. */
async function untilDrawn(page: Page, count: number): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => [...document.images].filter((it) => it.naturalWidth > 0).length),
    )
    .toBeGreaterThanOrEqual(count)
}

test('the tour visits the door of a link', async ({ page, server, person, see }) => {
  test.slow()
  const { drive, links } = await openLinks(server, person)
  const file = await drive.paths.put('score.pdf', new Blob(['%PDF-1.4']))
  const locked = await links.create(file.id, { password: PASSWORD })
  await page.goto(pageOf(locked))
  await title(page, 'This link needs a password').waitFor()
  await see(page, 'visit-password')
  await page.getByLabel('Password', { exact: true }).fill('snow')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('That is not the password of this link.').waitFor()
  await see(page, 'visit-wrong')
  await page.goto(pageOf(await links.create(file.id, { ask_name: true })))
  await title(page, 'Who are you?').waitFor()
  await see(page, 'visit-name')
  const inbox = await drive.files.createFolder({ parent_id: 'root', name: 'Essays' })
  await page.goto(pageOf(await links.create(inbox.id, { role: 'drop', ask_email: true })))
  await title(page, 'Your e-mail address').waitFor()
  await see(page, 'visit-email')
  await page.getByLabel('E-mail', { exact: true }).fill('ben@example.org')
  await page.keyboard.press('Enter')
  await title(page, 'Check your e-mail').waitFor()
  await see(page, 'visit-code')
  await page.goto('/s/there-is-no-such-link')
  await title(page, 'This link is not valid').waitFor()
  await see(page, 'visit-invalid')
})

test('the tour visits shared files and folders', async ({ page, server, person, see }) => {
  test.slow()
  const { drive, links } = await openLinks(server, person)
  await page.goto('/favicon.svg')
  const pictures = await drawPictures(page, 14)
  const put = (path: string, content: Blob, daysOld: number) =>
    drive.paths.put(path, content, {
      modified_time: new Date(Date.now() - daysOld * DAY_MS).toISOString(),
    })
  for (const [index, picture] of pictures.entries()) {
    await put(`Alps 2026/Photos/ridge-${index + 1}.jpg`, picture, index)
  }
  const [first = new Blob()] = pictures
  const picture = await put('Alps 2026/alpine-sunrise.jpg', first, 1)
  await put('Alps 2026/packing list.md', new Blob(['Boots, rope, sunscreen.']), 2)
  await put('Alps 2026/rental agreement.pdf', new Blob([new Uint8Array(220_000)]), 9)
  await put('Alps 2026/gpx tracks.zip', new Blob([new Uint8Array(1_200_000)]), 12)
  await put('Alps 2026/보험 증서.pdf', new Blob([new Uint8Array(410_000)]), 20)
  await put('Alps 2026/黄昏的山谷.heic', new Blob([new Uint8Array(41_000)]), 20)
  const notes = await put('notes.txt', new Blob(['We meet at six, at the hut.\n']), 1)
  const plan = await put('floor plan.dwg', new Blob([new Uint8Array(3_000_000)]), 3)
  const top = picture.parent_id ?? ''

  await page.goto(pageOf(await links.create(picture.id)))
  await title(page, 'alpine-sunrise.jpg').waitFor()
  await untilDrawn(page, 1)
  await see(page, 'visit-file')
  await page.goto(pageOf(await links.create(plan.id, { allow_download: false })))
  await title(page, 'floor plan.dwg').waitFor()
  await see(page, 'visit-no-download')
  await page.goto(pageOf(await links.create(notes.id, { download_limit: 3 })))
  await page.getByRole('button', { name: 'Show the preview' }).waitFor()
  await see(page, 'visit-limit')

  await page.goto(pageOf(await links.create(top, { label: 'Our week in the Alps' })))
  await title(page, 'Our week in the Alps').waitFor()
  await untilDrawn(page, 1)
  await see(page, 'visit-folder')
  await page.getByRole('button', { name: 'Tiles' }).click()
  await untilDrawn(page, 1)
  await see(page, 'visit-tiles')
  await page.getByRole('link', { name: 'Photos' }).click()
  await title(page, 'Photos').waitFor()
  await untilDrawn(page, pictures.length)
  await see(page, 'visit-photos')
  await page.goto(pageOf(await links.create(top, { role: 'contributor' })))
  await title(page, 'Alps 2026').waitFor()
  await untilDrawn(page, 1)
  await see(page, 'visit-contribute')
  await page.goto(pageOf(await links.create(top, { role: 'editor' })))
  await page.getByRole('button', { name: 'Actions for packing list.md' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
  await see(page, 'visit-edit')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for packing list.md' }).click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Photos' }).waitFor()
  await see(page, 'visit-move')
})

test('the tour visits a drop folder', async ({ page, server, person, see }) => {
  test.slow()
  const { drive, links } = await openLinks(server, person)
  const folder = await drive.files.createFolder({ parent_id: 'root', name: 'From the choir' })
  const link = await links.create(folder.id, {
    role: 'drop',
    label: 'Send us your photos of the concert',
    drop: {
      max_file_size: 50_000_000,
      max_total_size: 10_000_000_000,
      types: ['image/*', 'video/*', '.pdf'],
      deadline: '2037-01-31T15:00:00Z',
    },
  })
  await page.goto(pageOf(link))
  await title(page, 'Send us your photos of the concert').waitFor()
  await see(page, 'visit-drop')
  const pictures = await drawPictures(page, 3)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles([
    ...(await Promise.all(
      pictures.map(async (picture, index) => ({
        name: `concert-${index + 1}.jpg`,
        mimeType: 'image/jpeg',
        buffer: Buffer.from(await picture.arrayBuffer()),
      })),
    )),
    { name: 'tickets.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('x') },
  ])
  await page.getByRole('button', { name: 'Withdraw concert-3.jpg' }).waitFor()
  await page.getByRole('heading', { name: '3 files uploaded' }).waitFor()
  await untilDrawn(page, 3)
  await see(page, 'visit-sent')
  const deadline = new Date(Date.now() - DAY_MS).toISOString()
  await page.goto(pageOf(await links.create(folder.id, { role: 'drop', drop: { deadline } })))
  await page.getByText('The time to send files is over').waitFor()
  await see(page, 'visit-late')
})
