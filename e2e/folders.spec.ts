import { expect, makeFolders, signIn, test } from './story.ts'

test('folders can be created and opened by keyboard alone', async ({ page, person }) => {
  await signIn(page, person)
  for (const name of ['Alps', 'Budget', 'Elba']) {
    await page.getByRole('button', { name: 'New', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'New folder' }).press('Enter')
    await page.getByLabel('Folder name').fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name })).toBeVisible()
  }
  await page.getByRole('row', { name: 'Alps' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('row', { name: 'Budget' })).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByRole('row', { name: 'Elba' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Elba' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row', { name: 'Alps' })).toBeVisible()
})

test('a long folder shows its full length, draws few rows at a time, and keeps its position after going back', async ({
  page,
  person,
  server,
}) => {
  const count = 450
  await makeFolders(
    server,
    person,
    Array.from({ length: count }, (_, index) => `Folder ${index + 1}`),
  )
  await signIn(page, person)
  const grid = page.getByRole('grid', { name: 'Files in My files' })
  await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1))
  await page.getByRole('row', { name: /^Folder 1 ?,/ }).focus()
  const last = page.getByRole('row', { name: `Folder ${count}` })
  await page.keyboard.press('End')
  await expect(last).toBeFocused()
  expect(await page.getByRole('row').count()).toBeLessThan(80)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible()
  await page.goBack()
  await expect(last).toBeInViewport()
})

test('a list that fails to load says so and can be loaded again', async ({ page, person }) => {
  await page.route('**/drive/v1/files?**', (route) =>
    route.fulfill({
      status: 403,
      json: { error: 'permission_denied', error_code: 7, error_description: 'no', details: [] },
    }),
  )
  await signIn(page, person)
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unroute('**/drive/v1/files?**')
  await retry.click()
  await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
})

test('a list that could not be loaded offline loads when the server can be reached again', async ({
  page,
  person,
}) => {
  await page.route('**/drive/v1/**', (route) => route.abort())
  await signIn(page, person)
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible()
  await page.unroute('**/drive/v1/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
  await expect(page.getByText('You are offline.', { exact: false })).toBeHidden()
})

test('a failure shows a notification with the request number', async ({
  page,
  person,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, person)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload files' }).click()
  await (await choosing).setFiles({
    name: 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('a'),
  })
  await page.route('**/drive/v1/files/*/link', (route) =>
    route.fulfill({
      status: 403,
      json: { error: 'permission_denied', error_code: 7, error_description: 'no', details: [] },
    }),
  )
  const asking = page.waitForRequest('**/drive/v1/files/*/link')
  await page.getByRole('row', { name: /a\.txt/ }).dblclick()
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  const id = (await asking).headers()['x-request-id']
  await expect(page.getByText('The download did not begin', { exact: true })).toBeVisible()
  await expect(page.getByText(`Request ${id}`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Copy request number' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
})
