import type { DriveClient } from '@awan/client/drive'
import type { Page } from '@playwright/test'
import { openDrive } from './open-drive.ts'
import { makeFilm, makePdf, makePng, makeWav, makeZip } from './preview-samples.ts'
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

test('a picture preview goes to the next and previous picture, zooms, and closes back to the list', async ({
  page,
  drive,
}) => {
  await drive.paths.put('alps.png', makePng(1900, 1200, [120, 170, 220]))
  await drive.paths.put('beach.png', makePng(1200, 1900, [230, 190, 120]))
  await page.goto('/files')
  const row = page.getByRole('row', { name: /alps\.png/ })
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'alps.png')).toBeVisible()
  await expect(page).toHaveURL(/[?&]preview=/)
  await expect(layer(page).getByText('1 of 2')).toBeVisible()
  const picture = layer(page).getByRole('img', { name: 'alps.png' })
  await expect(picture).toBeVisible()
  await expectAccessible(page)

  const fitted = await picture.boundingBox()
  await page.keyboard.press('+')
  await expect
    .poll(async () => (await picture.boundingBox())?.width)
    .toBeGreaterThan(fitted?.width ?? 0)
  await page.keyboard.press('0')
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(fitted?.width)
  await picture.dblclick()
  await expect
    .poll(async () => (await picture.boundingBox())?.width)
    .toBe((fitted?.width ?? 0) * 2.5)
  // An enlarged picture is moved by the arrows; at its own size they lead on.
  await page.keyboard.press('ArrowRight')
  await expect(heading(page, 'alps.png')).toBeVisible()
  await layer(page).getByRole('button', { name: 'Fit to screen' }).click()
  await page.keyboard.press('ArrowRight')
  await expect(heading(page, 'beach.png')).toBeVisible()
  await expect(layer(page).getByText('2 of 2')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page, 'alps.png')).toBeVisible()

  await page.goBack()
  await expect(layer(page)).toBeHidden()
  await expect(row).toBeFocused()
  await page.goForward()
  await expect(heading(page, 'alps.png')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(layer(page)).toBeHidden()
})

test('the preview continues to files that the list has not loaded yet, also when opened by its address', async ({
  page,
  drive,
}) => {
  const numbers = Array.from({ length: 620 }, (_, index) => String(index + 1).padStart(3, '0'))
  const made = await drive.uploads.bundle(
    numbers.map((number) => ({ path: `note ${number}.txt`, content: new Blob([number]) })),
  )
  await drive.files.createFolder({ name: 'Archive' })
  const ids = made.map((outcome) => ('file' in outcome ? outcome.file.id : undefined))
  await page.goto(`/files?preview=${ids[419]}`)
  await expect(heading(page, 'note 420.txt')).toBeVisible()
  await expect(layer(page).getByText('420 of 620')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(heading(page, 'note 421.txt')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: 'note 421.txt' })).toBeFocused()

  await page.goto(`/files?preview=${ids[619]}`)
  const next = layer(page).getByRole('button', { name: 'Next' })
  await expect(layer(page).getByText('620 of 620')).toBeVisible()
  await expect(next).toBeDisabled()
  await layer(page).getByRole('button', { name: 'Previous' }).click()
  await expect(layer(page).getByText('619 of 620')).toBeVisible()
  await expect(next).toBeEnabled()
})

test('seeking in audio and video requests only the needed byte range', async ({ page, drive }) => {
  const film = makeFilm(8)
  const samples = [{ name: 'tone.wav', content: makeWav(120), player: 'audio' }]
  if (film) samples.push({ name: 'film.webm', content: film, player: 'video' })
  for (const { name, content, player } of samples) {
    const { id } = await drive.paths.put(name, content)
    await page.goto(`/files?preview=${id}`)
    const media = layer(page).locator(player)
    await expect(media).toHaveJSProperty('readyState', 4)
    // The end is far from the part that was loaded first.
    const asked = page.waitForRequest((request) => {
      const from = /^bytes=(\d+)-/.exec(request.headers().range ?? '')?.[1]
      return request.url().includes('/drive/v1/content/') && Number(from) > content.size / 2
    })
    await media.evaluate((element: HTMLMediaElement) => {
      element.currentTime = element.duration - 1
    })
    expect((await (await asked).response())?.status()).toBe(206)
    await expect(media).toHaveJSProperty('seeking', false)
  }
})

