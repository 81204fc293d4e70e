import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { makeFolders, noise, signInQuickly } from '../story.ts'
import { test } from './see.ts'

test('the tour visits the empty drive, files, an upload, a folder and a missing page', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('heading', { name: 'Your files will live here' }).waitFor()
  await see(page, 'drive-empty')

  await makeFolders(server, person, ['Trips', 'Invoices', 'Family', 'Alps 2026'])
  await page.reload()
  await expect(page.getByRole('row', { name: 'Trips' })).toBeVisible()
  await upload(page, await writeFiles(files))
  await expect(page.getByRole('heading', { name: '9 files uploaded' })).toBeVisible()
  await page.getByRole('button', { name: 'Close uploads' }).click()
  await expect(page.getByRole('heading', { name: '9 files uploaded' })).toBeHidden()
  await see(page, 'drive')

  // The film stops halfway, as on a slow line, so that the tray can be seen at work.
  let sent = 0
  await page.route('**/blocks/*', async (route) => {
    sent += 1
    if (sent <= 3) await route.continue()
  })
  await upload(
    page,
    await writeFiles([
      ['ridge-walk.mp4', 40_000, 0],
      ['budget.csv', 19, 0],
    ]),
  )
  await expect(page.getByText('budget.csv is already there.', { exact: true })).toBeVisible()
  await expect(page.getByText(/[1-9]\d\s?%/).first()).toBeVisible()
  await expect(page.getByText(/[kM]B\/s/).first()).toBeVisible()
  await see(page, 'drive-uploading')
  await page.getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel all' }).click()
  await expect(page.getByText(/MB\/s/)).toHaveCount(0)

  await page.goto('/files/nothing-here')
  await page.getByRole('heading', { name: 'This folder is not here any more' }).waitFor()
  await see(page, 'drive-folder')
  await page.goto('/no/such/page')
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
  await see(page, 'no-such-page')
})

type Listed = readonly [name: string, kilobytes: number, daysOld: number]

const files: readonly Listed[] = [
  ['matterhorn-sunrise.jpg', 4800, 0],
  ['glacier-hut.jpg', 5100, 0],
  ['rental-agreement.pdf', 220, 1],
  ['packing list.md', 3, 1],
  ['gpx-tracks.zip', 1200, 12],
  ['budget.csv', 18, 14],
  ['보험 증서.pdf', 410, 18],
  ['黄昏的山谷.heic', 2900, 18],
  ['route.ts', 6, 400],
]

/** Real files, because only they keep the time when they were changed. */
async function writeFiles(list: readonly Listed[]): Promise<string[]> {
  const folder = test.info().outputPath('files')
  await mkdir(folder, { recursive: true })
  return Promise.all(
    list.map(async ([name, kilobytes, daysOld], index) => {
      const path = join(folder, name)
      await writeFile(path, noise(kilobytes * 1000, index + 2 + kilobytes))
      const changed = new Date(Date.now() - daysOld * 24 * 60 * 60 * 1000)
      await utimes(path, changed, changed)
      return path
    }),
  )
}

async function upload(page: Page, paths: string[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload files' }).click()
  await (await choosing).setFiles(paths)
}
