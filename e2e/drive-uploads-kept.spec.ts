import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dropFiles } from './drop-files.ts'
import { createPerson, expect, expectAccessible, noise, signInQuickly } from './story.ts'
import {
  choose,
  countRequests,
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

// Uploads that are unfinished when a page is closed, and how the next page resumes them.
test.beforeEach(openEmptyDrive)

test('after a reload, an upload asks for the same files and resumes where it stopped', async ({
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

  // Without handles the files would have to be chosen again: leaving the page warns.
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

  // Content that the drive already has is not sent again, and the tray says so.
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

test('a cancelled upload is forgotten at once, also when the page is left', async ({ page }) => {
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

test('an upload of a dropped folder resumes after a reload without asking', async ({
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

test('upload records of an earlier release are replaced by the current format', async ({
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

test('an upload chosen by file handles resumes after a reload once the person allows it', async ({
  page,
}) => {
  await page.addInitScript(answerPicker)
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
})

test('signing out asks before it cancels uploads, and another person does not see them', async ({
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

/** Answers the window that gives handles, with a real one; like a browser that forgets what it was allowed. */
function answerPicker(): void {
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
  })
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

/** The number of uploads that the browser has recorded for the next page. */
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
