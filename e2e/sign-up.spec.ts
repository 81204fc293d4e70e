import { checkEverywhere } from './check-everywhere.ts'
import { expect, newPerson, test } from './story.ts'

test('a person signs up with a phone number by keyboard alone', async ({ page, server }) => {
  await page.goto('/signup')
  const contact = page.getByLabel('E-mail or phone')
  await expect(contact).toBeFocused()
  await page.keyboard.type('08123456789')
  // The country field is before the number.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('indonesia')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Indonesia ID \+62/ })).toBeVisible()
  await expect(contact).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { name: 'Look at the terminal of the server' }),
  ).toBeVisible()

  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Type all six digits.')).toBeVisible()
  await page.keyboard.type(await server.codeFor('+628123456789'))
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Type your name.')).toBeVisible()
  await page.keyboard.type('Budi Santoso')
  await page.keyboard.press('Tab')
  await page.keyboard.type('password1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is among the first that anybody would try.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('lanterns over quiet hills')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/files$/)
  await page.getByRole('button', { name: 'Your account: Budi Santoso' }).click()
  await expect(page.getByRole('menu').getByText(/^\+62/)).toBeVisible()
})

test('going one step back keeps what was typed, and the code already sent stays valid', async ({
  page,
  server,
}) => {
  const { email } = newPerson()
  await page.goto('/signup')
  await page.getByLabel('E-mail or phone').fill('rani')
  await page.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByText('does not look like an e-mail address or a phone')).toBeVisible()
  await page.getByLabel('E-mail or phone').fill(email)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByText(/^New code in \d+ s$/)).toBeVisible()
  const code = await server.codeFor(email)
  await page.getByRole('button', { name: 'Use another contact' }).click()
  await expect(page.getByLabel('E-mail or phone')).toHaveValue(email)
  await page.getByLabel('Language').selectOption('한국어')
  await expect(page.getByLabel('이메일 또는 전화번호')).toHaveValue(email)
  await page.getByRole('button', { name: '코드 보내기' }).click()
  // Pasted as it is written in a message.
  await page.getByLabel('여섯 자리 코드').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(page.getByLabel('이름')).toBeFocused()
})

test('the Back button of the browser goes one step back, and nothing typed is lost', async ({
  page,
  server,
}) => {
  const { email, name, password } = newPerson()
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('E-mail or phone').fill(email)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByText(/^New code in \d+ s$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('E-mail or phone')).toHaveValue(email)
  await page.goForward()
  await page.getByLabel('Six-digit code').fill(await server.codeFor(email))
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.goBack()
  await expect(page.getByLabel('E-mail or phone')).toHaveValue(email)
  await page.goForward()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/files$/)
})

test('after too many wrong codes, a new code is needed', async ({ page, server }) => {
  const { email } = newPerson()
  await page.clock.install()
  await page.goto('/signup')
  await page.getByLabel('E-mail or phone').fill(email)
  await page.getByRole('button', { name: 'Send a code' }).click()
  const field = page.getByLabel('Six-digit code')
  await field.waitFor()
  const wrong = (await server.codeFor(email)) === '000000' ? '111111' : '000000'
  for (let tries = 0; tries < 6; tries += 1) {
    await field.fill('')
    await field.fill(wrong)
    await expect(page.getByRole('button', { name: 'Verify' })).not.toHaveAttribute('aria-busy')
  }
  await expect(page.getByText('Verification code is expired')).toBeVisible()
  await page.clock.runFor(61_000)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  // The minute of the server is not over.
  await expect(page.getByText('Too many attempts.')).toBeVisible()
  await server.advance(61_000)
  await page.clock.runFor(61_000)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText(/^New code in \d+ s$/)).toBeVisible()
  await field.fill(await server.codeFor(email))
  await expect(page.getByRole('heading', { name: 'Almost there' })).toBeVisible()
})

test('sign-up does not reveal whether an account exists', async ({ page, server, person }) => {
  await server.advance(61_000)
  const before = await server.codeFor(person.email)
  await page.goto('/signup')
  await page.getByLabel('E-mail or phone').fill(person.email)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByText(`What it would send to ${person.email}`)).toBeVisible()
  // The mailbox has an explanation, and no code.
  expect(await server.codeFor(person.email)).toBe(before)
})

test.describe('on a server with closed sign-up', () => {
  test.use({ settings: { AWAN_SIGN_UP: 'closed' } })

  test('the sign-up page says that sign-up is closed and links to sign-in', async ({ page }) => {
    await page.goto('/signup')
    const heading = page.getByRole('heading', { name: 'This server takes no new accounts' })
    await expect(heading).toBeFocused()
    await checkEverywhere(page, 'closed sign-up')
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await expect(page).toHaveURL(/\/signin$/)
    await expect(page.getByLabel('E-mail, phone or username')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Create an account' })).toBeHidden()
  })
})

test.describe('when sign-up needs approval', () => {
  test.use({ settings: { AWAN_SIGN_UP: 'approval' } })

  test('a new account is created and waits for approval', async ({ page, server }) => {
    const person = newPerson()
    await page.goto('/signup')
    await expect(page.getByText('An administrator approves new accounts.')).toBeVisible()
    await page.getByLabel('E-mail or phone').fill(person.email)
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByLabel('Six-digit code').waitFor()
    await page.getByLabel('Six-digit code').fill(await server.codeFor(person.email))
    await page.getByLabel('Name').fill(person.name)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(
      page.getByRole('heading', { name: 'Your account is waiting for approval' }),
    ).toBeFocused()
  })
})

test('sign-up with an identity provider needs no password, and starts again when its token has expired', async ({
  page,
  server,
}) => {
  const { email } = newPerson()
  await page.goto('/signup')
  // The page has begun: it writes no state of its own over this one.
  await expect(page.getByLabel('E-mail or phone')).toBeFocused()
  await page.evaluate((provider) => history.replaceState({ ...history.state, provider }, ''), {
    token: 'of a visit long ago',
    name: 'Siti Nur',
    email,
  })
  await page.reload()
  await expect(page.getByText('One step to go')).toBeVisible()
  await expect(page.getByLabel('E-mail or phone')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByLabel('Six-digit code').waitFor()
  await page.getByLabel('Six-digit code').fill(await server.codeFor(email))
  await expect(page.getByLabel('Name')).toHaveValue('Siti Nur')
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'This sign-in has expired' })).toBeFocused()
})
