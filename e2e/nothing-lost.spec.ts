import { expect, newPerson, test } from './story.ts'

const CONTACT = 'E-mail, phone or username'

test('a typed contact is carried between sign-in, sign-up and recovery, and back', async ({
  page,
  person,
}) => {
  await page.goto('/signin?from=%2Faccount')
  await page.getByLabel(CONTACT).fill(person.email)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByLabel('E-mail or phone')).toHaveValue(person.email)
  await page.getByLabel('E-mail or phone').fill('0812 3456 7890')
  await page.goBack()
  await expect(page.getByLabel(CONTACT)).toHaveValue('0812 3456 7890')
  await page.getByLabel(CONTACT).fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/recover?from=%2Faccount')
  await expect(page.getByLabel('E-mail or phone')).toHaveValue(person.email)
  await page.getByLabel('Language').selectOption('Bahasa Melayu')
  await expect(page.getByRole('textbox')).toHaveValue(person.email)
  await page.getByRole('link', { name: 'Kembali ke log masuk' }).click()
  await expect(page.getByRole('textbox')).toHaveValue(person.email)

  await test.step('after signing out, the field is empty for the next person', async () => {
    await page.getByLabel('Bahasa').selectOption('English')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByLabel(CONTACT)).toHaveValue('')
  })
})

test('an unexpected error keeps what was typed and shows a request number', async ({
  page,
  person,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
  await page.goto('/signin')
  await page.getByLabel(CONTACT).fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  const asked = page.waitForRequest('**/v1/auth/signin')
  await page.route('**/v1/auth/signin', (route) => route.fulfill({ status: 503, json: broken }))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const note = page.getByRole('listitem').filter({ hasText: 'That did not work' })
  await expect(note).toBeVisible()
  const id = (await asked).headers()['x-request-id'] ?? ''
  await expect(note).toContainText(id)
  await note.getByRole('button', { name: 'Copy request number' }).click()
  await expect(note.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)

  await page.getByLabel('Language').selectOption('한국어')
  await expect(page.getByLabel('비밀번호', { exact: true })).toHaveValue(person.password)
  await page.unroute('**/v1/auth/signin')
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  await expect(page).toHaveURL(/\/files$/)
})

test('after a correct code, a failed sign-in request can be repeated without a new code', async ({
  page,
  person,
  server,
}) => {
  await server.advance(61_000)
  await page.goto('/signin')
  await page.getByLabel(CONTACT).fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Send me a code instead' }).click()
  await page.getByLabel('Six-digit code').waitFor()
  await page.route('**/v1/auth/signin', (route) => route.fulfill({ status: 503, json: broken }))
  const code = await server.codeFor(person.email)
  await page.getByLabel('Six-digit code').fill(code)
  await expect(page.getByText('That did not work')).toBeVisible()
  await expect(page.getByLabel('Six-digit code')).toHaveValue(code)
  await page.unroute('**/v1/auth/signin')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/files$/)
})

test('a sign-up keeps the name and password when the server cannot be reached', async ({
  page,
  server,
}) => {
  const { email, name, password } = newPerson()
  await page.goto('/signup')
  await page.getByLabel('E-mail or phone').fill(email)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByLabel('Six-digit code').waitFor()
  await page.getByLabel('Six-digit code').fill(await server.codeFor(email))
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.route('**/v1/auth/signup', (route) => route.abort())
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('That did not work')).toBeVisible()
  await page.getByLabel('Language').selectOption('Bahasa Indonesia')
  await expect(page.getByLabel('Nama')).toHaveValue(name)
  await page.unroute('**/v1/auth/signup')
  await page.getByRole('button', { name: 'Buat akun' }).click()
  await expect(page).toHaveURL(/\/files$/)
})

const broken = {
  error: 'unavailable',
  error_code: 14,
  error_description: 'the server is being looked after',
}
