import { openShell } from '../shell/test-shell.ts'
import { signInQuickly } from '../story.ts'
import { openThirdParty } from '../third-party.ts'
import { test } from './see.ts'

const MINUTE_MS = 60_000

test('the tour visits the approval of another device', async ({
  page,
  server,
  person,
  browser,
  see,
}) => {
  test.slow()
  const elsewhere = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
  const tv = await elsewhere.newPage()
  await tv.goto('/link')
  await tv.getByRole('img').waitFor()
  await see(tv, 'link')
  const code = (await tv.getByText(/^[A-Z]{4}-[A-Z]{4}$/).textContent()) ?? ''

  await signInQuickly(page, server, person)
  await page.goto('/device')
  await page.getByLabel('Code of the device').pressSequentially(code.slice(0, 6))
  await see(page, 'device')
  await page.getByLabel('Code of the device').fill(code)
  await page.getByRole('heading', { name: 'Sign in on this device?' }).waitFor()
  await see(page, 'device-look')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'The device is connected' }).waitFor()
  await see(page, 'device-approved')
  await elsewhere.close()
})

test('the tour visits the page that lets a program in', async ({ page, server, person, see }) => {
  test.slow()
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux) mirall/3.16.7' }
  const answer = await fetch(`${server.url}/index.php/login/v2`, { method: 'POST', headers })
  const { login } = (await answer.json()) as { login: string }
  await signInQuickly(page, server, person)
  await page.goto(login)
  await page.getByRole('heading', { name: 'Let this program into your files?' }).waitFor()
  await see(page, 'connect')
  await page.goto('/files')
  await page.goto('/connect#unknown')
  await page.getByRole('heading', { name: 'This request is no longer valid' }).waitFor()
  await see(page, 'connect-over')
})

test('the tour visits the link to continue on another device', async ({
  page,
  server,
  person,
  browser,
  see,
}) => {
  test.slow()
  await signInQuickly(page, server, person)
  await page.goto('/account/devices')
  const open = page.getByRole('button', { name: 'Continue on another device' })
  await open.click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Continue on another device' })
  await dialog.getByRole('img', { name: /QR code/ }).waitFor()
  await see(page, 'continue-link')
  // The one that was looked at may have expired meanwhile.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await open.click()
  const link = (await dialog.getByText(/#/).textContent()) ?? ''

  const elsewhere = await browser.newContext({ baseURL: server.url, locale: 'en-GB' })
  const phone = await elsewhere.newPage()
  await phone.goto(link)
  await phone.getByRole('heading', { name: `Sign in as ${person.name}?` }).waitFor()
  await see(phone, 'continue')
  await server.advance(MINUTE_MS)
  const late = await elsewhere.newPage()
  await late.goto(link)
  await late.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
  await see(late, 'continue-used')
  await elsewhere.close()
})

test('the tour visits the consent and sign-out pages for an app', async ({
  page,
  server,
  person,
  see,
}) => {
  test.slow()
  await using app = await openThirdParty(page, server, person)
  await signInQuickly(page, server, person)
  await page.goto(app.askAddress())
  await page.getByText(person.name).waitFor()
  await see(page, 'consent')
  await page.goto(app.askAddress({ redirect_uri: 'https://evil.example/' }))
  await page.getByRole('heading', { name: 'This request is not valid' }).waitFor()
  await see(page, 'consent-wrong')
  await page.goto(`${server.url}/oauth2/end_session?client_id=${app.clientId}`)
  await page.getByText(person.name).waitFor()
  await see(page, 'sign-out')
  await page.goto('/visit-done')
  await see(page, 'visit-done')
})

test('the tour visits sign-in inside a native shell', async ({ page, server, see }) => {
  await openShell(page, server)
  await page.goto('/files')
  await page.getByText('Go on in the sign-in window.').waitFor()
  await page.bringToFront()
  await see(page, 'shell-sign-in')
})
