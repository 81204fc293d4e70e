import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DriveClient } from '@awan/client/drive'
import { dropFiles } from './drop-files.ts'
import { openDrive } from './open-drive.ts'
import { expect } from './story.ts'
import { choose, heading, openEmptyDrive, openNew, test } from './upload-tray.ts'

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
const FOLDERS = ['plain', '2024: summer', 'why?', 'end.', '.hidden', 'CON', 'back up.lnk', '"quoted"', '👩‍💻', 'a|b']

test.beforeEach(openEmptyDrive)

test('every file of a dropped folder arrives, whatever its name', async ({
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

test('every file of a chosen folder arrives, whatever its name', async ({
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

test('every file that is chosen or dropped by itself arrives, whatever its name', async ({
  page,
  server,
  person,
  disk,
}) => {
  await Promise.all(NAMES.map((name) => writeFile(join(disk, name), name)))
  const paths = NAMES.map((name) => join(disk, name))
  const drive = await openDrive(server, person)
  const expected = new Map(NAMES.map((name) => [name, name]))
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

/** About three hundred files in a folder and its subfolders; the answer has each with its content. */
async function writeTree(disk: string, top: string): Promise<Map<string, string>> {
  const paths = NAMES.map((name) => `${top}/${name}`)
  for (const folder of FOLDERS) {
    for (const name of NAMES.slice(0, 13)) paths.push(`${top}/${folder}/${name}`)
    for (const name of NAMES.slice(13, 27)) paths.push(`${top}/${folder}/inner: ${folder}/${name}`)
  }
  for (const path of paths) {
    await mkdir(join(disk, dirname(path)), { recursive: true })
    await writeFile(join(disk, path), `content of ${path}`)
  }
  return new Map(paths.map((path) => [path, `content of ${path}`]))
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
