import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { drawPictures } from './draw-pictures.ts'
import { openLinks, pageOf } from './open-links.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  noise,
  signInQuickly,
  test,
} from './story.ts'
import { stopAfterPieces } from './upload-tray.ts'

const PASSWORD = 'tangerine under snow'
const MB = 1_000_000

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('a visitor without an account opens a link with its password, looks around and downloads', async ({
  page,
  server,
  person,
}) => {
  const { drive, links } = await openLinks(server, person)
  const folder = await drive.files.createFolder({ parent_id: 'root', name: 'Choir' })
  const inside = await drive.files.createFolder({ parent_id: folder.id, name: 'Scores' })
  await drive.paths.put('Choir/Scores/verse.txt', new Blob(['Sing with us.']))
  await drive.paths.put('Choir/plan.bin', new Blob([new Uint8Array(noise(2000))]))
  const link = await links.create(folder.id, { password: PASSWORD, label: 'Summer concert' })

  await page.goto(pageOf(link))
  await expect(title(page, 'This link needs a password')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('Type the password.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('That is not the password of this link.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Summer concert')).toBeVisible()
  await expect(page.getByText('Shared by Rani Setia')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Scores' }).click()
  await expect(title(page, 'Scores')).toBeVisible()
  await page.getByRole('link', { name: 'verse.txt' }).click()
  await expect(page.getByText('Sing with us.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('verse.txt')
  await page.goBack()
  await expect(title(page, 'Scores')).toBeVisible()
  await page.getByRole('link', { name: 'Choir', exact: true }).click()
  await expect(title(page, 'Summer concert')).toBeVisible()

  // A reload asks for nothing again.
  await page.reload()
  await expect(page.getByRole('link', { name: 'Scores' })).toBeVisible()
  const archive = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  expect((await archive).suggestedFilename()).toBe('Choir.zip')
  expect(inside.name).toBe('Scores')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('a link that is revoked while its page is open leaves a page that tells nothing', async ({
  page,
  server,
  person,
}) => {
  const { drive, links } = await openLinks(server, person)
  await drive.paths.put('Secret/diary.txt', new Blob(['Dear diary']))
  const { files } = await drive.files.list()
  const link = await links.create(files[0]?.id ?? '')
  await page.goto(pageOf(link))
  await expect(page.getByRole('link', { name: 'diary.txt' })).toBeVisible()
  await links.revoke(link.id)
  await expect(title(page, 'This link is not valid')).toBeVisible({ timeout: 10_000 })
  await expect(page.getByText('Secret')).toBeHidden()
  const ended = await page.locator('body').textContent()
  await page.goto('/s/there-is-no-such-link')
  await expect(title(page, 'This link is not valid')).toBeVisible()
  expect(await page.locator('body').textContent()).toBe(ended)
  await expectAccessible(page)
})

test('a link with a limit says how many downloads are left, and a preview takes none', async ({
  page,
  server,
  person,
}) => {
  const { drive, links } = await openLinks(server, person)
  const file = await drive.paths.put('notes.txt', new Blob(['Rehearse.']))
  const link = await links.create(file.id, { download_limit: 1 })
  await page.goto(pageOf(link))
  await expect(page.getByText('1 download left with this link')).toBeVisible()
  await expect(page.getByText('To show it counts as a download.')).toBeVisible()
  await page.reload()
  await expect(title(page, 'notes.txt')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  await (await saved).path()
  await expect(async () => {
    await page.reload()
    await expect(title(page, 'This link is not valid')).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test('a link without downloads shows the picture, and says that there is no download', async ({
  page,
  server,
  person,
}) => {
  const { drive, links } = await openLinks(server, person)
  await page.goto('/favicon.svg')
  const [picture = new Blob()] = await drawPictures(page, 1)
  const file = await drive.paths.put('hills.jpg', picture)
  // A busy server makes small pictures when it has time.
  await expect(async () => {
    await drive.files.thumbnail(file.id, { size: '1600' })
  }).toPass()
  const link = await links.create(file.id, { allow_download: false })
  await page.goto(pageOf(link))
  await expect(page.getByRole('img', { name: 'hills.jpg' })).toBeVisible()
  await expect(page.getByText('Downloads are switched off')).toBeVisible()
  await expect(page.getByRole('button', { name: /Download/ })).toBeHidden()
})

test('a signed-in visitor is known by name, and their session is left as it is', async ({
  page,
  server,
  person,
}) => {
  const { drive, links } = await openLinks(server, person)
  const file = await drive.paths.put('notes.txt', new Blob(['Rehearse.']))
  const link = await links.create(file.id, { ask_name: true })
  await page.goto(pageOf(link))
  await page.getByLabel('Your name').fill('Ben')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(title(page, 'notes.txt')).toBeVisible()
  await signInQuickly(page, server, person)
  const before = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  await page.goto(pageOf(link))
  const greeting = page.getByText('You are signed in as Rani Setia')
  await expect(greeting).toBeVisible()
  // On every page: at the door, in a drop folder, and where an address is asked for.
  const folder = await drive.files.createFolder({ parent_id: 'root', name: 'Choir' })
  for (const [options, heading] of [
    [{ password: PASSWORD }, 'This link needs a password'],
    [{ role: 'drop', ask_email: true }, 'Your e-mail address'],
    [{ role: 'drop', label: 'Send us files' }, 'Send us files'],
    [{ role: 'editor' }, 'Choir'],
  ] as const) {
    await page.goto(pageOf(await links.create(folder.id, options)))
    await expect(title(page, heading)).toBeVisible()
    await expect(greeting).toBeVisible()
  }
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toBe(before)
})

test('ten thousand files are scrolled through to the last', async ({ page, server, person }) => {
  const { drive, links } = await openLinks(server, person)
  const folder = await drive.files.createFolder({ parent_id: 'root', name: 'Archive' })
  const entries = Array.from({ length: 10_000 }, (_, index) => ({
    path: `page-${String(index).padStart(5, '0')}`,
    kind: 'folder' as const,
  }))
  for (let from = 0; from < entries.length; from += 1000) {
    await drive.uploads.bundle(entries.slice(from, from + 1000), { parent_id: folder.id })
  }
  await page.goto(pageOf(await links.create(folder.id)))
  await expect(page.getByText('10,000 items')).toBeVisible()
  await expect(page.getByRole('link', { name: 'page-00000' })).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('link', { name: 'page-09999' })).toBeVisible()
  expect(await page.getByRole('listitem').count()).toBeLessThan(100)
})

test('a contributor uploads files and makes a folder', async ({ page, server, person }) => {
  const { drive, links } = await openLinks(server, person)
  const folder = await drive.files.createFolder({ parent_id: 'root', name: 'Photos' })
  await page.goto(pageOf(await links.create(folder.id, { role: 'contributor' })))
  await expect(page.getByText('This folder is empty')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: noise(100) })
  await expect(page.getByRole('link', { name: 'a.txt' })).toBeVisible()
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByLabel('Name of the folder').fill('Day 1')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('link', { name: 'Day 1' })).toBeVisible()
  expect((await drive.files.list({ parent_id: folder.id })).files.map(({ name }) => name)).toEqual([
    'Day 1',
    'a.txt',
  ])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a visitor sends a folder and a film to a drop folder, reloads in the middle, goes on and withdraws', async ({
    page,
    server,
    person,
  }) => {
    const { drive, links } = await openLinks(server, person)
    const folder = await drive.files.createFolder({ parent_id: 'root', name: 'Inbox' })
    await drive.paths.put('Inbox/of others.txt', new Blob(['not for visitors']))
    const link = await links.create(folder.id, {
      role: 'drop',
      label: 'Send us your films',
      ask_name: true,
      drop: { max_file_size: 30 * MB, types: ['video/*', '.txt'] },
    })
    await page.goto(pageOf(link))
    await page.getByLabel('Your name').fill('Ben of the choir')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(title(page, 'Send us your films')).toBeVisible()
    await expect(page.getByText('Up to 30 MB per file')).toBeVisible()
    await expect(page.getByText('Only videos, .txt')).toBeVisible()
    await expect(page.getByText('of others.txt')).toBeHidden()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const disk = await mkdtemp(join(tmpdir(), 'awan-visit-'))
    await mkdir(join(disk, 'songs/day 1'), { recursive: true })
    await writeFile(join(disk, 'songs/a.txt'), 'a')
    await writeFile(join(disk, 'songs/day 1/b.txt'), 'b')
    await writeFile(join(disk, 'film.mp4'), noise(21 * MB, 7))
    await writeFile(join(disk, 'program.exe'), 'x')
    const choose = async (button: string, paths: string | string[]) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: button }).click()
      await (await chooser).setFiles(paths)
    }
    await choose('Choose a folder', join(disk, 'songs'))
    await page.getByRole('link', { name: 'songs' }).click()
    await expect(page.getByRole('button', { name: 'Withdraw a.txt' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'day 1' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to all that you have sent' }).click()

    const stop = await stopAfterPieces(page, 2)
    await choose('Choose files', [join(disk, 'film.mp4'), join(disk, 'program.exe')])
    await expect(page.getByText('program.exe is of a kind that is not taken here.')).toBeVisible()
    await expect(page.getByText(/[1-9]\d%/).first()).toBeVisible()
    const warning = page.waitForEvent('dialog')
    void warning.then((dialog) => dialog.accept())
    await page.reload()
    await stop()
    await expect(page.getByText('An upload was interrupted')).toBeVisible()
    await choose('Choose the files', join(disk, 'film.mp4'))
    await expect(page.getByRole('button', { name: 'Withdraw film.mp4' })).toBeVisible()

    await page.getByRole('link', { name: 'songs' }).click()
    await page.getByRole('button', { name: 'Withdraw a.txt' }).click()
    await expect(page.getByRole('button', { name: 'Withdraw a.txt' })).toBeHidden()
    const { received } = await links.received(link.id)
    expect(received.map(({ file, sender }) => [file.name, sender?.name])).toContainEqual([
      'film.mp4',
      'Ben of the choir',
    ])
    const { files } = await drive.files.list({ parent_id: folder.id })
    expect(files.map(({ name }) => name)).toEqual(['songs', 'film.mp4', 'of others.txt'])
    const songs = await drive.files.list({ parent_id: files[0]?.id })
    expect(songs.files.map(({ name }) => name)).toEqual(['day 1'])
  })

  test('a drop folder whose time is over, or that is full, says so', async ({
    page,
    server,
    person,
  }) => {
    const { drive, links } = await openLinks(server, person)
    const folder = await drive.files.createFolder({ parent_id: 'root', name: 'Inbox' })
    const full = await links.create(folder.id, { role: 'drop', drop: { max_total_size: 50 } })
    await page.goto(pageOf(full))
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    await (await chooser).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: noise(100) })
    await expect(page.getByText('This drop folder is full')).toBeVisible()
    const deadline = new Date(Date.now() - 1000).toISOString()
    const late = await links.create(folder.id, { role: 'drop', drop: { deadline } })
    await page.goto(pageOf(late))
    await expect(page.getByText('The time to send files is over')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeHidden()
  })
})
