import type { Page } from '@playwright/test'
import { prepare } from './account-calls.ts'
import { giveAuthenticator, withoutAutofill } from './authenticator.ts'
import type { AwanServer } from './awan-server.ts'
import { startServerWithAddress } from './server-with-address.ts'
import { test as base, expect, type Person } from './story.ts'

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  server: async ({}, use) => {
    await using server = await startServerWithAddress()
    await use(server)
  },
})

/** An authenticator with a passkey of this person in it. */
async function givePasskey(page: Page, server: AwanServer, person: Person) {
  await giveAuthenticator(page)
  const owner = await prepare(server, person)
  await page.goto('/favicon.svg')
  const options = await owner.call('POST', '/v1/user/passkeys/options')
  const credential = await page.evaluate(async (sent) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(sent as never)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return made.toJSON() as object
  }, options)
  await owner.call('POST', '/v1/user/passkeys', { credential, name: 'My key' })
  return owner
}

test('the passkey button signs the person in', async ({ page, person, server }) => {
  await withoutAutofill(page)
  await givePasskey(page, server, person)
  await page.goto('/signin?from=/account')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/account\/profile$/)
})

test('the contact field offers the passkey', async ({ page, person, server }) => {
  await givePasskey(page, server, person)
  await page.goto('/signin')
  // The authenticator of the story takes the offer at once, as a person does by a tap.
  await expect(page).toHaveURL(/\/files$/)
})

test('a passkey that was removed from its account shows an error', async ({
  page,
  person,
  server,
}) => {
  await withoutAutofill(page)
  const owner = await givePasskey(page, server, person)
  const { data } = (await owner.call('GET', '/v1/user/passkeys')) as unknown as {
    data: { id: string }[]
  }
  await owner.call('DELETE', `/v1/user/passkeys/${data[0]?.id}`)
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('This passkey does not belong to an account here.')).toBeVisible()
  await expect(page.getByLabel('E-mail, phone or username')).toBeVisible()
})

test('[ACC-32] a passkey works as the second step after the password', async ({
  page,
  person,
  server,
}) => {
  await withoutAutofill(page)
  const owner = await givePasskey(page, server, person)
  await owner.call('PUT', '/v1/user/two_factor/PASSKEY')
  await page.goto('/signin')
  await page.getByLabel('E-mail, phone or username').fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Confirm with the passkey of this account.')).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/files$/)
})
