import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { totpCode } from './account-calls.ts'
import { type AwanServer, startAwanServer } from './awan-server.ts'
import { test as base, expect, type Person, signInQuickly, test } from './story.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function confirmWithPassword(page: Page, { password }: Person): Promise<void> {
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
}

/** Types what an authenticator app would show for the key on the screen. */
async function setUpApp(page: Page, server: AwanServer): Promise<void> {
  await expect(dialog(page).getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = ((await dialog(page).locator('code').textContent()) ?? '').replaceAll(' ', '')
  const code = totpCode(`otpauth://totp/x?secret=${secret}`, server.now())
  await dialog(page).getByLabel('Code that the app shows').fill(code)
}

test('a person sets up an authenticator app with recovery codes, renews the codes, and turns it all off', async ({
  page,
  server,
  person,
}) => {
  test.slow()
  await signInQuickly(page, server, person)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  await confirmWithPassword(page, person)

  await dialog(page).getByLabel('Code that the app shows').fill('000000')
  await expect(page.getByText('The secondary verification code is incorrect')).toBeVisible()
  await setUpApp(page, server)

  await expect(dialog(page)).toContainText('Keep your recovery codes')
  const codes = await dialog(page).getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  // Only the person's word closes it.
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog(page)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('awan-recovery-codes.txt')
  const saved = await readFile(await download.path(), 'utf8')
  for (const code of codes) expect(saved).toContain(code)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#root')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'I have kept them' }).click()

  await expect(page.getByText('10 left.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on: E-mail' }).click()
  await expect(page.getByRole('button', { name: 'Turn off: E-mail' })).toBeVisible()

  await page.getByRole('button', { name: 'New codes' }).click()
  await dialog(page).getByRole('button', { name: 'New codes' }).click()
  await expect(dialog(page)).toContainText('Keep your recovery codes')
  expect(await dialog(page).getByRole('listitem').allInnerTexts()).not.toContain(codes[0])
  await page.getByRole('button', { name: 'I have kept them' }).click()

  await page.getByRole('button', { name: 'Turn off: Authenticator app' }).click()
  await expect(dialog(page)).toContainText('Your other methods stay.')
  await dialog(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
  await page.getByRole('button', { name: 'Turn off: E-mail' }).click()
  await expect(dialog(page)).toContainText('Turn off two-step verification?')
  await dialog(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Recovery codes', { exact: true })).toBeHidden()
})

const demanding = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  server: async ({}, use) => {
    await using server = await startAwanServer({ AWAN_REQUIRE_TWO_FACTOR: 'everybody' })
    await use(server)
  },
})

demanding(
  '[ACC-32] when the server requires a second step, no other page opens before it is set up',
  async ({ page, server, person }) => {
    demanding.slow()
    await signInQuickly(page, server, person)
    await page.goto('/files')
    await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeFocused()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.goto('/account/devices')
    await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible()

    await page.getByRole('button', { name: 'Set up' }).click()
    await confirmWithPassword(page, person)
    await setUpApp(page, server)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(page.getByRole('heading', { name: 'Devices', exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'Sign-in and security' }).click()
    await expect(page.getByText('This server asks for it')).toBeVisible()
    await page.getByRole('button', { name: 'Turn off: Authenticator app' }).click()
    await dialog(page).getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Turn another method on first.')).toBeVisible()
  },
)
