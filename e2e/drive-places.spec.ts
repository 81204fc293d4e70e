import { openDrive } from './open-drive.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makeFolders,
  signInQuickly,
  test,
} from './story.ts'

test('recent files, favourites and tags have lists of their own, each at its own address', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  await signInQuickly(page, server, person)
  await page.goto('/starred')
  await expect(page.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
  await expectAccessible(page)

  const hut = await drive.paths.put('Trips/Alps/hut.txt', new Blob(['a']))
  await drive.paths.put('Trips/sea.txt', new Blob(['b']))
  await drive.files.update(hut.id, { starred: true, tags: ['holiday', 'mountains'] })
  await expect(page.getByRole('row', { name: 'hut.txt' })).toBeVisible()

  await page.getByRole('link', { name: 'Recent' }).click()
  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('sea.txt')
  await page.getByRole('link', { name: 'holiday' }).click()
  await expect(page).toHaveURL('/tags/holiday')
  await expect(page.getByRole('row', { name: 'hut.txt' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'sea.txt' })).toBeHidden()
  await expectAccessible(page)

  // Each row shows its folder and links to it.
  const where = page.getByRole('row', { name: 'hut.txt' }).getByRole('link', { name: 'Alps' })
  await expect(where).toHaveAttribute('title', 'My files › Trips › Alps')
  await where.click()
  await expect(page.getByRole('heading', { name: 'Alps' })).toBeVisible()
  const chosen = page.getByRole('row', { selected: true })
  await expect(chosen).toContainText('hut.txt')
  await page.goto('/recent')
  await page.getByRole('row', { name: 'sea.txt' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Show in folder' }).click()
  await expect(page.getByRole('heading', { name: 'Trips' })).toBeVisible()
  await expect(chosen).toContainText('sea.txt')
  await expect(page).toHaveURL(/\/files\/[^?]+$/)

  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Places' }).click()
  const drawer = page.getByRole('dialog', { name: 'Places' })
  await expect(drawer).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await drawer.getByRole('link', { name: 'Favourites' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Favourites' })).toBeVisible()
})

test('the folder tree opens folder by folder, also by keyboard, and marks the current folder', async ({
  page,
  person,
  server,
}) => {
  const drive = await openDrive(server, person)
  await drive.paths.put('Trips/Alps/Huts/list.txt', new Blob(['a']))
  await drive.paths.put('Family/tree.txt', new Blob(['a']))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  const folder = (name: string) => page.getByRole('treeitem', { name, exact: true })
  await expect(folder('Trips')).toHaveAttribute('aria-expanded', 'false')
  await folder('Family').focus()
  await page.keyboard.press('ArrowRight')
  // It has files, but no folders: nothing to open.
  await expect(folder('Family')).not.toHaveAttribute('aria-expanded')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(folder('Alps')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(folder('Alps')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Alps' })).toBeVisible()
  await expect(folder('Alps')).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)

  // Opening an address expands the tree down to that folder.
  await page.getByRole('row', { name: 'Huts' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Huts' })).toBeVisible()
  await page.reload()
  await expect(folder('Huts')).toHaveAttribute('aria-current', 'page')
  await folder('Trips').click()
  await expect(page.getByRole('heading', { name: 'Trips' })).toBeVisible()
})

test('a tree with very many folders shows the first hundred, and more on demand', async ({
  page,
  person,
  server,
}) => {
  const names = Array.from({ length: 130 }, (_, index) => `Folder ${index + 1}`)
  await makeFolders(server, person, names)
  await signInQuickly(page, server, person)
  await page.goto('/files')
  const more = page.getByRole('treeitem', { name: 'Show more' })
  await expect(page.getByRole('treeitem')).toHaveCount(101)
  await more.click()
  await expect(page.getByRole('treeitem', { name: 'Folder 130' })).toBeAttached()
  await expect(more).toBeHidden()
})
