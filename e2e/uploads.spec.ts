import type { Page } from '@playwright/test'
import { expect, noise, signIn, test } from './story.ts'

const notes = (seed: number) => ({
  name: 'notes.txt',
  mimeType: 'text/plain',
  buffer: noise(3000 + seed, seed),
})

test.beforeEach(async ({ page, person }) => {
  await signIn(page, person)
  // The entrance has a `main` too: what is dropped goes to the drive, not to the page that is leaving.
  await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
})

test('a taken name is kept beside, replaced or left out, as the person says', async ({ page }) => {
  await choose(page, [notes(1)])
  await expect(page.getByRole('heading', { name: '1 file uploaded' })).toBeVisible()

  await choose(page, [notes(2)])
  await page.getByRole('button', { name: 'Keep both: notes.txt' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)

  await choose(page, [notes(3)])
  await page.getByRole('button', { name: 'Skip: notes.txt' }).click()
  await expect(page.getByText('Skipped')).toBeVisible()

  await choose(page, [notes(4096)])
  await page.getByRole('button', { name: 'Replace: notes.txt' }).click()
  await expect(page.getByRole('row', { name: /^notes\.txt .*7.1 kB/ })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)
})

test('an upload that is cut off says so, and a retry goes on', async ({ page }) => {
  await page.route('**/drive/v1/uploads/*/commit', (route) => route.abort())
  await choose(page, [notes(5)])
  const retry = page.getByRole('button', { name: 'Try again: notes.txt' })
  await expect(retry).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'Uploads need your attention' })).toBeVisible()
  await page.unroute('**/drive/v1/uploads/*/commit')
  await retry.click()
  await expect(page.getByRole('heading', { name: '1 file uploaded' })).toBeVisible()
})

test('files dropped on the page are uploaded to the folder in view', async ({ page }) => {
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }))
    return data
  })
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer })
  await expect(page.getByText('Drop to upload to My files')).toBeVisible()
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
  await expect(page.getByRole('row', { name: /dropped\.txt/ })).toBeVisible()
  await expect(page.getByText('Drop to upload to My files')).toBeHidden()
})

test('a file that does not fit is refused with the reason, before it is sent', async ({ page }) => {
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(101_000_000)], 'film.mkv'))
    return data
  })
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
  await expect(page.getByText('There is not enough space.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel film.mkv' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing was uploaded' })).toBeVisible()
})

test('signing out asks first while something is on its way', async ({ page }) => {
  await page.route('**/drive/v1/uploads/*/blocks/*', () => undefined)
  await choose(page, [notes(6)])
  await expect(page.getByRole('heading', { name: 'Uploading 1 file' })).toBeVisible()
  const signOut = async () => {
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await signOut()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Uploading 1 file' })).toBeVisible()
  await signOut()
  await page.getByRole('button', { name: 'Sign out and cancel' }).click()
  await expect(page).toHaveURL(/\/signin$/)
})

async function choose(
  page: Page,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload files' }).click()
  await (await choosing).setFiles(files)
}
