import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DriveClient } from '@awan/client/drive'
import { dropFiles } from './drop-files.ts'
import { openDrive } from './open-drive.ts'
import { expect, expectAccessible, noise } from './story.ts'
import { choose, heading, MB, openEmptyDrive, openNew, row, test, tray } from './upload-tray.ts'

/** Names that Chromium's directory handles do not show, each for a reason of its own, and plain ones. */
const NAMES = [
  'plain.txt',
  'What is this?.txt',
  'Song "live".txt',
  'Meeting 10:30.txt',
  'AT&T | bill.txt',
  'a < b > c.txt',
  'star *.txt',
  'back\\slash.txt',
  '👨‍👩‍👧‍👦.txt',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 England.txt',
  'trailing dot.',
  'trailing space ',
  ' leading space.txt',
  'dots...',
  '...',
  '.gitignore',
  '..two',
  '~draft.txt',
  'draft.txt~',
  'con',
  'NUL.txt',
  'COM1.log',
  'desktop.ini',
  'thumbs.db',
  'link.lnk',
  'settings.local',
  'folder.scf',
  'page.url',
  'x.{20D04FE0-3AEA-1069-A2D8-08002B30309D}',
  'soft\u00adhyphen.txt',
  'right\u202eto left.txt',
  'zero\u200bwidth.txt',
  '100% done %41.txt',
  `${'long '.repeat(50)}.txt`,
]
const FOLDERS = [
  'plain',
  '2024: summer',
  'why?',
  'end.',
  '.hidden',
  'space ',
  'CON',
  'back up.lnk',
  '"quoted"',
  '👩‍💻',
  'a|b',
]

test.beforeEach(openEmptyDrive)

test('every file of a dropped folder is uploaded, whatever its name', async ({
  page,
  server,
  person,
  disk,
}) => {
  const files = await writeTree(disk, 'Everything: all')
  await mkdir(join(disk, 'Everything: all/empty?'))
  await dropFiles(page, [join(disk, 'Everything: all')])
  await expect(heading(page, `${files.size + 1} files uploaded`)).toBeVisible()
  const arrived = await readDrive(await openDrive(server, person))
  expect(arrived.folders).toContain('Everything: all/empty?')
  expect(arrived.files).toEqual(files)
})

test('every file of a chosen folder is uploaded, whatever its name', async ({
  page,
  server,
  person,
  disk,
}) => {
  const files = await writeTree(disk, 'Everything: all')
  const choosing = page.waitForEvent('filechooser')
  await openNew(page, 'Upload folder')
  await (await choosing).setFiles(join(disk, 'Everything: all'))
  await expect(heading(page, `${files.size} files uploaded`)).toBeVisible()
  expect((await readDrive(await openDrive(server, person))).files).toEqual(files)
})

test('every file that is chosen or dropped on its own is uploaded, whatever its name', async ({
  page,
  server,
  person,
  disk,
}) => {
  await Promise.all(NAMES.map((name) => writeFile(join(disk, name), name)))
  const paths = NAMES.map((name) => join(disk, name))
  const drive = await openDrive(server, person)
  const expected = new Map(NAMES.map((name) => [toStored(name), name]))
  await choose(page, paths)
  await expect(heading(page, `${NAMES.length} files uploaded`)).toBeVisible()
  expect((await readDrive(drive)).files).toEqual(expected)

  const { id } = await drive.files.createFolder({ name: 'Dropped' })
  await page.goto(`/files/${id}`)
  await expect(page.getByRole('heading', { name: 'Dropped' })).toBeVisible()
  await dropFiles(page, paths)
  await expect(heading(page, `${NAMES.length} files uploaded`)).toBeVisible()
  expect((await readDrive(drive, id)).files).toEqual(expected)
})

test('files that cannot be uploaded are listed by name with the reason, and the others are uploaded', async ({
  page,
  server,
  person,
  disk,
}) => {
  const large = ['1.bin', '2.bin', '3.bin', '4.bin'].map((name) => join(disk, name))
  await Promise.all(large.map((path, n) => writeFile(path, noise(1.2 * MB, n))))
  await mkdir(join(disk, 'trip/inner'), { recursive: true })
  const files = ['trip/a.txt', 'trip/b?.txt', 'trip/inner/gone.txt', 'trip/inner/changed.txt']
  await Promise.all(files.map((path) => writeFile(join(disk, path), 'before')))
  await writeFile(join(disk, 'trip/tab\there.txt'), 'refused')
  // A name that is no text in any encoding that the browser knows.
  const nameless = Buffer.concat([Buffer.from(join(disk, 'trip/bad ')), Buffer.from([0xff, 0xfe])])
  await writeFile(nameless, 'nameless')
  await symlink(join(disk, 'nowhere'), join(disk, 'link.txt'))

  // The large ones keep all lanes busy, so that the small ones are read later.
  await page.route('**/drive/v1/uploads', () => undefined)
  await dropFiles(page, [...large, join(disk, 'trip'), join(disk, 'link.txt')])
  await expect(heading(page, 'Uploading 11 files')).toBeVisible()
  await rm(join(disk, 'trip/inner/gone.txt'))
  await writeFile(join(disk, 'trip/inner/changed.txt'), 'changed meanwhile')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await tray(page).getByRole('button', { name: 'Pause all' }).click()
  await tray(page).getByRole('button', { name: 'Resume all' }).click()
  await expect(heading(page, '6 of 11 uploaded, 5 were not')).toBeVisible()
  await expect(row(page, 'gone.txt')).toContainText('This file was moved or deleted.')
  // A link that leads nowhere is no empty file.
  await expect(row(page, 'link.txt')).toContainText('This file was moved or deleted.')
  await expect(row(page, 'changed.txt')).toContainText('This file could not be read.')
  await expect(row(page, 'here.txt')).toContainText('This name cannot be used here.')
  await expect(row(page, 'trip/\u{fffd}')).toContainText('This name cannot be used here.')
  await expectAccessible(page)

  await tray(page).getByRole('button', { name: 'Cancel tab\there.txt' }).click()
  await tray(page).getByRole('button', { name: 'Cancel link.txt' }).click()
  await rm(nameless)
  await tray(page).getByRole('button', { name: 'Cancel trip/\u{fffd}' }).click()
  await tray(page).getByRole('button', { name: 'Try all again' }).click()
  await expect(heading(page, '7 of 8 uploaded, 1 could not be read')).toBeVisible()
  await expect(row(page, 'gone.txt')).toContainText('This file was moved or deleted.')
  await writeFile(join(disk, 'trip/inner/gone.txt'), 'back again')
  await tray(page).getByRole('button', { name: 'Try again: gone.txt' }).click()
  await expect(heading(page, '8 files uploaded')).toBeVisible()
  const { files: arrived } = await readDrive(await openDrive(server, person))
  expect(arrived.get('trip/inner/gone.txt')).toBe('back again')
  expect(arrived.get('trip/inner/changed.txt')).toBe('changed meanwhile')
  expect(arrived.size).toBe(8)
})

