import type { Page } from '@playwright/test'
import { checkEverywhere } from './check-everywhere.ts'
import { CLIENT, startIdentityProvider } from './identity-provider.ts'
import { startServerWithAddress } from './server-with-address.ts'
import { test as base, createPerson, expect, type Person, signInQuickly } from './story.ts'

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  server: async ({}, use) => {
    await using stack = new AsyncDisposableStack()
    const server = await startServerWithAddress(async (url) => {
      const provider = stack.use(await startIdentityProvider(`${url}/provider-callback`))
      return {
        AWAN_PROVIDER_OIDC_CLIENT_ID: CLIENT.id,
        AWAN_PROVIDER_OIDC_CLIENT_SECRET: CLIENT.secret,
        AWAN_PROVIDER_OIDC_ISSUER: provider.issuer,
        AWAN_PROVIDER_OIDC_NAME: 'Office',
      }
    })
    await use(stack.use(server))
  },
})

const dialog = (page: Page) => page.getByRole('dialog')

/** Visits the identity provider in its window; without an answer, its own session is used. */
async function visit(page: Page, answer?: string): Promise<void> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Link Office' }).click()
  const visitor = await opening
  const closing = visitor.isClosed() ? undefined : visitor.waitForEvent('close')
  if (answer !== undefined) {
    await visitor.getByRole('button', { name: answer, exact: true }).click()
  }
  // The next visit opens a window of its own.
  await closing
}

async function confirmWithPassword(page: Page, { password }: Person): Promise<void> {
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('an account of an identity provider is linked, moved to another account here, and unlinked', async ({
  page,
  server,
}) => {
  test.slow()
  // The first account is an administrator's, from whom nothing can be moved.
  const person = await createPerson(server)
  await signInQuickly(page, server, person)
  await page.goto('/account/security')
  const linked = page.getByRole('region', { name: 'Linked accounts' })
  await expect(linked).toContainText('Not linked')

  await visit(page, 'No')
  await expect(linked).toContainText('Office did not confirm it. Nothing was linked.')
  await visit(page, 'Yes, it is me')
  await confirmWithPassword(page, person)
  await expect(linked).toContainText('Linked as Rani there')
  await expect(linked).not.toContainText('Nothing was linked')
  await checkEverywhere(page, 'linked accounts')

  const other = await createPerson(server)
  await signInQuickly(page, server, other)
  await page.goto('/account/security')
  await expect(linked).toContainText('Not linked')
  await visit(page)
  await confirmWithPassword(page, other)
  await expect(dialog(page)).toContainText('This Office account is linked elsewhere')
  await checkEverywhere(page, 'the choice between two accounts')
  await dialog(page).getByRole('button', { name: 'Open that account' }).click()
  await expect(page).toHaveURL(/\/files$/)
  await page.goto('/account/security')
  await expect(linked).toContainText('Linked as Rani there')

  await signInQuickly(page, server, other)
  await page.goto('/account/security')
  await visit(page)
  await confirmWithPassword(page, other)
  await dialog(page).getByRole('button', { name: 'Move it here' }).click()
  await expect(linked).toContainText('Linked as Rani there')

  await page.getByRole('button', { name: 'Unlink Office' }).click()
  await dialog(page).getByRole('button', { name: 'Unlink' }).click()
  await expect(linked).toContainText('Not linked')
})
