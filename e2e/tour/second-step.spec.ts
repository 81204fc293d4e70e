import { prepare, totpCode } from '../account-calls.ts'
import { giveAuthenticator, withoutAutofill } from '../authenticator.ts'
import { signInQuickly } from '../story.ts'
import { test } from './see.ts'
import { bringPassword, confirm } from './steps.ts'

test('the tour visits every method of the second step', async ({ page, person, server, see }) => {
  test.slow()
  await withoutAutofill(page)
  await giveAuthenticator(page)
  await signInQuickly(page, server, person)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await confirm(page, person)
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Laptop')
  await page.keyboard.press('Enter')
  await page.getByText('Not used yet').waitFor()
  const owner = await prepare(server, person)
  const { uri, setup_token } = await owner.call('POST', '/v1/user/two_factor/totp/start')
  const code = totpCode(uri, server.now())
  await owner.call('POST', '/v1/user/two_factor/totp/confirm', { setup_token, code })
  await owner.call('PUT', '/v1/user/two_factor/EMAIL')
  await owner.call('PUT', '/v1/user/two_factor/PASSKEY')
  await server.advance(61_000)

  await page.evaluate(() => localStorage.clear())
  await bringPassword(page, person)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await page.getByLabel('Six-digit code').pressSequentially('271')
  await see(page, 'second-step')
  await page.getByRole('button', { name: 'E-mail' }).click()
  await page.getByText('We sent a six-digit code').waitFor()
  await see(page, 'second-step-mail')
  await page.getByRole('button', { name: 'Recovery code' }).click()
  await page.getByLabel('Recovery code').fill('wrong-code')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('The secondary verification recovery code is incorrect').waitFor()
  await see(page, 'second-step-recovery')
  await page.getByRole('button', { name: 'Passkey' }).click()
  await page.getByText('Confirm with the passkey of this account.').waitFor()
  await see(page, 'second-step-passkey')
})

test.describe('when the server requires a second step', () => {
  test.use({ settings: { AWAN_REQUIRE_TWO_FACTOR: 'everybody' } })

  test('the tour visits the page that asks to set up a second step', async ({
    page,
    person,
    server,
    see,
  }) => {
    await signInQuickly(page, server, person)
    await page.goto('/files')
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor()
    await see(page, 'second-step-demanded')
  })
})
