import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { prepare, totpCode } from './account-calls.ts'
import { test } from './public-server.ts'
import { openShell } from './shell/test-shell.ts'
import {
  createPerson,
  keepAccount,
  newPerson,
  noise,
  type Person,
  signIn,
  signInQuickly,
} from './story.ts'
import { openThirdParty } from './third-party.ts'

/** Pictures of the product as it is, for the documents: `npm run screens` writes them anew. */
const FOLDER = fileURLToPath(new URL('../docs/screens/', import.meta.url))

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const looks = [
  { name: 'light', size: desktop, colorScheme: 'light' },
  { name: 'dark', size: desktop, colorScheme: 'dark' },
  { name: 'phone', size: phone, colorScheme: 'light' },
] as const

async function shoot(page: Page, name: string): Promise<void> {
  for (const look of looks) {
    await page.setViewportSize(look.size)
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' })
    await page.mouse.move(0, 0)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: `${FOLDER}${name}-${look.name}.png`, caret: 'initial' })
  }
}

test('sign-in and sign-up', async ({ page, server }) => {
  await createPerson(server)
  await page.setViewportSize(desktop)
  await page.goto('/signin')
  await page.getByLabel('E-mail, phone or username').fill('rani@example.org')
  await shoot(page, 'sign-in')

  const person = { ...newPerson(), email: 'rani@example.org' }
  await page.goto('/signup')
  await page.getByLabel('E-mail or phone').fill(person.email)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByLabel('Six-digit code').waitFor()
  const code = await server.codeFor(person.email)
  await page.getByLabel('Six-digit code').pressSequentially(code.slice(0, 4))
  await shoot(page, 'sign-up-code')
  await page.getByLabel('Six-digit code').fill(code)
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await shoot(page, 'sign-up-details')
})

test('sign-in with a phone, a code, a second step, and an account that is being deleted', async ({
  page,
  person,
  server,
}) => {
  await page.setViewportSize(desktop)
  await page.goto('/signin')
  const contact = page.getByLabel('E-mail, phone or username')
  await contact.fill('0812 3456 7890')
  await page.getByRole('button', { name: /^Country or region/ }).click()
  await page.getByRole('combobox').fill('indo')
  await page.getByRole('option', { name: /^Indonesia/ }).waitFor()
  await shoot(page, 'sign-in-country')
  await page.keyboard.press('Enter')
  await shoot(page, 'sign-in-phone-number')

  const owner = await prepare(server, person)
  const { uri, setup_token } = await owner.call('POST', '/v1/user/two_factor/totp/start')
  const code = totpCode(uri, server.now())
  await owner.call('POST', '/v1/user/two_factor/totp/confirm', { setup_token, code })
  await owner.call('PUT', '/v1/user/two_factor/EMAIL')
  await server.advance(61_000)
  const bringPassword = async ({ email, password }: Person) => {
    await page.goto('/signin')
    await contact.fill(email)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await shoot(page, 'sign-in-password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await bringPassword(person)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await page.getByLabel('Six-digit code').pressSequentially('271')
  await shoot(page, 'sign-in-second-step')

  const leaving = await createPerson(server)
  await (await prepare(server, leaving)).call('DELETE', '/v1/user/me')
  await bringPassword(leaving)
  await page.getByRole('heading', { name: 'This account is being deleted' }).waitFor()
  await shoot(page, 'sign-in-restore')
})

test.describe('an empty server', () => {
  test.use({ isEmpty: true })

  test('the first run', async ({ page, server }) => {
    await page.setViewportSize(desktop)
    await page.goto('/')
    await page.getByRole('heading', { name: 'Welcome to Awan' }).waitFor()
    await shoot(page, 'welcome')
    await page.getByRole('button', { name: 'Set it up' }).click()
    await page.getByLabel('E-mail or phone').fill('rani@example.org')
    await shoot(page, 'welcome-contact')
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByLabel('Six-digit code').waitFor()
    await page.getByLabel('Six-digit code').fill(await server.codeFor('rani@example.org'))
    await page.getByLabel('Name').fill('Rani Setia')
    await page.getByLabel('Password', { exact: true }).fill('lanterns over quiet hills')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'You are the administrator' }).waitFor()
    await shoot(page, 'welcome-done')
  })
})

test('recover and several accounts', async ({ page, server, person }) => {
  await page.setViewportSize(desktop)
  await page.goto('/recover')
  await page.getByLabel('E-mail or phone').fill('0812 3456 7890')
  await shoot(page, 'recover')
  await page.setViewportSize(desktop)
  await signIn(page, await createPerson(server, 'Budi Santoso'))
  await page.getByRole('button', { name: 'Your account: Budi Santoso' }).waitFor()
  await keepAccount(page, server, person)
  await page.goto('/accounts')
  await page.getByRole('list').getByRole('button').nth(2).click()
  await page.getByRole('button', { name: 'Your account: Rani Setia' }).waitFor()
  await page.goto('/accounts')
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
  await shoot(page, 'accounts')
})