test('a PDF preview loads pages on demand, jumps to a page number, and lets text be selected and found', async ({
  page,
  drive,
}) => {
  const lines = Array.from({ length: 40 }, (_, page) => `This is page ${page + 1}`)
  const { id } = await drive.paths.put('contract.pdf', makePdf(lines))
  await page.goto(`/files?preview=${id}`)
  await expect(layer(page).getByText('This is page 1', { exact: true })).toBeAttached()
  await expect(layer(page).getByText('of 40')).toBeVisible()
  // Pages far from the view are not drawn.
  await expect(layer(page).getByText('This is page 30')).toHaveCount(0)
  await expectAccessible(page)
  await layer(page).getByLabel('Page', { exact: true }).fill('30')
  await page.keyboard.press('Enter')
  const line = layer(page).getByText('This is page 30')
  await expect(line).toBeAttached()
  await expect(layer(page).getByText('This is page 1', { exact: true })).toHaveCount(0)
  const marked = await line.evaluate((element) => {
    getSelection()?.selectAllChildren(element)
    return getSelection()?.toString()
  })
  expect(marked).toBe('This is page 30')

  await page.keyboard.press('ControlOrMeta+f')
  await expect(layer(page).getByRole('searchbox', { name: 'Find in document' })).toBeFocused()
  await page.keyboard.type('PAGE 3')
  // From where one reads: the pages 3 and 30 to 39 have it.
  await expect(layer(page).getByText('2 of 11')).toBeVisible()
  const found = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get('pdf-found-now')?.keys() ?? [])].map((range) => {
        const { startContainer, startOffset, endOffset } = range
        return [
          startContainer.textContent,
          startContainer.textContent?.slice(startOffset, endOffset),
        ]
      }),
    )
  await expect.poll(found).toEqual([['This is page 30', 'page 3']])
  await expectAccessible(page)
  await page.keyboard.press('Shift+Enter')
  await expect(layer(page).getByText('1 of 11')).toBeVisible()
  await expect.poll(found).toEqual([['This is page 3', 'page 3']])
  await page.keyboard.press('Escape')
  await expect(layer(page).getByRole('searchbox')).toBeHidden()
  await expect.poll(found).toEqual([])
})

