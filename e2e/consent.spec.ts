import { checkEverywhere } from './check-everywhere.ts'
import { test } from './public-server.ts'
import { expect, signInQuickly } from './story.ts'
import { openThirdParty } from './third-party.ts'

test('an app asks for access, the person signs in and allows it, and the app gets the scopes it asked for', async ({
  page,
  server,
  person,
}) => {
  test.slow()
  await using app = await openThirdParty(page, server, person)
  await page.goto(app.askAddress())
  await expect(page).toHaveURL(/\/signin\?from=/)
  await expect(page.getByText('Sign in to continue to Sun Prints.')).toBeVisible()
  await page.getByLabel('E-mail, phone or username').fill(person.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(
    page.getByRole('heading', { name: 'Sun Prints wants to use your account' }),
  ).toBeFocused()
  await expect(page.getByText('Prints your pictures on paper')).toBeVisible()
  await expect(page.getByRole('link', { name: 'prints.example.org' })).toBeVisible()
  await expect(page.getByText(person.name)).toBeVisible()
  await expect(page.getByText('See your profile')).toBeVisible()
  await expect(page.getByText('until you take it back in your account.')).toBeVisible()
  await expect(page.getByText('You go on to prints.example.org.')).toBeVisible()

  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: '/back' })).toBeVisible()
  const back = new URL(page.url())
  expect(back.searchParams.get('from')).toBe('awan')
  expect(back.searchParams.get('state')).toBe('1.0')
  const tokens = await app.exchange(page.url())
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'openid profile drive offline' })
  expect(tokens.refresh_token).toBeDefined()

  await test.step('the second time, the app is answered without asking the person', async () => {
    await page.goto(app.askAddress({ state: '01' }))
    await expect(page.getByRole('heading', { name: '/back' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('state')).toBe('01')
  })

  await test.step('the person is asked again when the app sends prompt=consent', async () => {
    await page.goto(app.askAddress({ prompt: 'consent' }))
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  })

  await test.step('the person signs in again when the app sends prompt=login', async () => {
    await page.goto(app.askAddress({ prompt: 'login' }))
    await expect(page.getByRole('heading', { name: 'Sign in once more' })).toBeVisible()
    await checkEverywhere(page, 'sign in once more')
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByLabel('E-mail, phone or username').fill(person.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: '/back' })).toBeVisible()
  })
})

test('an app that sends max_age=0 makes the person sign in once, with the contact of its login_hint filled in', async ({
  page,
  server,
  person,
}) => {
  await using app = await openThirdParty(page, server, person)
  await signInQuickly(page, server, person)
  await page.goto(app.askAddress({ max_age: '0', login_hint: person.email }))
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.getByText('Sign in to continue to Sun Prints.')).toBeVisible()
  await expect(page.getByLabel('E-mail, phone or username')).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: '/back' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('code')).not.toBeNull()

  await test.step('with prompt=none it gets login_required instead', async () => {
    await page.goto(app.askAddress({ max_age: '0', prompt: 'none' }))
    await expect(page.getByRole('heading', { name: '/back' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('error')).toBe('login_required')
  })
})

test('consent is given and refused by keyboard alone', async ({ page, server, person }) => {
  await using app = await openThirdParty(page, server, person)
  await signInQuickly(page, server, person)
  await page.goto(app.askAddress())
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const name of ['prints.example.org', 'Use another account']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Allow' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Refuse' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '/back' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  expect(new URL(page.url()).searchParams.get('iss')).toBe(server.url)

  await page.goto(app.askAddress())
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '/back' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('code')).not.toBeNull()
})

test('an app that sends prompt=none gets an error instead of a question to the person', async ({
  page,
  server,
  person,
}) => {
  await using app = await openThirdParty(page, server, person)
  await page.goto(app.askAddress({ prompt: 'none' }))
  await expect(page.getByRole('heading', { name: '/back' })).toBeVisible()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    from: 'awan',
    error: 'login_required',
    state: '1.0',
    iss: server.url,
  })
  await signInQuickly(page, server, person)
  await page.goto(app.askAddress({ prompt: 'none' }))
  await expect(page.getByRole('heading', { name: '/back' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('error')).toBe('consent_required')
})

test('an invalid authorization request shows an error here and does not redirect', async ({
  page,
  server,
  person,
}) => {
  await using app = await openThirdParty(page, server, person)
  await signInQuickly(page, server, person)
  const evil = 'https://evil.example/back'
  const wrong: [address: string, text: RegExp][] = [
    [app.askAddress({ redirect_uri: evil }), /an address that is not registered for it/],
    [app.askAddress({ client_id: 'nobody' }), /not known to this server/],
    [app.askAddress({ redirect_uri: evil }).replace('/oauth2/', '/'), /not registered for it/],
    [app.askAddress({ client_id: 'nobody' }).replace('/oauth2/', '/'), /not known to this server/],
    [`${server.url}/authorize`, /Something is missing/],
  ]
  for (const [address, text] of wrong) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'This request is not valid' })).toBeVisible()
    await expect(page.getByText(text)).toBeVisible()
    expect(new URL(page.url()).origin).toBe(server.url)
  }
})

test('an app asks to sign the person out, and the person agrees and returns to the app', async ({
  page,
  server,
  person,
}) => {
  await using app = await openThirdParty(page, server, person)
  await signInQuickly(page, server, person)
  await page.goto(app.askAddress())
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: '/back' })).toBeVisible()
  const { id_token } = await app.exchange(page.url())

  await page.goto(app.signOutAddress(String(id_token)))
  await expect(page.getByRole('heading', { name: 'Sun Prints asks to sign you out' })).toBeFocused()
  await expect(page.getByText(person.name)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: '/bye' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('state')).toBe('1.0')

  await page.goto(app.signOutAddress(String(id_token)))
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await page.getByRole('link', { name: 'Go back to Sun Prints' }).click()
  await expect(page.getByRole('heading', { name: '/bye' })).toBeVisible()

  await page.goto(`${server.url}/oauth2/end_session?client_id=nobody`)
  await expect(page.getByRole('heading', { name: 'This request is not valid' })).toBeVisible()
  await page.goto(`${server.url}/sign-out?request=eyJhbGciOi.eyJ4.x`)
  await expect(page.getByRole('heading', { name: 'This request is too old' })).toBeVisible()
})
