import type { Page } from '@playwright/test'
import { checkEverywhere } from '../check-everywhere.ts'
import { test } from '../public-server.ts'
import { expect, type Person } from '../story.ts'
import { openThirdParty } from '../third-party.ts'
import { openShell, type TestShellOptions } from './test-shell.ts'

const accountButton = (page: Page, { name }: Person) =>
  page.getByRole('button', { name: `Your account: ${name}` })

async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail, phone or username').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('[PRD-2] [BRG-4] [BRG-5] [BRG-6] [BRG-12] [BRG-13] [BRG-18] [BRG-19] [BRG-20] the page starts with the config, the person and the token of the shell', async ({
  page,
  server,
  person,
}) => {
  const shell = await openShell(page, server, { locale: 'id' })
  await shell.session.signIn(person)
  const sent = page.waitForRequest('**/v1/user/me')
  await page.goto('/files')
  await expect(page.locator('html')).toHaveAttribute('lang', 'id')
  await expect(page.getByRole('button', { name: new RegExp(person.name) })).toBeVisible()
  const headers = await (await sent).allHeaders()
  expect(headers.authorization).toBe(`Bearer ${shell.session.login?.access_token}`)
  expect(Object.values(headers)).toContain('Studio%20Mac')
  expect(new Set(shell.asked())).toEqual(
    new Set([
      'call getConfigInfo',
      'getInfo',
      'getAppInfo',
      'check showLoginWindow',
      'init',
      'call getSub',
      'call getAccessToken',
    ]),
  )
  expect(shell.requests.find(({ operation }) => operation === 'init')?.params).toMatchObject({
    client_id: 'awan-web',
    protocol_version: '301',
  })
  // The session is the shell's: nothing of it is stored in the browser.
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).not.toContain('access_token')
})

for (const form of [
  { answersBy: 'promise', inTwoSteps: true },
  { answersBy: 'call', inTwoSteps: false },
  { answersBy: 'call', inTwoSteps: true },
] as const satisfies TestShellOptions[]) {
  test(`[BRG-23] [BRG-25] [BRG-26] the page works with a shell that answers by ${form.answersBy}, ${form.inTwoSteps ? 'first normal, then listen' : 'at once'}`, async ({
    page,
    server,
    person,
  }) => {
    const shell = await openShell(page, server, form)
    await shell.session.signIn(person)
    await page.goto('/files')
    await expect(accountButton(page, person)).toBeVisible()
  })
}

test('[BRG-6] the shell renews a token that the server refuses', async ({
  page,
  server,
  person,
}) => {
  const shell = await openShell(page, server)
  await shell.session.signIn(person)
  if (shell.session.login) shell.session.login.access_token = 'e.e.e'
  await page.goto('/files')
  await expect(accountButton(page, person)).toBeVisible()
  const renewals = shell.requests.filter(({ params }) => params?.renew === true)
  expect(renewals).toHaveLength(1)
})