test('a text file is edited, restored from a draft after a reload, and a conflicting save asks what to do', async ({
  page,
  drive,
}) => {
  const note = await drive.paths.put('plans.txt', new Blob(['Monday: hike\r\n']))
  const textOf = async (path: string) => (await drive.paths.download(path)).text()
  await page.goto(`/files?preview=${note.id}`)
  const text = layer(page).getByRole('textbox', { name: 'Text of plans.txt' })
  await expect(text).toContainText('Monday: hike')
  await page.keyboard.press('ControlOrMeta+f')
  const find = layer(page).getByRole('textbox', { name: 'Find' })
  await expect(find).toBeFocused()
  await find.press('Escape')
  await expect(find).toBeHidden()
  await layer(page).getByRole('button', { name: 'Edit' }).click()
  await expect(text).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('Tuesday: rest')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(layer(page).getByText('Saved', { exact: true })).toBeVisible()
  // Windows line breaks are kept.
  expect(await textOf('plans.txt')).toBe('Monday: hike\r\nTuesday: rest')

  await page.keyboard.type(', and read')
  await expect(layer(page).getByText('Not saved yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Save your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()

  await expect.poll(() => draftCount(page)).toBe(1)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(layer(page).getByText(/Changes that were not saved on .* are back/)).toBeVisible()
  await expect(text).toContainText('Tuesday: rest, and read')

  await drive.paths.put('plans.txt', new Blob(['Monday: swim\n']))
  await page.keyboard.press('ControlOrMeta+s')
  const conflict = page.getByRole('dialog', { name: 'This file was changed elsewhere' })
  await expect(conflict.getByRole('textbox', { name: 'Your text' })).toContainText('and read')
  await expect(conflict.getByRole('textbox', { name: /Saved elsewhere/ })).toContainText('swim')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Keep mine as a copy' }).click()
  await expect(conflict).toBeHidden()
  await expect(text).toContainText('Monday: swim')
  expect(await textOf('plans.txt')).toBe('Monday: swim\n')
  expect(await textOf('plans (my copy).txt')).toContain('Tuesday: rest, and read')

  // A star is no conflict; another new version is, and is overwritten on purpose.
  await drive.files.update(note.id, { starred: true })
  await text.focus()
  await page.keyboard.type('I say: ')
  await drive.paths.put('plans.txt', new Blob(['Monday: sleep\n']))
  await page.keyboard.press('ControlOrMeta+s')
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(layer(page).getByText('Saved', { exact: true })).toBeVisible()
  expect(await textOf('plans.txt')).toContain('I say: ')
  await expect.poll(() => draftCount(page)).toBe(0)
})

test('notes, tables, drawings and archives are previewed, and no script in them runs', async ({
  page,
  drive,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('example.org')) foreign.push(request.url())
  })
  const note = await drive.paths.put(
    'a.md',
    new Blob([
      '# Trip\n\n- [x] boots\n\n[map](https://example.org/map) [inside](/admin)\n\n',
      '![spy](https://example.org/spy.png)\n<script>document.title = "run"</script>\n\n',
      '<img src=x onerror="document.title = \'run\'"><div class="fixed inset-0">over all</div>\n',
    ]),
  )
  await drive.paths.put(
    'b.csv',
    new Blob([`what;price\n"Tea; green";1,50\n${'Cake;3\n'.repeat(5000)}`]),
  )
  await drive.paths.put('c.zip', makeZip({ 'tracks/day 1.gpx': 'x'.repeat(4000), 'top.txt': 'z' }))
  await drive.paths.put('d.pages', new Blob(['PK']))
  const drawing = await drive.paths.put(
    'e.svg',
    new Blob([
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/>',
      '<script>parent.document.title = "run"</script></svg>',
    ]),
  )
  await drive.paths.put('f.html', new Blob(['<script>document.title = "run"</script>']))
  await page.goto('/files')
  await page.getByRole('row', { name: /a\.md/ }).focus()
  await page.keyboard.press('Enter')
  const next = () => layer(page).getByRole('button', { name: 'Next file' }).click()

  await expect(layer(page).getByRole('heading', { name: 'Trip' })).toBeVisible()
  const boots = layer(page).getByRole('checkbox', { name: 'boots' })
  await expect(boots).toBeChecked()
  const link = layer(page).getByRole('link')
  await expect(link).toHaveCount(1)
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(layer(page).getByText('Picture from elsewhere, not loaded: spy')).toBeVisible()
  await expect(layer(page).getByText('over all')).not.toHaveClass(/./)
  await expectAccessible(page)
  // A box that is ticked where the note is read is saved at once, and keeps the focus.
  await boots.focus()
  await page.keyboard.press('Space')
  await expect(boots).not.toBeChecked()
  await expect(boots).toBeFocused()
  const saved = async () => (await drive.files.download(note.id)).text()
  await expect.poll(saved).toContain('- [ ] boots')
  await layer(page).getByRole('button', { name: 'Source' }).click()
  await expect(layer(page).getByRole('textbox')).toContainText('- [ ] boots')

  await next()
  const table = layer(page).getByRole('table', { name: 'Table of b.csv' })
  await expect(table.getByRole('cell', { name: 'Tea; green' })).toBeVisible()
  await expect(layer(page).getByText('5,001 rows, 2 columns')).toBeVisible()
  expect(await table.getByRole('row').count()).toBeLessThan(100)
  await expectAccessible(page)

  await next()
  const tree = layer(page).getByRole('tree', { name: 'Contents of c.zip' })
  const folder = tree.getByRole('treeitem', { name: /tracks/ })
  await expect(folder).toContainText('4 kB')
  await folder.focus()
  await page.keyboard.press('ArrowRight')
  await expect(tree.getByRole('treeitem', { name: /day 1\.gpx/ })).toBeVisible()
  await expectAccessible(page)

  await next()
  await expect(layer(page).getByText('There is no preview of this kind of file')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await layer(page).getByRole('button', { name: 'Download' }).last().click()
  expect((await downloading).suggestedFilename()).toBe('d.pages')

  await next()
  await expect(layer(page).getByRole('img', { name: drawing.name })).toBeVisible()
  // At a picture the way on is beside it.
  await layer(page).getByRole('button', { name: 'Next file' }).filter({ visible: true }).click()
  await expect(layer(page).getByRole('textbox')).toContainText('document.title')
  expect(await page.title()).not.toBe('run')
  expect(foreign).toEqual([])
})

test('a new note is named by its first line, saves itself as one version, and shows a pasted picture', async ({
  page,
  drive,
}) => {
  await page.goto('/files')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New note' }).click()
  await expect(heading(page, 'Untitled note.md')).toBeVisible()
  const text = layer(page).getByRole('textbox')
  await expect(text).toBeFocused()
  const state = (words: string) => layer(page).getByText(words, { exact: true })
  await expect(state('Saved')).toBeVisible()
  await expect(layer(page).getByRole('button', { name: 'Save' })).toHaveCount(0)
  await page.keyboard.type('# Milk')
  await page.keyboard.press('Enter')
  await page.keyboard.type('and bread')
  await expect(state('Saving…')).toBeVisible()
  await expect(state('Saved')).toBeVisible()
  await expect(heading(page, 'Milk.md')).toBeVisible()
  const contentOf = async () => (await drive.paths.download('Milk.md')).text()
  expect(await contentOf()).toBe('# Milk\nand bread')

  await page.keyboard.press('Enter')
  const png = [...(await makePng(60, 40, [120, 170, 220]).bytes())]
  await text.evaluate((element, bytes) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }))
    const init = { clipboardData: data, bubbles: true, cancelable: true, composed: true }
    element.dispatchEvent(new ClipboardEvent('paste', init))
  }, png)
  await expect(text).toContainText('](attachments/Pasted')
  await expect(state('Saved')).toBeVisible()
  await expectAccessible(page)
  await layer(page).getByRole('button', { name: 'Read' }).click()
  await expect(layer(page).getByRole('heading', { name: 'Milk' })).toBeVisible()
  const picture = layer(page).getByRole('img', { name: /^Pasted/ })
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(60)

  await layer(page).getByRole('button', { name: 'Source' }).click()
  await text.focus()
  await page.context().setOffline(true)
  await page.keyboard.type('tea')
  await expect(state('Not saved, offline')).toBeVisible({ timeout: 30_000 })
  await page.context().setOffline(false)
  await expect(state('Saved')).toBeVisible({ timeout: 30_000 })
  // Whoever leaves in the middle of a word is not asked: it is saved on the way.
  await page.keyboard.type(' and jam')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Milk\.md/ })).toBeVisible()
  await expect(layer(page)).toBeHidden()
  expect(await contentOf()).toContain(' and jam')
  const { files } = await drive.files.list({ parent_id: 'root' })
  const note = files.find(({ name }) => name === 'Milk.md')
  const { versions } = await drive.versions.list(note?.id ?? '')
  expect(versions).toHaveLength(1)
  await expect.poll(() => draftCount(page)).toBe(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('a swipe goes to the next picture, and a tap hides everything but the picture', async ({
    page,
    drive,
  }) => {
    const first = await drive.paths.put('alps.png', makePng(600, 400, [120, 170, 220]))
    await drive.paths.put('beach.png', makePng(400, 600, [230, 190, 120]))
    await drive.paths.put('plans.md', new Blob(['# Plans']))
    await page.goto(`/files?preview=${first.id}`)
    const picture = layer(page).getByRole('img', { name: 'alps.png' })
    await expect(picture).toBeVisible()
    await expect(layer(page).getByText('1 of 3', { exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await picture.tap()
    await expect(heading(page, 'alps.png')).toBeHidden()
    await swipe(page, 260, 60)
    // Another picture: two taps on one that follow each other closely would make it larger.
    const next = layer(page).getByRole('img', { name: 'beach.png' })
    await expect(next).toBeVisible()
    await next.tap()
    await expect(heading(page, 'beach.png')).toBeVisible()
    await swipe(page, 60, 260)
    await expect(heading(page, 'alps.png')).toBeVisible()
    await swipe(page, 260, 60)
    await expect(layer(page).getByRole('img', { name: 'beach.png' })).toBeVisible()
    await swipe(page, 260, 60)
    await expect(layer(page).getByRole('heading', { name: 'Plans' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })
})

/** A finger that goes from one side to the other, at the height of the picture. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const y = 380
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y }],
    })
  await send('touchStart', from)
  await send('touchMove', (from + to) / 2)
  await send('touchMove', to)
  await send('touchEnd')
  await touch.detach()
}

/** The number of drafts that the browser stores. */
function draftCount(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('awan-drafts', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('texts').objectStore('texts').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )
}
