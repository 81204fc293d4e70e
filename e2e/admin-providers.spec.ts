import { createHash, randomBytes } from 'node:crypto'
import { prove, test } from './administration.ts'
import { CLIENT, startIdentityProvider } from './identity-provider.ts'
import { startServerWithAddress } from './server-with-address.ts'
import { expect } from './story.ts'

test.describe('on a server with a public address', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    server: async ({}, use) => {
      await using server = await startServerWithAddress()
      await use(server)
    },
  })

  test('an administrator sets up an identity provider, tries it, turns it off and removes it', async ({
    page,
    server,
    person,
  }) => {
    const redirect_uri = `${server.url}/provider-callback`
    await using idp = await startIdentityProvider(redirect_uri)
    await page.goto('/admin/providers')
    await page.getByRole('link', { name: 'OpenID Connect' }).click()
    await expect(page.getByText(redirect_uri)).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('This is needed.')).toHaveCount(2)
    await page.getByLabel('Short name in addresses').fill('house')
    await page.getByLabel('Client id', { exact: true }).fill(CLIENT.id)
    await page.getByLabel('Issuer').fill(idp.issuer)
    await page.getByLabel('Client secret').fill(CLIENT.secret)
    await page.getByLabel('Name on the button').fill('House login')
    await page.getByRole('button', { name: 'Save' }).click()
    await prove(page, person.password)
    await expect(page.getByRole('link', { name: /House login/ })).toContainText('On')

    const verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      provider_id: 'house',
      redirect_uri,
      state: 'mine',
      'other_params[code_challenge]': createHash('sha256').update(verifier).digest('base64url'),
      'other_params[code_challenge_method]': 'S256',
    })
    const begun = await fetch(`${server.url}/v1/auth/provider/uri?${query}`)
    const { uri } = (await begun.json()) as { uri: string }
    // Their own page says yes and sends the person back to us, with a code.
    await page.route(/\/provider-callback\?/, (route) => route.fulfill({ body: 'back' }))
    await page.goto(uri)
    await page.getByRole('button', { name: 'Yes, it is me' }).click()
    await page.waitForURL(/\/provider-callback\?.*code=/)
    await page.goto('/admin/providers')

    await page.getByRole('link', { name: /House login/ }).click()
    await expect(page.getByLabel('Client secret')).toHaveValue('')
    await expect(page.getByText('A secret is stored.', { exact: false })).toBeVisible()
    await page.getByLabel('Issuer').fill('https://other.example.org')
    await expect(page.getByText('Saving disconnects everybody', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Client secret')).toBeFocused()
    await page.getByLabel('Issuer').fill(idp.issuer)
    await expect(page.getByText('Saving disconnects everybody', { exact: false })).toBeHidden()
    await page.getByLabel('People can sign in with it').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await prove(page, person.password)
    await expect(page.getByRole('link', { name: /House login/ })).toContainText('Off')
    await page.getByRole('link', { name: /House login/ }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('None yet.', { exact: false })).toBeVisible()
  })
})
