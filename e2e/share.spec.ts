import { createDriveClient } from '@awan/client/drive'
import type { Page } from '@playwright/test'
import { openClient, openDrive } from './open-drive.ts'
import { createPerson, expect, signInQuickly, test } from './story.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Share/ })

test('an owner shares a folder by username, changes the role and takes it back, with the keyboard alone', async ({
  page,
  person,
  server,
  browser,
}) => {
  const drive = await openDrive(server, person)
  await drive.paths.put('Trips/plan.txt', new Blob(['North to south.']))
  const colleague = await createPerson(server, 'Ben Kim')
  const ben = await openClient(server, colleague)
  await ben.user.update({ username: 'ben.kim' })
  const drives = createDriveClient(ben)
  const rolesOfBen = async () =>
    (await drives.shares.withMe()).shares.map(({ grant }) => grant.role)

  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('row', { name: 'Trips' }).focus()
  await page.keyboard.press('Control+Shift+e')
  const dialog = dialogOf(page)
  const field = dialog.getByRole('combobox', { name: 'Add people or groups' })
  await expect(field).toBeFocused()

  // Half of a username finds nobody, and says so at the field.
  await page.keyboard.type('ben')
  await expect(dialog.getByRole('option', { name: 'Find “ben”' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Nobody has the username “ben”/)
  await page.keyboard.type('.kim')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Remove Ben Kim' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Role', { exact: true })).toBeFocused()
  await page.keyboard.press('e')
  await expect(dialog.getByText('Can also change everything')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')

  const role = dialog.getByLabel('Role of Ben Kim')
  await expect(role).toHaveValue('editor')
  expect(await rolesOfBen()).toEqual(['editor'])

  await role.focus()
  await page.keyboard.press('v')
  await expect(role).toHaveValue('viewer')
  await expect.poll(rolesOfBen).toEqual(['viewer'])

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Remove Ben Kim' })).toBeFocused()
  await page.keyboard.press('Enter')
  const undo = dialog.getByRole('button', { name: 'Undo: give Ben Kim access again' })
  await expect(undo).toBeFocused()
  expect(await rolesOfBen()).toEqual([])
  await page.keyboard.press('Enter')
  await expect(role).toHaveValue('viewer')
  await expect.poll(rolesOfBen).toEqual(['viewer'])

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: 'Trips' })).toBeFocused()
  const sign = page.getByRole('row', { name: 'Trips' }).getByRole('img', { name: 'Shared' })
  await expect(sign).toBeVisible()

  // In the browser of the colleague the owner is now known by a part of the name.
  await drives.files.createFolder({ name: 'Notes' })
  await using other = await browser.newContext({ baseURL: server.url })
  const otherPage = await other.newPage()
  await signInQuickly(otherPage, server, colleague)
  await otherPage.goto('/files')
  await otherPage.getByRole('row', { name: 'Notes' }).click()
  await otherPage.getByRole('toolbar').getByRole('button', { name: 'Share…' }).click()
  const otherDialog = dialogOf(otherPage)
  await otherDialog.getByRole('combobox', { name: 'Add people or groups' }).fill('ran')
  await otherDialog.getByRole('option', { name: 'Rani Setia' }).click()
  await otherDialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(otherDialog.getByLabel('Role of Rani Setia')).toHaveValue('viewer')
  expect((await drive.shares.withMe()).shares.map(({ file }) => file.name)).toEqual(['Notes'])
})

test('an owner creates a link, protects it with a password and an end date, copies it and revokes it', async ({
  page,
  person,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const drive = await openDrive(server, person)
  await drive.paths.put('Trips/plan.txt', new Blob(['North to south.']))
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await page.getByRole('row', { name: 'Trips' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('Link copied')).toBeVisible()
  const address = dialog.getByRole('textbox', { name: 'Address of the link' })
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await expect(address).toHaveValue(copied)
  const token = copied.split('/').at(-1) ?? ''
  const open = (password?: string) =>
    page.request.post('/drive/v1/links:open', { data: { token, password } })
  expect((await open()).status()).toBe(200)

  await dialog.getByRole('button', { name: 'Settings' }).click()
  await dialog.getByLabel('Ask for a password').check()
  await dialog.getByRole('button', { name: 'Save link' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Type a password, or generate one/,
  )
  await dialog.getByRole('button', { name: 'Generate' }).click()
  const password = await dialog.getByLabel('Password', { exact: true }).inputValue()
  const year = new Date().getFullYear() + 1
  await dialog.getByLabel('Link ends after').fill(`${year}-06-30`)
  await dialog.getByRole('button', { name: 'Save link' }).click()
  await expect(dialog.getByText('Link saved')).toBeVisible()
  await expect(
    dialog.getByText(/^Viewer · password · until .*30.* · no downloads yet$/),
  ).toBeVisible()
  expect((await open()).status()).not.toBe(200)
  expect((await open(password)).status()).toBe(200)

  await dialog.getByRole('button', { name: 'QR code' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copied)

  await dialog.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke this link?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog.getByText('A link opens this item for anyone')).toBeVisible()
  expect((await open(password)).status()).toBe(404)
})
