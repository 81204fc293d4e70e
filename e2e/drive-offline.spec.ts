import { isApiPath } from '@awan/protocol/api-paths'
import type { Page } from '@playwright/test'
import { openDrive } from './open-drive.ts'
import { createPerson, expect, expectAccessible, signInQuickly, test } from './story.ts'

test.use({ serviceWorkers: 'allow' })

/** The page is kept, and so is all that it has loaded. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const loaded = performance
          .getEntriesByType('resource')
          .map(({ name }) => new URL(name).pathname)
          .filter((path) => path.startsWith('/assets/'))
        const kept = await Promise.all(loaded.map((path) => caches.match(path)))
        return kept.every((answer) => answer !== undefined)
      }),
    )
    .toBe(true)
}

test('offline, Awan opens and shows the last known files; online again, it shows the current ones', async ({
  page,
  context,
  person,
  server,
  complaints,
}) => {
  const drive = await openDrive(server, person)
  await drive.paths.put('Trips/ridge.txt', new Blob(['up']))
  await drive.paths.put('plan.txt', new Blob(['a plan']))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('row', { name: 'Trips' }).dblclick()
  await expect(page.getByRole('row', { name: 'ridge.txt' })).toBeVisible()
  await isKept(page)

  // A person who is using the page is notified, and can still browse.
  await context.setOffline(true)
  const told = page.getByText('Nothing can be changed until the connection is back.')
  await expect(told.first()).toBeVisible()
  await page.getByRole('row', { name: 'ridge.txt' }).click({ button: 'right' })
  const rename = page.getByRole('menuitem', { name: 'Rename' })
  await expect(rename).toHaveAttribute('aria-disabled', 'true')
  await expect(rename).toHaveAttribute('title', /Nothing can be changed/)
  await expect(page.getByRole('menuitem', { name: 'Preview' })).not.toHaveAttribute('aria-disabled')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Move to trash' })).toBeDisabled()

  await page.goto('/files')
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
  await expect(page.getByRole('row', { name: 'plan.txt' })).toBeVisible()
  await page.getByRole('row', { name: 'Trips' }).dblclick()
  await expect(page.getByRole('row', { name: 'ridge.txt' })).toBeVisible()
  await expectAccessible(page)

  await drive.paths.put('Trips/summit.txt', new Blob(['at last']))
  await context.setOffline(false)
  await expect(page.getByRole('row', { name: 'summit.txt' })).toBeVisible()
  await expect(page.getByText('You are offline.', { exact: false })).toBeHidden()
  await page.getByRole('row', { name: 'summit.txt' }).click()
  await expect(page.getByRole('button', { name: 'Move to trash' })).toBeEnabled()
  // No calls, no contents and no tokens are kept.
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.filter(isApiPath)).toEqual([])
  // The browser's own messages about the lost network.
  complaints.length = 0
})

test('a description typed before the connection was lost is saved when it is back', async ({
  page,
  context,
  person,
  server,
  complaints,
}) => {
  const drive = await openDrive(server, person)
  await drive.paths.put('plan.txt', new Blob(['a plan']))
  await drive.paths.put('Trips/ridge.txt', new Blob(['up']))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  const row = page.getByRole('row', { name: 'plan.txt' })
  await row.click()
  await page.keyboard.press('ControlOrMeta+i')
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('By the sea')
  await context.setOffline(true)
  await expect(description).toHaveAttribute('readonly')
  await expect(description).toHaveAttribute('title', /Nothing can be changed/)
  const panel = page.getByRole('complementary', { name: 'Details' })
  await expect(panel.getByRole('button', { name: 'Add to favourites' })).toBeDisabled()
  await expect(panel.getByRole('combobox', { name: 'Tags' })).toHaveAttribute('readonly')
  await expectAccessible(page)

  // The unsaved text of one file waits while another file is shown; nothing can be dragged.
  const trips = page.getByRole('row', { name: 'Trips' })
  await trips.click()
  await expect(description).toHaveValue('')
  await row.getByText('plan.txt').dragTo(trips)
  const note = page.getByRole('listitem').filter({ hasText: 'Nothing can be changed' })
  await expect(note).toBeVisible()
  await row.click()
  await expect(description).toHaveValue('By the sea')

  await context.setOffline(false)
  await expect(page.getByText('Description saved')).toBeVisible()
  await expect(description).toHaveValue('By the sea')
  const { files } = await drive.files.list()
  expect(files.find(({ name }) => name === 'plan.txt')).toMatchObject({ description: 'By the sea' })
  // The browser's own messages about the lost network.
  complaints.length = 0
})

test('signing out deletes the offline listings, and another person sees none of them', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  await drive.paths.put('secret plan.txt', new Blob(['a plan']))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await expect(page.getByRole('row', { name: 'secret plan.txt' })).toBeVisible()
  const databases = () =>
    page.evaluate(async () =>
      (await indexedDB.databases())
        .map(({ name }) => name)
        .filter((name) => name?.startsWith('awan-listings')),
    )
  await expect.poll(databases).toHaveLength(1)
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/signin/)
  await expect.poll(databases).toHaveLength(0)

  await signInQuickly(page, server, await createPerson(server))
  await page.goto('/files')
  await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
  await expect(page.getByText('secret plan.txt')).toBeHidden()
})

test('Awan can be installed: its manifest and icons are served', async ({ page, request }) => {
  await page.goto('/signin')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await request.get(href ?? '')).json()
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/files' })
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type']).toBe(type)
  }
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  expect((await request.get(touch ?? '')).ok()).toBe(true)
})
