import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { dropFiles } from './drop-files.ts'
import { openDrive } from './open-drive.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from './story.ts'
import {
  choose,
  heading,
  MB,
  openEmptyDrive,
  openNew,
  row,
  stopAfterPieces,
  test,
  textFile,
  tray,
} from './upload-tray.ts'

test.beforeEach(openEmptyDrive)

test('dropped files and folders are uploaded with their structure, empty folders too, and a pasted picture is uploaded', async ({
  page,
  disk,
}) => {
  await mkdir(join(disk, 'trip/day 1'), { recursive: true })
  await mkdir(join(disk, 'trip/empty'))
  await writeFile(join(disk, 'trip/day 1/sea.txt'), 'waves')
  await writeFile(join(disk, 'list.txt'), 'socks')
  await dropFiles(page, [join(disk, 'trip'), join(disk, 'list.txt')])
  await expect(heading(page, '3 files uploaded')).toBeVisible()
  await expect(page.getByRole('row', { name: /list\.txt/ })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('row', { name: /^trip/ }).dblclick()
  await expect(page.getByRole('heading', { name: 'trip' })).toBeVisible()
  // From its beginning: a row also says "Today 10:16".
  await expect(page.getByRole('row', { name: /^day 1/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^empty/ })).toBeVisible()
  // The tray knows the way to where they went.
  await tray(page).getByRole('link', { name: 'Show in My files' }).click()
  await expect(page.getByRole('heading', { name: 'My files' })).toBeVisible()

  await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['picture'], 'image.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await expect(page.getByRole('row', { name: /^Pasted [-\d]+ [.\d]+\.png/ })).toBeVisible()
})

test('files dropped on a folder of the list, the tree or the path are uploaded into that folder', async ({
  page,
  server,
  person,
  disk,
}) => {
  const drive = await openDrive(server, person)
  const trips = await drive.files.createFolder({ name: 'Trips' })
  const names = ['row.txt', 'tile.txt', 'tree.txt', 'path.txt', 'bare.txt']
  await Promise.all(names.map((name) => writeFile(join(disk, name), name)))
  const said = await listenToAnnouncements(page)
  const drop = async (name: string, to: string, on?: Locator) => {
    const hint = page.locator('main').getByText(`Drop to upload to ${to}`)
    await dropFiles(page, [join(disk, name)], {
      ...(on && { on }),
      async whileOver() {
        await expect(hint).toBeVisible()
      },
    })
    await expect(hint).toBeHidden()
    await expect(heading(page, '1 file uploaded')).toBeVisible()
    await tray(page).getByRole('button', { name: 'Close uploads' }).click()
    await expect(tray(page)).toBeHidden()
  }
  const tree = page.getByRole('treeitem', { name: 'Trips' })
  await drop('row.txt', 'Trips', page.getByRole('row', { name: /Trips/ }))
  await expect.poll(said).toContain('Drop to upload to Trips')
  await page.getByRole('button', { name: 'Grid' }).click()
  await drop('tile.txt', 'Trips', page.getByRole('gridcell', { name: /Trips/ }))
  await page.getByRole('link', { name: 'Recent' }).click()
  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
  await drop('tree.txt', 'Trips', tree)
  await tree.click()
  await expect(page.getByRole('heading', { name: 'Trips' })).toBeVisible()
  await drop('bare.txt', 'Trips')
  const path = page.getByRole('navigation', { name: 'Folder path' })
  await drop('path.txt', 'My files', path.getByRole('link', { name: 'My files' }))
  const listed = async (parent_id?: string) =>
    (await drive.files.list({ parent_id })).files.map(({ name }) => name).sort()
  expect(await listed(trips.id)).toEqual(['bare.txt', 'row.txt', 'tile.txt', 'tree.txt'])
  expect(await listed()).toEqual(['Trips', 'path.txt'])
})

test('an upload with a taken name is kept beside it, replaces it or is skipped, for one or for all', async ({
  page,
}) => {
  const notes = (seed: number) => textFile('notes.txt', 3000 + seed, seed)
  await choose(page, [notes(1)])
  await expect(heading(page, '1 file uploaded')).toBeVisible()

  await choose(page, [notes(2)])
  await tray(page).getByRole('button', { name: 'Keep both: notes.txt' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await choose(page, [notes(4096)])
  await tray(page).getByRole('button', { name: 'Replace: notes.txt' }).click()
  await expect(page.getByRole('row', { name: /^notes\.txt .*7.1 kB/ })).toBeVisible()

  const five = (seed: number) => [1, 2, 3, 4, 5].map((n) => textFile(`${n}.txt`, 500, n + seed))
  await choose(page, five(0))
  await expect(page.getByRole('row')).toHaveCount(8)
  await choose(page, five(9))
  await tray(page).getByLabel('Do the same for all 5 taken names').check()
  await expectAccessible(page)
  await tray(page).getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(tray(page).getByText('Skipped')).toHaveCount(5)
  await expect(heading(page, 'Nothing was uploaded')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(8)
})

test('files that are there already are recognised and not asked about, and the question about others shows both', async ({
  page,
  disk,
}) => {
  const paths = ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((name) => join(disk, name))
  for (const path of paths) await writeFile(path, path)
  await choose(page, paths)
  await expect(heading(page, '4 files uploaded')).toBeVisible()
  const changed = paths[3] ?? ''
  await writeFile(changed, 'c'.repeat(5_000))
  await choose(page, paths)
  await expect(tray(page).getByText('is already there.')).toBeVisible()
  const sides = tray(page)
    .getByRole('listitem')
    .filter({ hasText: /^(Already here|New)\d/ })
  await expect(sides).toHaveText([/\d\d bytes/, /5 kB/])
  await expectAccessible(page)
  await tray(page).getByRole('button', { name: 'Replace: d.txt' }).click()
  await expect(heading(page, '4 files uploaded')).toBeVisible()
  await expect(tray(page).getByText('3 already here')).toBeVisible()
  await expect(page.getByRole('row', { name: /^d\.txt .*5 kB/ })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(5)
})

test('uploads wait while the browser is offline, say so, and resume when it is online again', async ({
  page,
  context,
}) => {
  const stop = await stopAfterPieces(page, 1)
  await choose(page, [textFile('film.mkv', 9 * MB, 3)])
  await expect(heading(page, 'Uploading 1 file')).toBeVisible()
  await context.setOffline(true)
  await expect(heading(page, 'Waiting for the network')).toBeVisible()
  await stop()
  await context.setOffline(false)
  await expect(heading(page, '1 file uploaded')).toBeVisible()
})

test('two thousand small files of a folder are uploaded, and the tray draws only the rows in view', async ({
  page,
  disk,
}) => {
  await mkdir(join(disk, 'many'))
  const names = Array.from({ length: 2000 }, (_, n) => `${String(n).padStart(4, '0')}.txt`)
  await Promise.all(names.map((name) => writeFile(join(disk, 'many', name), name.repeat(100))))
  const choosing = page.waitForEvent('filechooser')
  await openNew(page, 'Upload folder')
  await (await choosing).setFiles(join(disk, 'many'))
  await expect(heading(page, '2,000 files uploaded')).toBeVisible()
  // Of so many rows only those in view are there.
  expect(await tray(page).getByRole('listitem').count()).toBeLessThan(30)
  await page.getByRole('region', { name: 'Each upload' }).press('End')
  await expect(tray(page).locator('[aria-posinset="2000"]')).toContainText('Done')
  await page.getByRole('row', { name: /many/ }).dblclick()
  await expect(page.getByRole('row', { name: /0000\.txt/ })).toBeVisible()
})

test('a file larger than the free space is refused with the reason', async ({ page }) => {
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(101_000_000)], 'film.mkv'))
    return data
  })
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer })
  const hint = page.locator('main').getByText('Drop to upload to My files')
  await expect(hint).toBeVisible()
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
  await expect(hint).toBeHidden()
  await expect(heading(page, 'There is not enough space.')).toBeVisible()
  await tray(page).getByRole('button', { name: 'Cancel film.mkv' }).click()
  await expect(heading(page, 'Nothing was uploaded')).toBeVisible()
})