test('after a reload, files that the browser no longer shows are listed and resume when the folder is chosen again', async ({
  page,
  server,
  person,
  disk,
}) => {
  await mkdir(join(disk, 'trip'))
  const names = ['plain.txt', 'What?.txt', '10:30.txt']
  await Promise.all(names.map((name) => writeFile(join(disk, 'trip', name), name)))
  await writeFile(join(disk, 'trip/film.mkv'), noise(9 * MB, 7))
  // None of the small ones arrives before the page is left. The route stays: where one was taken away
  // while a page loaded, that page now and then stayed on its opening screen.
  let isHeld = true
  let heldCount = 0
  await page.route('**/drive/v1/uploads:bundle', (route) => {
    if (!isHeld) return route.continue()
    heldCount += 1
  })
  await dropFiles(page, [join(disk, 'trip')])
  await expect(heading(page, 'Uploading 4 files')).toBeVisible()
  await expect.poll(() => page.evaluate(isKeptWhole)).toBe(true)
  await expect.poll(() => heldCount).toBeGreaterThan(0)
  isHeld = false
  await page.reload()
  await expect(heading(page, '2 of 4 uploaded, 2 could not be read')).toBeVisible()
  const reason = 'The browser does not show this file any more. Choose it again.'
  await expect(row(page, 'What?.txt')).toContainText(reason)
  await expect(row(page, '10:30.txt')).toContainText(reason)
  await mkdir(join(disk, 'other'))
  await writeFile(join(disk, 'other/plain.txt'), 'plain')
  await choose(page, [join(disk, 'other')], 'Choose the folder')
  await expect(tray(page).getByText('Those are not the files of this upload.')).toBeVisible()
  await choose(page, [join(disk, 'trip')], 'Choose the folder')
  await expect(heading(page, '4 files uploaded')).toBeVisible()
  const { files } = await readDrive(await openDrive(server, person))
  expect([...files.keys()].sort()).toEqual(
    [...names, 'film.mkv'].map((name) => `trip/${name}`).sort(),
  )
})

/** Whether an upload is written down with all of its files and its handles. */
async function isKeptWhole(): Promise<boolean> {
  const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('awan-uploads@'))
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(found?.name ?? '')
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
  return new Promise((resolve) => {
    const listed = database.transaction('additions').objectStore('additions').getAll()
    listed.onsuccess = () => {
      database.close()
      resolve(listed.result.some(({ isWhole, hasHandles }) => isWhole && hasHandles))
    }
  })
}

/** About three hundred files in a folder and its subfolders; the answer has each with its content. */
async function writeTree(disk: string, top: string): Promise<Map<string, string>> {
  const paths = NAMES.map((name) => `${top}/${name}`)
  for (const folder of FOLDERS) {
    for (const name of NAMES.slice(0, 14)) paths.push(`${top}/${folder}/${name}`)
    for (const name of NAMES.slice(14, 28)) paths.push(`${top}/${folder}/inner: ${folder}/${name}`)
  }
  for (const path of paths) {
    await mkdir(join(disk, dirname(path)), { recursive: true })
    await writeFile(join(disk, path), `content of ${path}`)
  }
  return new Map(paths.map((path) => [toStored(path), `content of ${path}`]))
}

/** The drive keeps names as they are, in the one form of their letters. */
function toStored(path: string): string {
  return path.normalize('NFC')
}

/** All that the drive holds below a folder. */
async function readDrive(
  drive: DriveClient,
  parent_id?: string,
  prefix = '',
): Promise<{ files: Map<string, string>; folders: string[] }> {
  const files = new Map<string, string>()
  const folders: string[] = []
  const listed = await drive.files.list({ parent_id, page_size: 1000 })
  for (const { id, kind, name } of listed.files) {
    const path = prefix + name
    if (kind === 'file') {
      files.set(path, await (await drive.files.download(id)).text())
      continue
    }
    folders.push(path)
    const below = await readDrive(drive, id, `${path}/`)
    for (const [inner, content] of below.files) files.set(inner, content)
    folders.push(...below.folders)
  }
  return { files, folders }
}
