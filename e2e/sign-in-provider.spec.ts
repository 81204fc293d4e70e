import { prepare } from './account-calls.ts'
import { CLIENT, startIdentityProvider } from './identity-provider.ts'
import { startServerWithAddress } from './server-with-address.ts'
import { test as base, expect } from './story.ts'

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
        AWAN_PROVIDER_OIDC_NAME: 'the office',
      }
    })
    await use(stack.use(server))
  },
})

test('an identity provider leads a new person to sign-up, and a linked person into their account', async ({
  page,
  person,
  server,
}) => {
  await page.goto('/signin?from=/account')
  const button = page.getByRole('button', { name: 'Continue with the office' })
  await button.click()
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
  await expect(page).toHaveURL(/\/signup\?from=/)
  const handed = await page.evaluate(() => history.state.provider)
  expect(handed).toMatchObject({ name: 'Rani there', email: 'rani.there@example.org' })

  const owner = await prepare(server, person)
  await owner.call('POST', '/v1/user/provider/bind', { provider_token: handed.token })
  await page.goto('/signin?from=/account')
  await button.click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()

  // The answer is removed from the address and the history, and its verifier from the storage.
  const addresses = await page.evaluate(() => navigation.entries().map(({ url }) => url))
  expect(addresses.length).toBeGreaterThan(1)
  expect(addresses.filter((url) => /code=|state=/.test(url ?? ''))).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('awan.visit'))).toBeNull()
})

test('a refused or forged answer of an identity provider shows an error with a way back to sign-in', async ({
  page,
}) => {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Continue with the office' }).click()
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'This sign-in was not finished' })).toBeFocused()
  await expect(page.getByText('the office did not confirm who you are.')).toBeVisible()
  await expect(page).toHaveURL(/\/provider-callback$/)

  await page.goto('/provider-callback?code=stolen&state=made-up')
  await expect(page.getByText('without a sign-in that began here')).toBeVisible()
  await expect(page).toHaveURL(/\/provider-callback$/)
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await expect(page.getByLabel('E-mail, phone or username')).toBeFocused()
})
