import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { AwanServer } from './awan-server.ts'
import { checkEverywhere } from './check-everywhere.ts'
import { CLIENT, startIdentityProvider } from './identity-provider.ts'
import { startServerWithAddress } from './server-with-address.ts'
import { createPerson, expect, type Person, post, signInQuickly, test } from './story.ts'

/** The first person of a server is its administrator. */
test.beforeEach(async ({ page, server, person }) => {
  await signInQuickly(page, server, person)
})

/** Presses the button of a dialog and proves, the first time, who is there. */
async function confirm(page: Page, button: string, { password }: Person): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await prove(page, password)
}

async function prove(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Confirm it is you')).toBeHidden()
}

async function canSignIn(server: AwanServer, { email, password }: Person): Promise<boolean> {
  const answer = await fetch(`${server.url}/v1/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, client_id: 'awan-web' }),
  })
  return answer.ok
}

test('somebody who is no administrator finds nothing', async ({ page, server }) => {
  await signInQuickly(page, server, await createPerson(server))
  await page.goto('/files')
  await page.getByRole('button', { name: /Your account/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Manage account' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toBeHidden()
  for (const path of ['/admin', '/admin/people', '/admin/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
  }
})

test('a person is found, frozen with a reason, and released', async ({ page, server, person }) => {
  const other = await createPerson(server)
  await page.goto('/files')
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeFocused()
  await expect(page.getByText('No mail server is set up.', { exact: false })).toBeVisible()

  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Search').fill(other.email)
  await expect(page).toHaveURL(/q=/)
  const row = page.getByRole('link', { name: /Rani Setia/ })
  await expect(row).toHaveCount(1)
  await row.click()
  await expect(page.getByText(other.email)).toBeVisible()

  await page.getByRole('button', { name: 'Freeze account' }).click()
  await expect(page.getByRole('dialog')).toContainText('Freeze Rani Setia?')
  await page.getByLabel('Reason (optional)').fill('reported as stolen')
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze account' }).click()
  // Who gives up at the question finds what they typed.
  await expect(page.getByText('Confirm it is you')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Reason (optional)')).toHaveValue('reported as stolen')
  await confirm(page, 'Freeze account', person)
  await expect(page.getByText('Frozen', { exact: true })).toBeVisible()
  await expect(page.getByText('Rani Setia was frozen.')).toBeAttached()
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
  expect(await canSignIn(server, other)).toBe(false)

  // Once proved is enough for a while.
  await page.getByRole('button', { name: 'Release account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release account' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  expect(await canSignIn(server, other)).toBe(true)

  await page.goBack()
  await expect(page.getByLabel('Search')).toHaveValue(other.email)
  await page.getByLabel('Show').selectOption('Frozen')
  await expect(page.getByText('Nobody matches')).toBeVisible()
})

test('the last administrator stays, and a deletion takes two steps', async ({
  page,
  server,
  person,
}) => {
  await createPerson(server)
  await page.goto('/admin/people?administrators=true')
  await page.getByRole('link', { name: /Rani Setia/ }).click()
  await page.getByRole('button', { name: 'End administration' }).click()
  await confirm(page, 'End administration', person)
  await expect(page.getByText('This is the last administrator.', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/admin/people')
  await page
    .getByRole('link', { name: /Rani Setia/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('This is not the same.', { exact: false })).toBeVisible()
  await dialog.getByLabel('Type Rani Setia to confirm').fill('Rani Setia')
  await confirm(page, 'Delete account', person)
  await expect(page.getByText('Being deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('Deleted for good')).toBeVisible()
})

test('an app is registered, used with its secret, and removed', async ({
  page,
  server,
  person,
}) => {
  const user = await signInQuickly(page, server, person)
  await page.goto('/admin/apps')
  await page.getByRole('link', { name: 'Register app' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Photo frame')
  await page.getByLabel('Redirect URIs').fill('http://frame.example.org/callback')
  await page.getByRole('button', { name: 'Register app' }).click()
  await expect(page.getByText('must begin with https://', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Redirect URIs')).toBeFocused()
  const redirect_uri = 'https://frame.example.org/callback'
  await page.getByLabel('Redirect URIs').fill(redirect_uri)
  await page.getByLabel('See the e-mail address').check()
  await page.getByRole('button', { name: 'Register app' }).click()
  await prove(page, person.password)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Photo frame is registered')
  const [client_id = '', client_secret = ''] = await dialog.getByRole('code').allTextContents()

  const verifier = randomBytes(32).toString('base64url')
  const { code } = await post(
    server,
    '/v1/user/authorize',
    {
      client_id,
      redirect_uri,
      scope: 'openid email',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
    { authorization: `Bearer ${user.access_token}` },
  )
  const answer = await fetch(`${server.url}/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri,
      code_verifier: verifier,
    }),
  })
  expect(await answer.json()).toMatchObject({ scope: 'openid email' })

  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(page.getByRole('heading', { name: 'Photo frame' })).toBeVisible()
  expect(await page.content()).not.toContain(client_secret)
  await page.getByLabel('Name', { exact: true }).fill('Picture frame')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Picture frame' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No apps yet')).toBeVisible()
})

