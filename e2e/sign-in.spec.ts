import type { Page } from '@playwright/test'
import { createPhonePerson } from './account-calls.ts'
import { expect, test } from './story.ts'

const CONTACT = 'E-mail, phone or username'

async function nameOneself(page: Page, contact: string): Promise<void> {
  await page.getByLabel(CONTACT).fill(contact)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

test('a person signs in by keyboard alone, also after typing mistakes', async ({
  page,
  person,
}) => {
  await page.goto('/signin')
  await expect(page.getByLabel(CONTACT)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Type your e-mail, phone or username.')).toBeVisible()
  await page.keyboard.type('rani@')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This does not look right.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong account number or password')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/files$/)
})

test('a code by e-mail signs in instead of the password', async ({ page, person, server }) => {
  await server.advance(61_000)
  await page.goto('/signin?from=/account')
  await nameOneself(page, person.email)
  await page.getByRole('button', { name: 'Send me a code instead' }).click()
  await expect(page.getByText(`We sent a six-digit code to ${person.email}.`)).toBeVisible()
  await expect(page.getByText(/^New code in \d+ s$/)).toBeVisible()
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  const code = await server.codeFor(person.email)
  await page.getByLabel('Six-digit code').fill(code === '000000' ? '111111' : '000000')
  await expect(page.getByText('Verification code is incorrect')).toBeVisible()

  // Back and forth: the code that is on its way stays good, and none is sent in vain.
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel(CONTACT)).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Send me a code instead' }).click()
  await page.getByLabel('Six-digit code').fill(code)
  await expect(page).toHaveURL(/\/account\/profile$/)
})

test('a phone number is typed in its local form, and a code by SMS signs in', async ({
  page,
  server,
}) => {
  const { phone_number } = await createPhonePerson(server, '+62 81234567890')
  await page.goto('/signin')
  const field = page.getByLabel(CONTACT)
  const country = page.getByRole('button', { name: /^Country or region/ })
  await expect(country).toBeHidden()
  await field.pressSequentially('0812-3456-7890')
  await expect(country).toHaveText('GB +44')
  await country.click()
  await expect(page.getByLabel('Search by name or code')).toBeFocused()
  await page.keyboard.type('indo')
  await expect(page.getByRole('option')).toHaveText([/^Indonesia/])
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(country).toHaveText('ID +62')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Send me a code instead' }).click()
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await server.codeFor(phone_number.replace(' ', '')))
  await expect(page).toHaveURL(/\/files$/)
})

test('a country code selects the country, and a username of digits is not taken for a phone number', async ({
  page,
}) => {
  await page.goto('/signin')
  const country = page.getByRole('button', { name: /^Country or region/ })
  await page.getByLabel(CONTACT).fill('+82 10 1234')
  await expect(country).toHaveText('KR +82')
  await page.getByLabel(CONTACT).fill('20231234')
  await country.click()
  await page.getByRole('button', { name: 'Not a phone number' }).click()
  await expect(country).toBeHidden()
  await nameOneself(page, '20231234')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send me a code instead' })).toBeHidden()
})

test('sign-in by code does not reveal whether an account exists, and the code of a new contact makes its account', async ({
  page,
  server,
}) => {
  const email = `nobody.${Date.now()}@example.org`
  await page.goto('/signin')
  await nameOneself(page, email)
  await page.getByRole('button', { name: 'Send me a code instead' }).click()
  await expect(page.getByText(`We sent a six-digit code to ${email}.`)).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await server.codeFor(email))
  await expect(page.getByRole('heading', { name: 'Almost there' })).toBeVisible()
  await expect(page).toHaveURL(/\/signup$/)
})

test.describe('where sign-up is closed', () => {
  test.use({ settings: { AWAN_SIGN_UP: 'closed' } })

  test('sign-in by code sends no code to a contact without an account, and does not say so', async ({
    page,
    server,
  }) => {
    const email = `nobody.${Date.now()}@example.org`
    await page.goto('/signin')
    await nameOneself(page, email)
    await page.getByRole('button', { name: 'Send me a code instead' }).click()
    await page.getByLabel('Six-digit code').waitFor()
    await expect(server.codeFor(email)).rejects.toThrow('no code was sent')
  })
})

test('signing in in one tab signs in the other tabs', async ({ context, page, person }) => {
  const other = await context.newPage()
  await other.goto('/signin?from=/account')
  await page.goto('/signin')
  await nameOneself(page, person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/files$/)
  await expect(other).toHaveURL(/\/account\/profile$/)
})

test('switching the language translates the code step and keeps what was typed', async ({
  page,
  person,
  server,
}) => {
  await server.advance(61_000)
  await page.goto('/signin')
  await nameOneself(page, person.email)
  await page.getByRole('button', { name: 'Send me a code instead' }).click()
  await page.getByLabel('Six-digit code').pressSequentially('123')
  await page.getByLabel('Language').selectOption('한국어')
  await expect(page.getByRole('heading', { name: '이메일을 확인하세요' })).toBeVisible()
  await expect(page.getByLabel('여섯 자리 코드')).toHaveValue('123')
})

test.describe('when a phone number signs in by code', () => {
  test.use({ settings: { AWAN_PHONE_SIGN_IN: 'code' } })

  test('[ACC-33] on a new device, the password alone does not sign in with a phone number', async ({
    page,
    server,
  }) => {
    const { phone_number, password } = await createPhonePerson(server, '+62 81234567890')
    await page.goto('/signin')
    await nameOneself(page, phone_number)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('This device is new to your account.')).toBeVisible()
    await page.getByLabel('Six-digit code').fill(await server.codeFor('+6281234567890'))
    await expect(page).toHaveURL(/\/files$/)
  })
})