test.describe('without an account', () => {
  test.use({ settings: { AWAN_ANONYMOUS: 'on' } })

  test('try, keep, bring along', async ({ page, person }) => {
    await page.setViewportSize(desktop)
    await page.goto('/try')
    await page.getByRole('heading', { name: 'Try it without an account' }).waitFor()
    await shoot(page, 'try')
    await page.setViewportSize(desktop)
    await page.getByRole('button', { name: 'Start without an account' }).click()
    await page.getByRole('heading', { name: 'Your files will live here' }).waitFor()
    await shoot(page, 'guest')
    await page.setViewportSize(desktop)
    await page.getByRole('link', { name: 'I have an account' }).click()
    await page.getByLabel('E-mail, phone or username').fill(person.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('They move into the account of Rani Setia').waitFor()
    await shoot(page, 'merge')
  })
})

test('the drive', async ({ page, person }) => {
  await page.setViewportSize(desktop)
  await signIn(page, person)
  await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
  await shoot(page, 'drive-empty')

  for (const name of ['Trips', 'Invoices', 'Family', 'Alps 2026']) {
    await page.setViewportSize(desktop)
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    await page.getByLabel('Folder name').fill(name)
    await page.getByRole('button', { name: 'Create folder' }).click()
    await expect(page.getByRole('row', { name })).toBeVisible()
  }

  await upload(page, await writeFiles(files))
  await expect(page.getByRole('heading', { name: '9 files uploaded' })).toBeVisible()
  await page.getByRole('button', { name: 'Close uploads' }).click()
  await shoot(page, 'drive')

  // The film stops halfway, as on a slow line, so that the tray can be seen at work.
  let sent = 0
  await page.route('**/blocks/*', async (route) => {
    sent += 1
    if (sent <= 3) await route.continue()
  })
  await page.setViewportSize(desktop)
  await upload(
    page,
    await writeFiles([
      ['ridge-walk.mp4', 40_000, 0],
      ['budget.csv', 19, 0],
    ]),
  )
  await expect(page.getByText('This name is taken', { exact: true })).toBeVisible()
  await expect(page.getByText(/^[1-9]\d\s?%$/)).toBeVisible()
  await expect(page.getByText(/MB\/s/)).toBeVisible()
  await shoot(page, 'drive-uploading')
  await page.getByRole('button', { name: 'Cancel all' }).click()
})

test('the account centre', async ({ page, server }) => {
  test.slow()
  // The first account of a server rules it, and may not leave.
  await createPerson(server)
  await signInQuickly(page, server, await createPerson(server))
  const open = async (address: string, heading: string) => {
    await page.setViewportSize(desktop)
    await page.goto(address)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  await open('/account/profile', 'Contacts')
  await shoot(page, 'account-profile')
  await page.setViewportSize(desktop)
  await page.getByRole('button', { name: 'Edit: Username' }).click()
  await shoot(page, 'account-edit')
  await page.keyboard.press('Escape')
  await page.setViewportSize(desktop)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('New password').fill('nine lamps along a wet road')
  await shoot(page, 'account-password')
  await page.keyboard.press('Escape')
  await page.setViewportSize(desktop)
  await page.getByRole('button', { name: 'Change your e-mail' }).click()
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
  await shoot(page, 'account-confirm')
  await open('/account/appearance', 'Language and look')
  await shoot(page, 'account-appearance')
  await open('/account/data', 'Your data')
  await shoot(page, 'account-data')
  await open('/account/data/delete', 'What will be lost')
  await shoot(page, 'account-delete')
  await page.setViewportSize(phone)
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Account' }).waitFor()
  await page.screenshot({ path: `${FOLDER}account-phone.png` })
})

test('devices and other apps', async ({ page, server, person, browser }) => {
  await using app = await openThirdParty(page, server, person)
  const elsewhere = await browser.newContext({ baseURL: server.url })
  const tv = await elsewhere.newPage()
  await tv.goto('/link')
  await tv.getByRole('img').waitFor()
  await shoot(tv, 'link')
  const code = (await tv.getByText(/^[A-Z]{4}-[A-Z]{4}$/).textContent()) ?? ''

  await signInQuickly(page, server, person)
  await page.goto('/device')
  await page.getByLabel('Code of the device').pressSequentially(code.slice(0, 6))
  await shoot(page, 'device')
  await page.getByLabel('Code of the device').fill(code)
  await page.getByRole('heading', { name: 'Sign in on this device?' }).waitFor()
  await shoot(page, 'device-look')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'The device is connected' }).waitFor()
  await shoot(page, 'device-approved')
  await elsewhere.close()

  await page.goto(app.askAddress())
  await page.getByText(person.name).waitFor()
  await shoot(page, 'consent')
  await page.goto(app.askAddress({ redirect_uri: 'https://evil.example/' }))
  await page.getByRole('heading', { name: 'This request is not right' }).waitFor()
  await shoot(page, 'consent-wrong')
  await page.goto(`${server.url}/oauth2/end_session?client_id=${app.clientId}`)
  await page.getByText(person.name).waitFor()
  await shoot(page, 'sign-out')
})

