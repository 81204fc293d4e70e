import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { dropFiles } from './drop-files.ts'
import { openDrive } from './open-drive.ts'
import {
  createPerson,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  noise,
  signInQuickly,
  test as story,
} from './story.ts'

const MB = 1_000_000

const test = story.extend<{ disk: string }>({
  /** A folder of this machine to upload from. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  disk: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'awan-upload-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})

test.beforeEach(async ({ page, server, person }) => {
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
})

test('files and folders are dropped as they are, empty ones too, and a picture is pasted', async ({
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

test('files dropped on a folder of the list, the tree or the path go into that one', async ({
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

test('taken names are kept beside, replaced or left out, one or all of them', async ({ page }) => {
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

test('a page that is loaded again asks for the same files, and goes on where it was', async ({
  page,
  disk,
}) => {
  const files = [join(disk, 'small.txt'), join(disk, 'film.mkv')]
  await writeFile(join(disk, 'small.txt'), 'small')
  await writeFile(join(disk, 'film.mkv'), noise(21 * MB, 7))
  const stop = await stopAfterPieces(page, 2)
  await choose(page, files)
  await expect(row(page, 'film.mkv')).toContainText(/[1-9]\d%/)
  const begun = countRequests(page, /\/drive\/v1\/uploads$/)

  // The way back to the files would be lost: whoever leaves is warned.
  const warning = page.waitForEvent('dialog')
  void warning.then((dialog) => dialog.accept())
  await page.reload()
  expect((await warning).type()).toBe('beforeunload')
  await stop()
  await expect(heading(page, 'An upload was interrupted')).toBeVisible()
  await expectAccessible(page)
  await choose(page, [textFile('other.txt', 10)], 'Choose the files')
  await expect(tray(page).getByText('Those are not the files of this upload.')).toBeVisible()
  await choose(page, files, 'Choose the files')
  await expect(heading(page, '2 files uploaded')).toBeVisible()
  expect(begun()).toBe(0)
  await expect(row(page, 'small.txt')).toContainText('Already here')

  // What the drive has already is not sent once more, and the tray says so.
  const pieces = countRequests(page, /\/blocks\//, 'PUT')
  await choose(page, [textFile('copy.mkv', 21 * MB, 7)])
  await expect(heading(page, '1 file uploaded')).toBeVisible()
  await expect(row(page, 'copy.mkv')).toContainText('Already here')
  expect(pieces()).toBe(0)

  // It is over, also for the next page; and nothing warns, since nothing is lost.
  await page.reload()
  await expect(page.getByRole('row', { name: /film\.mkv .*21 MB/ })).toBeVisible()
  await expect(tray(page)).toBeHidden()
})

test('what was cancelled is forgotten at once, also when the page is left', async ({ page }) => {
  const stop = await stopAfterPieces(page, 1)
  await choose(page, [textFile('film.mkv', 9 * MB, 7)])
  await expect(row(page, 'film.mkv')).toContainText(/[1-9]\d%/)
  page.on('dialog', (dialog) => expect(dialog.type()).toBe('never'))
  await page.getByRole('button', { name: 'Cancel all' }).click()
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Cancel all' })
  await expect(sure).toBeVisible()
  const loaded = page.waitForEvent('load')
  await sure.evaluate((button: HTMLElement) => {
    button.click()
    location.reload()
  })
  await loaded
  await stop()
  await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
  expect(await page.evaluate(countKept)).toBe(0)
})

test('a folder that was dropped goes on by itself when the page is loaded again', async ({
  page,
  disk,
}) => {
  await mkdir(join(disk, 'trip'))
  await writeFile(join(disk, 'trip/film.mkv'), noise(9 * MB, 7))
  const stop = await stopAfterPieces(page, 1)
  await dropFiles(page, [join(disk, 'trip')])
  await expect(row(page, 'film.mkv')).toContainText(/[1-9]\d%/)
  const begun = countRequests(page, /\/drive\/v1\/uploads$/)
  // The browser keeps the way to the folder: nothing would be lost, and nothing warns.
  page.on('dialog', (dialog) => expect(dialog.type()).toBe('never'))
  await stop()
  await page.reload()
  await expect(heading(page, '1 file uploaded')).toBeVisible()
  expect(begun()).toBe(0)
})

test('what an earlier release had written down makes way for what is written down now', async ({
  page,
}) => {
  await page.goto('/favicon.svg')
  await page.evaluate(keepAsAtFirst)
  await page.goto('/files')
  await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
  const stop = await stopAfterPieces(page, 1)
  await choose(page, [textFile('film.mkv', 9 * MB, 7)])
  await expect.poll(() => page.evaluate(countKept)).toBe(1)
  await stop()
  await expect(heading(page, '1 file uploaded')).toBeVisible()
})

test('what was chosen by handles goes on when the page is loaded again and somebody allows it', async ({
  page,
}) => {
  await page.addInitScript(answerPickers)
  await page.reload()
  const stop = await stopAfterPieces(page, 1)
  await openNew(page, 'Upload files')
  await expect(row(page, 'film.mkv')).toContainText(/[1-9]\d%/)
  const begun = countRequests(page, /\/drive\/v1\/uploads$/)
  page.on('dialog', (dialog) => expect(dialog.type()).toBe('never'))
  await stop()
  await page.reload()
  await expect(heading(page, 'An upload was interrupted')).toBeVisible()
  await tray(page).getByRole('button', { name: 'Go on' }).click()
  await expect(heading(page, '1 file uploaded')).toBeVisible()
  expect(begun()).toBe(0)

  await openNew(page, 'Upload folder')
  await expect(heading(page, '2 files uploaded')).toBeVisible()
  await page.getByRole('row', { name: /trip/ }).dblclick()
  await expect(page.getByRole('row', { name: /sea\.txt/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /empty/ })).toBeVisible()
})

test('while the network is away uploads wait and say so, and then go on by themselves', async ({
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

test('two thousand small files of a folder arrive, one is looked at while they go', async ({
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

test('a file that does not fit is refused with the reason, before it is sent', async ({ page }) => {
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

test('uploads are paused, all or one, and go on; what fails says why and is tried again', async ({
  page,
}) => {
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

test('signing out asks first, and nobody else sees what was on its way', async ({
  page,
  server,
  person,
}) => {
  await stopAfterPieces(page, 0)
  await choose(page, [textFile('secret.bin', 3 * MB)])
  await expect(heading(page, 'Uploading 1 file')).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  // Somebody else on the same browser, without a word to the first one's page.
  await signInQuickly(page, server, await createPerson(server, 'Budi'))
  await page.goto('/files')
  await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
  await expect(tray(page)).toBeHidden()

  await signInQuickly(page, server, person)
  await page.goto('/files')
  await expect(heading(page, 'An upload was interrupted')).toBeVisible()
  const signOut = async () => {
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await signOut()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(heading(page, 'An upload was interrupted')).toBeVisible()
  await signOut()
  await page.getByRole('button', { name: 'Sign out and cancel' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
  await expect(tray(page)).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('the tray is a bar that opens as a sheet', async ({ page }) => {
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

const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const heading = (page: Page, name: string) => tray(page).getByRole('heading', { name, exact: true })
const row = (page: Page, name: string) => tray(page).getByRole('listitem').filter({ hasText: name })

function textFile(name: string, size: number, seed = 1) {
  return { name, mimeType: 'text/plain', buffer: noise(size, seed) }
}

/** Answers the windows that give handles, with real ones; like a browser that forgets what it was allowed. */
function answerPickers(): void {
  let isAllowed = false
  const allow = async () => {
    isAllowed = true
    return 'granted' as const
  }
  Object.assign(FileSystemHandle.prototype, {
    queryPermission: async () => (isAllowed ? 'granted' : 'prompt'),
    requestPermission: allow,
  })
  const make = async (folder: FileSystemDirectoryHandle, name: string, pieces: number) => {
    const file = await folder.getFileHandle(name, { create: true })
    const writing = await file.createWritable()
    for (let piece = 0; piece < pieces; piece++) {
      await writing.write(crypto.getRandomValues(new Uint8Array(65_536)))
    }
    await writing.close()
    return file
  }
  Object.assign(window, {
    async showOpenFilePicker() {
      await allow()
      return [await make(await navigator.storage.getDirectory(), 'film.mkv', 140)]
    },
    async showDirectoryPicker() {
      await allow()
      const disk = await navigator.storage.getDirectory()
      const trip = await disk.getDirectoryHandle('trip', { create: true })
      await trip.getDirectoryHandle('empty', { create: true })
      await make(trip, 'sea.txt', 1)
      return trip
    },
  })
}

async function openNew(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function choose(
  page: Page,
  files: ReturnType<typeof textFile>[] | string[],
  button?: string,
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  if (button === undefined) await openNew(page, 'Upload files')
  else await page.getByRole('button', { name: button }).click()
  await (await choosing).setFiles(files)
}

/** What is said to screen readers from now on. */
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

/** Large files stop after so many pieces, as on a line that breaks; the answer lets them go on. */
async function stopAfterPieces(page: Page, pieces: number): Promise<() => Promise<void>> {
  let passed = 0
  const pattern = '**/drive/v1/uploads/*/blocks/*'
  await page.route(pattern, (route) => (passed++ < pieces ? route.continue() : undefined))
  return () => page.unrouteAll({ behavior: 'ignoreErrors' })
}

function countRequests(page: Page, url: RegExp, method = 'POST'): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === method && url.test(request.url())) count += 1
  })
  return () => count
}

/** An upload as the first release of all wrote it down: other stores, in a database of version 1. */
async function keepAsAtFirst(): Promise<void> {
  const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('awan-uploads@'))
  const name = found?.name ?? ''
  await new Promise((resolve, reject) => {
    indexedDB.deleteDatabase(name)
    const asked = indexedDB.open(name, 1)
    asked.onupgradeneeded = () => {
      const additions = asked.result.createObjectStore('additions', { keyPath: 'id' })
      additions.add({ id: 'old', folderId: 'gone', handles: [], total: 1 })
      const files = asked.result.createObjectStore('files', { autoIncrement: true })
      files.createIndex('addition', 'addition')
    }
    asked.onsuccess = () => {
      asked.result.close()
      resolve(undefined)
    }
    asked.onerror = () => reject(asked.error)
  })
}

/** What the browser has written down of uploads for the next page. */
async function countKept(): Promise<number> {
  const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('awan-uploads@'))
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(found?.name ?? '')
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
  return new Promise((resolve) => {
    const counted = database.transaction('additions').objectStore('additions').count()
    counted.onsuccess = () => resolve(counted.result)
  })
}
