import type { Page } from '@playwright/test'
import { letAppIn, prepare, totpCode } from './account-calls.ts'
import type { AwanServer } from './awan-server.ts'
import { checkEverywhere } from './check-everywhere.ts'
import { expect, type Person, signIn, signInQuickly, test } from './story.ts'

const dialog = (page: Page) => page.getByRole('dialog')

test('an app with access is listed with its permissions, and its access can be removed', async ({
  page,
  server,
  person,
}) => {
  await letAppIn(server, person)
  await signInQuickly(page, server, person)
  await page.goto('/account/apps')
  await expect(page.getByText('Sun Prints', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    'Knows who you are',
    'Reads your name and picture',
    'Reads and changes your files',
    'Works while you are away',
  ])
  await page.getByRole('button', { name: 'Remove access of Sun Prints' }).click()
  await expect(dialog(page)).toContainText('What it has already copied stays with it.')
  await dialog(page).getByRole('button', { name: 'Remove access' }).click()
  await expect(page.getByRole('heading', { name: 'No app has access' })).toBeVisible()
})

test('the security history loads page by page, and lets the person sign out an intruder', async ({
  page,
  server,
  person,
  browser,
}) => {
  test.slow()
  const owner = await prepare(server, person)
  for (let turn = 0; turn < 30; turn++) {
    await owner.call('PATCH', '/v1/user/profile', { name: `Rani ${turn}` })
  }
  const elsewhere = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
  const stranger = await elsewhere.newPage()
  await signIn(stranger, person)
  await signInQuickly(page, server, person)
  await page.goto('/account/activity')
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByText('The profile was changed').first()).toBeVisible()
  await expect(today.getByText('With the password').first()).toBeVisible()
  await expect(today.getByText('Chrome on Windows').first()).toBeVisible()
  await expect(today.getByText('The account was created')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(today.getByText('The account was created')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()

  await page.getByRole('button', { name: 'Was this not you?' }).click()
  await expect(dialog(page)).toBeVisible()
  await checkEverywhere(page, 'the help after an intrusion')
  await dialog(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(dialog(page)).toContainText('Nobody else is signed in.')
  await stranger.goto('/files')
  await expect(stranger).toHaveURL(/\/signin/)
  await dialog(page).getByRole('link', { name: 'Change' }).click()
  await expect(page).toHaveURL(/\/account\/profile$/)
  await elsewhere.close()
})

test('a security history that fails to load can be loaded again', async ({
  page,
  server,
  person,
}) => {
  await signInQuickly(page, server, person)
  await page.route('**/v1/user/security/history*', (route) =>
    route.fulfill({ status: 403, json: { error: 'permission_denied', error_code: 7 } }),
  )
  await page.goto('/account/activity')
  await expect(page.getByRole('alert')).toContainText('This could not be loaded')
  await page.unroute('**/v1/user/security/history*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The account was created')).toBeVisible()
})

test('a person removes a trusted device', async ({ page, server, person }) => {
  const owner = await prepare(server, person)
  const { uri, setup_token } = await owner.call('POST', '/v1/user/two_factor/totp/start')
  const code = totpCode(uri, server.now())
  await owner.call('POST', '/v1/user/two_factor/totp/confirm', { setup_token, code })
  // A code works once; the app shows another one now.
  await server.advance(30_000)
  await signInTrusting(page, server, person, () => totpCode(uri, server.now()))
  await page.goto('/account/security')
  const trusted = page.getByRole('region', { name: 'Trusted devices' })
  await expect(trusted).toContainText('Trusted until')
  await trusted.getByRole('button', { name: 'Forget Firefox on Linux' }).click()
  await expect(dialog(page)).toContainText('It stays signed in.')
  await dialog(page).getByRole('button', { name: 'Forget' }).click()
  await expect(trusted).toBeHidden()
})

/** Signs in with the second step on a device that is trusted from then on. */
async function signInTrusting(
  page: Page,
  server: AwanServer,
  { email, password }: Person,
  code: () => string,
): Promise<void> {
  const device = {
    'x-device-id': `wdi10.${'d'.repeat(32)}`,
    'x-device-name': 'Kitchen laptop',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  }
  const send = async (body: object) => {
    const answer = await fetch(`${server.url}/v1/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...device },
      body: JSON.stringify({ email, password, client_id: 'awan-web', ...body }),
    })
    return (await answer.json()) as {
      expires_in: number
      details?: { metadata?: { two_factor_token?: string } }[]
    }
  }
  const { details } = await send({})
  const two_factor_token = details?.find(({ metadata }) => metadata)?.metadata?.two_factor_token
  const answer = await send({ two_factor_token, two_factor_code: code(), trust_device: true })
  const expires_at = new Date(Date.now() + answer.expires_in * 500).toISOString()
  await page.goto('/favicon.svg')
  await page.evaluate(
    (stored) => localStorage.setItem('credentials_awan-web', stored),
    JSON.stringify({ ...answer, expires_at }),
  )
}

test('an app password is created, shown once with a QR code, and revoked by its owner', async ({
  page,
  server,
  person,
}) => {
  await signInQuickly(page, server, person)
  await page.goto('/account/apps')
  await expect(page.getByText('You have no app password.')).toBeVisible()
  await page.getByRole('button', { name: 'New app password' }).click()
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(dialog(page)).toContainText('Type a name.')
  await dialog(page).getByLabel('Name').fill('Old laptop')
  await dialog(page).getByLabel('The program can only read').check()
  await dialog(page).getByLabel('Valid').selectOption('30 days')
  await checkEverywhere(page, 'the form of an app password')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New app password' }).click()
  await dialog(page).getByLabel('Name').fill('Old laptop')
  await dialog(page).getByLabel('The program can only read').check()
  await dialog(page).getByLabel('Valid').selectOption('30 days')
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')

  const secret = dialog(page).getByText(/^awan_[a-z2-7]{52}$/)
  await expect(secret).toBeVisible()
  await expect(dialog(page).getByText(server.url)).toBeVisible()
  await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toBeVisible()
  await checkEverywhere(page, 'a new app password')
  await dialog(page).getByRole('button', { name: 'I have kept it' }).click()
  await expect(dialog(page)).toBeHidden()
  const list = page.getByRole('region', { name: 'App passwords' })
  for (const fact of ['Old laptop', 'Reads', 'All your files', 'Not used yet']) {
    await expect(list.getByText(fact, { exact: true })).toBeVisible()
  }
  await expect(page.getByText(/^awan_/)).toHaveCount(0)

  await list.getByRole('button', { name: 'Rename “Old laptop”' }).click()
  const field = dialog(page).getByLabel('Name')
  await expect(field).toHaveValue('Old laptop')
  await field.fill(' ')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Type a name.')).toBeVisible()
  await field.fill('Scanner')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(list.getByText('Scanner', { exact: true })).toBeVisible()
  await expect(list.getByText('Old laptop')).toHaveCount(0)

  await list.getByRole('button', { name: 'Revoke “Scanner”' }).click()
  await dialog(page).getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(list.getByText('You have no app password.')).toBeVisible()
})