test('uploads can be paused and resumed, and failed ones can be tried again', async ({ page }) => {
  const stop = await stopAfterPieces(page, 0)
  await choose(page, [textFile('one.bin', 3 * MB, 1), textFile('two.bin', 3 * MB, 2)])
  await tray(page).getByRole('button', { name: 'Pause one.bin' }).click()
  await expect(row(page, 'one.bin')).toContainText('Paused')
  await tray(page).getByRole('button', { name: 'Pause all' }).click()
  await expect(heading(page, 'Uploads paused')).toBeVisible()
  await stop()
  await page.route('**/drive/v1/uploads/*/commit', (route) =>
    route.fulfill({ status: 403, json: { error: 'permission_denied', error_code: 7 } }),
  )
  await tray(page).getByRole('button', { name: 'Resume all' }).click()
  await expect(tray(page).getByText('2 files were not uploaded')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/drive/v1/uploads/*/commit')
  await tray(page).getByRole('button', { name: 'Try all again' }).click()
  await expect(heading(page, '2 files uploaded')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('the upload tray is a bar that opens as a sheet', async ({ page }) => {
    const stop = await stopAfterPieces(page, 0)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload files' }).tap()
    await (await choosing).setFiles([textFile('one.bin', 3 * MB)])
    await expect(heading(page, 'Uploading 1 file')).toBeVisible()
    await expect(row(page, 'one.bin')).toBeHidden()
    await tray(page).getByRole('button', { name: 'Show more' }).tap()
    await expect(row(page, 'one.bin')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await expect(row(page, 'one.bin')).toBeHidden()
    await stop()
    await tray(page).getByRole('button', { name: 'Cancel all' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep uploading' }).tap()
    await expect(heading(page, '1 file uploaded')).toBeVisible()
    await tray(page).getByRole('button', { name: 'Close uploads' }).tap()
    await expect(tray(page)).toBeHidden()
  })
})

/** Collects what is announced to screen readers. */
async function listenToAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const said: string[] = []
    const listen = () => {
      for (const { textContent } of document.querySelectorAll('[role=status]'))
        said.push(textContent)
    }
    new MutationObserver(listen).observe(document.body, { childList: true, subtree: true })
    return said
  })
  return () => heard.jsonValue()
}
