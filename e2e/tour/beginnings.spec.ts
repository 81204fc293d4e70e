import { createPerson, keepAccount, signInQuickly } from '../story.ts'
import { test } from './see.ts'
import { givePassword, NEW_EMAIL } from './steps.ts'

const NEW_PASSWORD = 'another morning by the sea'

test('the tour visits sign-up', async ({ page, server, person, see }) => {
  test.slow()
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  await see(page, 'sign-up-problem')
  await page.getByLabel('E-mail or phone').fill(NEW_EMAIL)
  await see(page, 'sign-up')
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByLabel('Six-digit code').waitFor()
  const code = await server.codeFor(NEW_EMAIL)
  await page.getByLabel('Six-digit code').pressSequentially(code.slice(0, 4))
  await see(page, 'sign-up-code')
  await page.getByLabel('Six-digit code').fill(code)
  await page.getByLabel('Name').fill('Mei Lin')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await see(page, 'sign-up-details')
})

test('the tour visits password recovery', async ({ page, server, person, see }) => {
  test.slow()
  await server.advance(61_000)
  await page.goto('/recover')
  await page.getByLabel('E-mail or phone').fill('0812 3456 7890')
  await see(page, 'recover')
  await page.getByLabel('E-mail or phone').fill(person.email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Six-digit code').waitFor()
  await see(page, 'recover-code')
  await page.getByLabel('Six-digit code').fill(await server.codeFor(person.email))
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await see(page, 'recover-password')
})

test('the tour visits the list of accounts', async ({ page, server, person, see }) => {
  await signInQuickly(page, server, await createPerson(server, 'Budi Santoso', 'budi@example.org'))
  await page.goto('/files')
  await page.getByRole('button', { name: 'Your account: Budi Santoso' }).waitFor()
  await keepAccount(page, server, person)
  await page.goto('/accounts')
  await page.getByRole('list').getByRole('button').nth(2).click()
  await page.getByRole('button', { name: 'Your account: Rani Setia' }).waitFor()
  await page.goto('/accounts')
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
  await see(page, 'accounts')
})

test('the tour visits the guest page of a server that requires an account', async ({
  page,
  see,
}) => {
  await page.goto('/try')
  await page.getByRole('heading', { name: 'This server asks for an account' }).waitFor()
  await see(page, 'try-closed')
})

test.describe('when people may start without an account', () => {
  test.use({ settings: { AWAN_ANONYMOUS: 'on' } })

  test('the tour visits the guest pages: start, files, and moving them into an account', async ({
    page,
    person,
    see,
  }) => {
    test.slow()
    await page.goto('/try')
    await page.getByRole('heading', { name: 'Try it without an account' }).waitFor()
    await see(page, 'try')
    await page.getByRole('button', { name: 'Start without an account' }).click()
    await page.getByRole('heading', { name: 'Your files will live here' }).waitFor()
    await see(page, 'guest')
    await page.getByRole('link', { name: 'I have an account' }).click()
    await givePassword(page, person)
    await page.getByText('They move into the account of Rani Setia').waitFor()
    await see(page, 'merge')
  })
})