test.describe('on a server that knows its address', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    server: async ({}, use) => {
      await using server = await startServerWithAddress()
      await use(server)
    },
  })

  test('a third party is set up, and people sign in with it', async ({ page, server, person }) => {
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

test('the audit log is filtered by event, person and time, opened and saved', async ({
  page,
  server,
}) => {
  const other = await createPerson(server)
  await canSignIn(server, { ...other, password: 'wrong on purpose' })
  await page.goto('/admin/events')
  const rows = page.getByRole('group')
  await expect(rows.filter({ hasText: 'account.signed_up' })).toHaveCount(2)
  await page.getByLabel('Event').selectOption('account.sign_in_failed')
  await expect(rows).toHaveCount(1)
  await rows.first().click()
  await expect(page.getByText('"specversion"', { exact: false })).toBeVisible()

  await page.getByLabel('Event').selectOption('All events')
  await page.getByRole('button', { name: 'Person: Everybody' }).click()
  await page.getByRole('combobox', { name: 'Name, contact or id' }).fill(other.email)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Person: Rani Setia' })).toBeVisible()
  await expect(rows.filter({ hasText: 'account.signed_up' })).toHaveCount(1)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as file' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^awan-events-[\d-]+\.jsonl$/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  const types = lines.map((line) => (JSON.parse(line) as { type: string }).type)
  expect(types).toContain('account.signed_up')
  expect(lines).toHaveLength(await rows.count())

  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No events match')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2020-01-01')
})

test('a webhook is added, tested, told, sent again and turned off', async ({
  page,
  server,
  person,
}) => {
  const heard: { type: string; signature: string }[] = []
  let status = 500
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { type } = JSON.parse(body) as { type: string }
    heard.push({ type, signature: String(request.headers['webhook-signature']) })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo

  await page.goto('/admin/webhooks')
  await page.getByRole('link', { name: 'Add webhook' }).click()
  await page.getByLabel('Address').fill('http://example.org/')
  await page.getByLabel('All events').uncheck()
  await page.getByLabel('account.signed_up').check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await prove(page, person.password)
  await expect(page.getByText('Events cannot be sent there.', { exact: false })).toBeVisible()
  await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByRole('dialog').getByRole('code')).toHaveText(/^whsec_/)
  await page.getByRole('button', { name: 'I have kept it' }).click()

  await page.getByRole('button', { name: 'Send a test' }).click()
  const deliveries = page.getByRole('group').filter({ hasText: 'webhook.test' })
  await expect(deliveries).toContainText('Tried again later')
  status = 204
  await deliveries.getByText('webhook.test').first().click()
  await deliveries.getByRole('button', { name: 'Send again' }).click()
  await expect(deliveries).toContainText('Delivered')
  expect(heard.map(({ type }) => type)).toEqual(['webhook.test', 'webhook.test'])
  expect(heard[1]?.signature).toMatch(/^v1,/)

  await createPerson(server)
  await expect.poll(() => heard.map(({ type }) => type)).toContain('account.signed_up')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a test' })).toBeHidden()
  receiver.closeAllConnections()
  receiver.close()
})

test('the settings are read, without their secrets, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/account')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'AWAN_DEFAULT_QUOTA' })).toBeVisible()
  await expect(page.getByText('100MB')).toBeVisible()
  await page.getByLabel('Only what is set').check()
  await expect(page.getByRole('heading', { name: 'AWAN_SMTP_URL' })).toBeHidden()
})

test('the lists of the administration can be used by everyone', async ({ page, server }) => {
  test.setTimeout(480_000)
  await createPerson(server)
  for (const [path, heading] of [
    ['/admin/overview', 'Overview'],
    ['/admin/people', 'People'],
    ['/admin/apps', 'No apps yet'],
    ['/admin/providers', 'In use'],
    ['/admin/webhooks', 'No webhooks yet'],
    ['/admin/settings', 'AWAN_HOST'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name: heading }).first().waitFor()
    await checkEverywhere(page, heading)
  }
  await page.goto('/admin/events')
  await page.getByRole('group').first().click()
  await checkEverywhere(page, 'the audit log')
})

test('the pages of the administration can be used by everyone', async ({
  page,
  server,
  person,
}) => {
  test.setTimeout(480_000)
  await createPerson(server)
  await page.goto('/admin/people')
  await page
    .getByRole('link', { name: /Rani Setia/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Recent events' }).waitFor()
  await checkEverywhere(page, 'a person')
  await page.getByRole('button', { name: 'Freeze account' }).click()
  await page.getByRole('dialog').waitFor()
  await checkEverywhere(page, 'the question before an act')

  await page.goto('/admin/apps/new')
  await page.getByRole('button', { name: 'Register app' }).click()
  await page.getByText('Give the app a name.').waitFor()
  await checkEverywhere(page, 'an app with problems')
  await page.getByLabel('Name', { exact: true }).fill('Photo frame')
  await page.getByLabel('Redirect URIs').fill('https://frame.example.org/callback')
  await page.getByRole('button', { name: 'Register app' }).click()
  await prove(page, person.password)
  await page.getByRole('button', { name: 'I have kept it' }).waitFor()
  await checkEverywhere(page, 'a secret')
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('button', { name: 'Renew secret' }).waitFor()
  await checkEverywhere(page, 'an app')

  await page.goto('/admin/providers/new/apple')
  await page.getByRole('button', { name: 'Save' }).click()
  await checkEverywhere(page, 'a third party with problems')
  await page.goto('/admin/webhooks/new')
  await page.getByLabel('All events').uncheck()
  await checkEverywhere(page, 'a new webhook')
})
