import { prepare } from '../account-calls.ts'
import { withoutAutofill } from '../authenticator.ts'
import { CLIENT, startIdentityProvider } from '../identity-provider.ts'
import { startServerWithAddress } from '../server-with-address.ts'
import { expect } from '../story.ts'
import { test as base } from './see.ts'
import { bringContact, bringPassword, EMAIL, NEW_EMAIL } from './steps.ts'

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  server: async ({}, use) => {
    await using stack = new AsyncDisposableStack()
    const server = await startServerWithAddress(async (url) => {
      const provider = stack.use(await startIdentityProvider(`${url}/provider-callback`))
      return {
        AWAN_ANONYMOUS: 'on',
        AWAN_PROVIDER_OIDC_CLIENT_ID: CLIENT.id,
        AWAN_PROVIDER_OIDC_CLIENT_SECRET: CLIENT.secret,
        AWAN_PROVIDER_OIDC_ISSUER: provider.issuer,
        AWAN_PROVIDER_OIDC_NAME: 'Office',
      }
    })
    await use(stack.use(server))
  },
})

test('the tour visits sign-in by password, phone, code and identity provider', async ({
  page,
  person,
  server,
  see,
}) => {
  test.slow()
  await withoutAutofill(page)
  const contact = page.getByLabel('E-mail, phone or username')
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Continue with Office' }).waitFor()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('Type your e-mail').waitFor()
  await see(page, 'sign-in-problem')
  await contact.fill(EMAIL)
  await see(page, 'sign-in')

  await contact.fill('0812 3456 7890')
  await page.getByRole('button', { name: /^Country or region/ }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('indo')
  await page.getByRole('option', { name: /Indonesia/ }).waitFor()
  await see(page, 'sign-in-country')
  await page.getByRole('option', { name: /Indonesia/ }).click()
  await see(page, 'sign-in-phone-number')

  await bringContact(page, NEW_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await see(page, 'sign-in-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Wrong account number or password').waitFor()
  await see(page, 'sign-in-wrong')

  await server.advance(61_000)
  await bringContact(page, person.email)
  await page.getByRole('button', { name: /code/ }).click()
  await page.getByLabel('Six-digit code').pressSequentially('271')
  await see(page, 'sign-in-code')

  await page.goto('/signin')
  await page.getByRole('button', { name: 'Continue with Office' }).click()
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await page.getByRole('heading', { name: 'This sign-in was not finished' }).waitFor()
  await see(page, 'sign-in-provider-refused')
})

test('the tour visits the captcha picture', async ({ page, person, server, see }) => {
  test.slow()
  for (let tries = 0; tries < 4; tries++) {
    const wrong = prepare(server, { ...person, password: `wrong ${tries}` })
    await expect(wrong).rejects.toThrow(tries < 3 ? 'invalid_account' : 'captcha_required')
  }
  // A kind of work that this device does not know.
  await page.route('**/v1/shield/captcha/init', async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    if (json.challenge) json.challenge.parameters.algorithm = 'SOMETHING-NEW'
    await route.fulfill({ response: answer, json })
  })
  await bringPassword(page, person)
  await page.getByRole('dialog').getByRole('img').waitFor()
  await see(page, 'sign-in-captcha')
})
