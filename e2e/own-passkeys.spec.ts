import { giveAuthenticator } from './authenticator.ts'
import { checkEverywhere } from './check-everywhere.ts'
import { startServerWithAddress } from './server-with-address.ts'
import { test as base, expect, signInQuickly } from './story.ts'

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  server: async ({}, use) => {
    await using server = await startServerWithAddress()
    await use(server)
  },
})

test('a person adds, renames and removes a passkey, and uses it as second step', async ({
  page,
  server,
  person,
}) => {
  test.slow()
  const dialog = page.getByRole('dialog')
  await giveAuthenticator(page)
  await signInQuickly(page, server, person)
  await page.goto('/account/security')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await expect(passkeys).toContainText('You have no passkey yet.')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')

  await expect(dialog).toContainText('Name your new passkey')
  await dialog.getByLabel('Name').fill('Laptop')
  await checkEverywhere(page, 'the name of a passkey')
  await page.keyboard.press('Enter')
  await expect(passkeys).toContainText('Laptop')
  await expect(passkeys).toContainText('Not used yet')

  // The device has one already.
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(
    page.getByText('This device already has a passkey for your account.', { exact: true }),
  ).toBeVisible()

  await passkeys.getByRole('button', { name: 'Rename “Laptop”' }).click()
  await dialog.getByLabel('Name').fill(' ')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Type a name.')
  await dialog.getByLabel('Name').fill('Work laptop')
  await dialog.getByRole('button', { name: 'Save name' }).click()
  await expect(passkeys).toContainText('Work laptop')

  await page.getByRole('button', { name: 'Turn on: Passkey' }).click()
  await expect(dialog).toContainText('Keep your recovery codes')
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('button', { name: 'Turn off: Passkey' })).toBeVisible()

  await passkeys.getByRole('button', { name: 'Remove “Work laptop”' }).click()
  await expect(dialog).toContainText('delete it there too')
  await checkEverywhere(page, 'the confirmation of a removal')
  await dialog.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(passkeys).toContainText('You have no passkey yet.')
})

test('a browser without passkeys says so', async ({ page, server, person }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'credentials', { value: undefined }),
  )
  await signInQuickly(page, server, person)
  await page.goto('/account/security')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await expect(passkeys).toContainText('This browser cannot use passkeys.')
  await expect(passkeys.getByRole('button')).toHaveCount(0)
})
