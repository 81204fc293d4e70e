import type { Page } from '@playwright/test'
import { openLinks, pageOf } from './open-links.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './story.ts'

const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}` })
const choose = async (page: Page, name: string, command: string) => {
  await menuOf(page, name).click()
  await page.getByRole('menuitem', { name: command }).click()
}
const linkTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('an editor renames, moves and trashes by a link, each with its way back, and a viewer sees none of it', async ({
  page,
  server,
  person,
}) => {
  const { drive, links } = await openLinks(server, person)
  await drive.paths.put('Choir/Scores/verse.txt', new Blob(['Sing']))
  await drive.paths.put('Choir/plan.txt', new Blob(['North to south.']))
  await drive.paths.put('Choir/draft.txt', new Blob(['Draft']))
  const [folder] = (await drive.files.list()).files
  const id = folder?.id ?? ''
  const inChoir = async () =>
    (await drive.files.list({ parent_id: id })).files.map(({ name }) => name)
  await page.goto(pageOf(await links.create(id)))
  await expect(linkTo(page, 'plan.txt')).toBeVisible()
  await expect(menuOf(page, 'plan.txt')).toBeHidden()
  const link = await links.create(id, { role: 'editor' })
  await page.goto(pageOf(link))

  // A name that is taken, or cannot be one, is said at the field.
  await choose(page, 'draft.txt', 'Rename')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('plan.txt')
  await page.keyboard.press('Enter')
  await expect(name).toHaveAccessibleDescription('There is already something with this name here.')
  await name.fill('a/b')
  await page.keyboard.press('Enter')
  await expect(name).toHaveAccessibleDescription('A name cannot contain a slash.')
  await expectAccessible(page)
  await name.fill('final.txt')
  await page.keyboard.press('Enter')
  await expect(linkTo(page, 'final.txt')).toBeVisible()
  await expect(menuOf(page, 'final.txt')).toBeVisible()

  // Somebody else gives it a name meanwhile: theirs is shown, and replaced only by whoever has read it.
  await choose(page, 'final.txt', 'Rename')
  await name.fill('mine.txt')
  const final = (await drive.files.list({ parent_id: id })).files.find(
    (file) => file.name === 'final.txt',
  )
  await drive.files.update(final?.id ?? '', { name: 'theirs.txt' })
  await page.keyboard.press('Enter')
  await expect(name).toHaveAccessibleDescription(/theirs\.txt/)
  expect(await inChoir()).toContain('theirs.txt')
  await page.keyboard.press('Enter')
  await expect(linkTo(page, 'mine.txt')).toBeVisible()
  await choose(page, 'mine.txt', 'Rename')
  await name.fill('final.txt')
  await page.keyboard.press('Enter')
  await expect(menuOf(page, 'final.txt')).toBeVisible()

  await choose(page, 'plan.txt', 'Move to trash')
  await expect(linkTo(page, 'plan.txt')).toBeHidden()
  expect(await inChoir()).toEqual(['Scores', 'final.txt'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(linkTo(page, 'plan.txt')).toBeVisible()

  // By the keyboard alone.
  await menuOf(page, 'plan.txt').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move to…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('This is where it is now.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Scores' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Move to Scores' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(linkTo(page, 'plan.txt')).toBeHidden()
  expect(await inChoir()).toEqual(['Scores', 'final.txt'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(linkTo(page, 'plan.txt')).toBeVisible()
})

test.describe('on a narrow phone, in the dark and in another language', () => {
  test.use({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    colorScheme: 'dark',
    locale: 'ms',
  })

  test('an editor makes a folder, and a name that cannot be one is refused at the field', async ({
    page,
    server,
    person,
  }) => {
    const { drive, links } = await openLinks(server, person)
    await drive.paths.put('Choir/plan.txt', new Blob(['North to south.']))
    const [folder] = (await drive.files.list()).files
    await page.goto(pageOf(await links.create(folder?.id ?? '', { role: 'editor' })))
    await expect(linkTo(page, 'plan.txt')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Tindakan untuk plan.txt' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Folder baharu' }).click()
    const name = page.getByRole('textbox')
    await name.fill('a/b')
    await page.keyboard.press('Enter')
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await name.fill('Hari 1')
    await page.keyboard.press('Enter')
    await expect(linkTo(page, 'Hari 1')).toBeVisible()
    await page.getByRole('button', { name: 'Tindakan untuk Hari 1' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})
