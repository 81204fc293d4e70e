import type { Page } from '@playwright/test'
import { createPhonePerson, prepare, totpCode } from './account-calls.ts'
import type { AwanServer } from './awan-server.ts'
import { expect, type Person, test } from './story.ts'

const MINUTE_MS = 60_000

async function bringPassword(page: Page, contact: string, password: string): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('E-mail, phone or username').fill(contact)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/signin/)
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Six-digit code').fill(code)
  await page.keyboard.press('Enter')
}

/** An authenticator app and a mailbox as second steps, with recovery codes. */
async function turnOn(server: AwanServer, person: Person) {
  const { call } = await prepare(server, person)
  const { uri, setup_token } = await call('POST', '/v1/user/two_factor/totp/start')
  const code = totpCode(uri, server.now())
  const { recovery_codes } = await call('POST', '/v1/user/two_factor/totp/confirm', {
    setup_token,
    code,
  })
  await call('PUT', '/v1/user/two_factor/EMAIL')
  await server.advance(2 * MINUTE_MS)
  return { uri, recoveryCodes: recovery_codes }
}

test('[ACC-32] the second step works by app, e-mail and recovery code, and a trusted device skips it', async ({
  page,
  person,
  server,
}) => {
  test.slow()
  const { uri, recoveryCodes } = await turnOn(server, person)
  const heading = page.getByRole('heading', { name: 'One more step' })

  await test.step('sign in with the authenticator app, after a wrong code', async () => {
    await bringPassword(page, person.email, person.password)
    await expect(heading).toBeVisible()
    await expect(page.getByLabel('Six-digit code')).toBeFocused()
    const right = totpCode(uri, server.now())
    await giveCode(page, right === '000000' ? '111111' : '000000')
    await expect(page.getByText('The secondary verification code is incorrect')).toBeVisible()
    await giveCode(page, right)
    await expect(page).toHaveURL(/\/files$/)
    await signOut(page)
  })

  await test.step('sign in with a code by e-mail', async () => {
    await bringPassword(page, person.email, person.password)
    await page.getByRole('button', { name: 'E-mail' }).click()
    await expect(heading).toHaveCount(1)
    await expect(page.getByText(/We sent a six-digit code to r\*+@example\.org/)).toBeVisible()
    await expect(page.getByText(/^New code in \d+ s$/)).toBeVisible()
    await giveCode(page, await server.codeFor(person.email))
    await expect(page).toHaveURL(/\/files$/)
    await signOut(page)
  })

  await test.step('sign in with a recovery code and trust this device', async () => {
    await bringPassword(page, person.email, person.password)
    await page.getByRole('button', { name: 'Recovery code' }).click()
    await page.getByLabel('Recovery code').fill('wrong-code')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(
      page.getByText('The secondary verification recovery code is incorrect'),
    ).toBeVisible()
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await page.getByLabel('Trust this device for 30 days').check()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/files$/)
    await signOut(page)
  })

  await test.step('a trusted device is not asked again', async () => {
    await bringPassword(page, person.email, person.password)
    await expect(page).toHaveURL(/\/files$/)
  })
})

test('the second step works by text message, also after the first code expired', async ({
  page,
  server,
}) => {
  const person = await createPhonePerson(server, '+62 81234567890')
  const { call } = await prepare(server, person)
  await call('PUT', '/v1/user/two_factor/SMS')
  await bringPassword(page, person.phone_number, person.password)
  await expect(page.getByText(/We sent a six-digit code to \+62\*+90/)).toBeVisible()
  await server.advance(20 * MINUTE_MS)
  await giveCode(page, await server.codeFor('+6281234567890'))
  await expect(page.getByText('Too much time or too many tries.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText(/^New code in \d+ s$/)).toBeVisible()
  await giveCode(page, await server.codeFor('+6281234567890'))
  await expect(page).toHaveURL(/\/files$/)
})