test('inside a native shell', async ({ page, server }) => {
  await openShell(page, server)
  await page.goto('/files')
  await page.getByText('Go on in the sign-in window.').waitFor()
  await page.bringToFront()
  await shoot(page, 'shell-sign-in')
})

test('the rooms of the account that keep it safe', async ({ page, server, person }) => {
  test.slow()
  await page.setViewportSize(desktop)
  await signIn(page, person)
  const owner = await prepare(server, person)
  const redirect_uri = 'https://prints.example.org/back'
  const scope = 'openid profile drive offline'
  const { app } = (await owner.call('POST', '/v1/admin/apps', {
    name: 'Sun Prints',
    description: 'Prints your pictures on paper',
    redirect_uris: [redirect_uri],
    scope,
  })) as unknown as { app: { id: string } }
  await owner.call('POST', '/v1/user/authorize', {
    client_id: app.id,
    redirect_uri,
    scope,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  })

  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByLabel('Code that the app shows').waitFor()
  await shoot(page, 'account-authenticator')
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const code = totpCode(`otpauth://totp/x?secret=${secret}`, server.now())
  await page.getByLabel('Code that the app shows').fill(code)
  await page.getByRole('button', { name: 'I have kept them' }).waitFor()
  await shoot(page, 'account-recovery-codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 left.')).toBeVisible()
  await shoot(page, 'account-security')

  const rooms = { devices: 'Chrome on', apps: 'Sun Prints', activity: 'An app was let in' }
  for (const [room, text] of Object.entries(rooms)) {
    await page.setViewportSize(desktop)
    await page.goto(`/account/${room}`)
    await page.getByText(text).first().waitFor()
    await shoot(page, `account-${room}`)
  }
})

test('the administration', async ({ page, server, person }) => {
  for (let index = 0; index < 4; index += 1) await createPerson(server)
  await signInQuickly(page, server, person)
  for (const [name, path, heading] of [
    ['overview', '/admin/overview', 'Overview'],
    ['people', '/admin/people', 'People'],
    ['new-app', '/admin/apps/new', 'Register app'],
    ['providers', '/admin/providers', 'In use'],
    ['webhooks', '/admin/webhooks', 'No webhooks yet'],
    ['events', '/admin/events', 'Audit log'],
    ['settings', '/admin/settings', 'AWAN_HOST'],
  ] as const) {
    await page.setViewportSize(desktop)
    await page.goto(path)
    await page.getByRole('heading', { name: heading }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await shoot(page, `admin-${name}`)
  }
  await page.setViewportSize(desktop)
  await page.goto('/admin/people')
  await page
    .getByRole('link', { name: /Rani Setia/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Recent events' }).waitFor()
  await shoot(page, 'admin-person')
})

type Listed = readonly [name: string, kilobytes: number, daysOld: number]

const files: readonly Listed[] = [
  ['matterhorn-sunrise.jpg', 4800, 0],
  ['glacier-hut.jpg', 5100, 0],
  ['rental-agreement.pdf', 220, 1],
  ['packing list.md', 3, 1],
  ['gpx-tracks.zip', 1200, 12],
  ['budget.csv', 18, 14],
  ['보험 증서.pdf', 410, 18],
  ['黄昏的山谷.heic', 2900, 18],
  ['route.ts', 6, 400],
]

/** Real files, because only they keep the time when they were changed. */
async function writeFiles(list: readonly Listed[]): Promise<string[]> {
  const folder = test.info().outputPath('files')
  await mkdir(folder, { recursive: true })
  return Promise.all(
    list.map(async ([name, kilobytes, daysOld], index) => {
      const path = join(folder, name)
      await writeFile(path, noise(kilobytes * 1000, index + 2 + kilobytes))
      const changed = new Date(Date.now() - daysOld * 24 * 60 * 60 * 1000)
      await utimes(path, changed, changed)
      return path
    }),
  )
}

async function upload(page: Page, paths: string[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload files' }).click()
  await (await choosing).setFiles(paths)
}