test('[BRG-8] [BRG-9] [BRG-14] [BRG-15] [BRG-16] [BRG-17] [BRG-21] [BRG-29] [BRG-30] [BRG-31] people sign in and out in the window of the shell', async ({
  page,
  server,
  person,
}) => {
  const shell = await openShell(page, server)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Sign in through the app' })).toBeVisible()
  const window = await shell.loginWindow()
  await expect(page.getByText('Go on in the sign-in window.')).toBeVisible()
  await page.bringToFront()
  expect(shell.asked()).toEqual(
    expect.arrayContaining([
      'on did-finish-load',
      'on did-navigate',
      'once closed',
      'call showLoginWindow',
    ]),
  )

  await fillSignIn(window, person)
  await expect(page).toHaveURL(/\/account\/profile$/)
  await expect(page.getByText(person.name).first()).toBeVisible()
  await expect.poll(() => window.isClosed()).toBe(true)
  expect(shell.session.login?.refresh_token).toBeDefined()
  expect(shell.asked()).toContain('closeBrowserWindow')
  expect(shell.asked()).toContain('offAll')
  await expect.poll(() => shell.listenerCount()).toBe(0)

  const { access_token = '' } = shell.session.login ?? {}
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in through the app' })).toBeVisible()
  await expect.poll(() => shell.session.login).toBeNull()
  const me = await fetch(`${server.url}/v1/user/me`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(me.status).toBe(401)
  await (await shell.loginWindow()).close()
  await expect(page.getByText('The sign-in window was closed.')).toBeVisible()
})

test('[BRG-16] [BRG-31] a sign-in window that is closed without a sign-in can be opened again', async ({
  page,
  server,
  person,
}) => {
  const shell = await openShell(page, server)
  await page.goto('/files')
  await expect(page.getByText('Go on in the sign-in window.')).toBeVisible()
  await page.getByRole('button', { name: 'Close the sign-in window' }).click()
  await expect(page.getByText('The sign-in window was closed.')).toBeVisible()
  expect(shell.asked().filter((asked) => asked === 'off')).toHaveLength(2)
  expect(shell.listenerCount()).toBe(0)
  await page.getByRole('button', { name: 'Open the sign-in window' }).click()
  await fillSignIn(await shell.loginWindow(), person)
  await expect(accountButton(page, person)).toBeVisible()
})

test('[BRG-18] a shell without a sign-in window takes over the session of a sign-in on the page', async ({
  page,
  server,
  person,
}) => {
  const shell = await openShell(page, server, { lacks: ['showLoginWindow'] })
  await page.goto('/files')
  await fillSignIn(page, person)
  await expect(accountButton(page, person)).toBeVisible()
  await expect.poll(() => shell.session.login?.refresh_token).toBeDefined()
  await page.reload()
  await expect(accountButton(page, person)).toBeVisible()
})

test.describe('when people may start without an account', () => {
  test.use({ settings: { AWAN_ANONYMOUS: 'on' } })

  test('[BRG-7] a guest of the shell is still offered to sign in with an account', async ({
    page,
    server,
  }) => {
    const shell = await openShell(page, server)
    await shell.session.signIn({}, '/v1/auth/signup/anonymously')
    await page.goto('/shell-signin')
    await expect(page.getByRole('heading', { name: 'Sign in with an account' })).toBeVisible()
    expect(shell.asked()).toContain('call isAnonymous')
    // A window that is still being opened when the browser is closed has no page to belong to.
    await shell.loginWindow()
  })
})

for (const lacks of [[], ['userAuthorize']]) {
  test(`[BRG-10] [BRG-11] consent is granted by ${lacks.length === 0 ? 'the shell' : 'the page where the shell cannot'}, and the shell opens the sign-out address of the app later`, async ({
    page,
    server,
    person,
  }) => {
    await using app = await openThirdParty(page, server, person)
    const shell = await openShell(page, server, { lacks })
    await shell.session.signIn(person)
    const sign_out_uri = `${app.url}/bye`
    await page.goto(app.askAddress({ sign_out_uri }))
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByRole('heading', { name: '/back' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('iss')).toBe(server.url)
    expect(await app.exchange(page.url())).toMatchObject({ token_type: 'Bearer' })
    expect(shell.asked()).toContain('call userAuthorize')
    expect(shell.session.signOutUris).toEqual([{ client_id: app.clientId, sign_out_uri }])

    await page.goto('/account')
    // A menu closes when the way on to the first room is done.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect.poll(() => shell.session.opened).toEqual([sign_out_uri])
    await (await shell.loginWindow()).close()
  })
}

for (const [rule, named] of [
  ['BRG-1', { identifier: 'another-shell' }],
  ['BRG-2', { version: '0.0.1' }],
  ['BRG-2', { version: '1.x' }],
] as const) {
  test(`[${rule}] a shell with ${JSON.stringify(named)} is ignored and receives no requests`, async ({
    page,
    server,
    person,
  }) => {
    const shell = await openShell(page, server, named)
    await shell.session.signIn(person)
    await page.goto('/files')
    await expect(page.getByLabel('E-mail, phone or username')).toBeVisible()
    expect(shell.requests).toEqual([])
  })
}

test('[BRG-3] a shell that is injected after the page has loaded is ignored', async ({
  page,
  server,
  person,
}) => {
  await page.goto('/signin')
  await page.evaluate(() => {
    const asked: string[] = []
    const postMessage = (text: string) => void asked.push(text)
    Object.assign(globalThis, {
      asked,
      awanShell: { identifier: 'awan-shell', version: '1.2.0', postMessage },
    })
  })
  await fillSignIn(page, person)
  await expect(page).toHaveURL(`${server.url}/files`)
  expect(await page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)).toEqual(
    [],
  )
})

const failures: [name: string, response: unknown, reason: string][] = [
  [
    '[BRG-24] an answer with an error',
    '{"type":"normal","params":{},"error":"internal","error_code":13,"error_description":"the keychain is locked"}',
    'the keychain is locked',
  ],
  ['[BRG-27] an answer of another type', '{"type":"maybe"}', 'response format error'],
  ['[BRG-27] an answer without its params', '{"type":"normal"}', 'response format error'],
  ['[BRG-28] an answer that is not JSON', '<html>', 'parse error'],
  [
    '[BRG-23] [BRG-28] an answer that is not a string',
    { type: 'normal', params: {} },
    'parse error',
  ],
]
for (const [name, response, reason] of failures) {
  test(`${name} from the shell stops the page with a reason, and loading again works once it is fixed`, async ({
    page,
    server,
    person,
  }) => {
    let isBroken = true
    const shell = await openShell(page, server, {
      respond: ({ method }, contract) =>
        isBroken && method === 'getConfigInfo' ? response : contract(),
    })
    await shell.session.signIn(person)
    await page.goto('/files')
    await expect(page.getByRole('heading', { name: 'The app does not answer' })).toBeVisible()
    await expect(page.getByText(`Reason: ${reason}`)).toBeVisible()
    isBroken = false
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect(accountButton(page, person)).toBeVisible()
  })
}

test('[BRG-22] a shell that does not answer within 10 s stops the page with a timeout', async ({
  page,
  server,
}) => {
  await page.clock.install()
  const shell = await openShell(page, server, {
    respond: ({ method }, contract) => (method === 'getConfigInfo' ? undefined : contract()),
  })
  await page.goto('/files')
  await expect.poll(() => shell.asked()).toContain('call getConfigInfo')
  await page.clock.fastForward(9_000)
  await expect(page.getByRole('heading')).toHaveCount(0)
  await page.clock.fastForward(1_000)
  await expect(page.getByText('Reason: timeout')).toBeVisible()
  await checkEverywhere(page, 'a shell that does not answer')
})
