import { createPerson, expect, signIn, test } from './story.ts'

test('a person who forgot the password sets a new one and is signed in', async ({
  page,
  server,
  person,
}) => {
  test.slow()
  await server.advance(61_000)
  await page.goto('/recover')
  await page.getByLabel('E-mail or phone').fill(person.email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Six-digit code').waitFor()
  await expect(page.getByText(`What it would send to ${person.email}`)).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await server.codeFor(person.email))
  await expect(page.getByLabel('New password')).toBeFocused()

  await page.getByLabel('New password').fill('rani setia')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is too close to your name or contact.')).toBeVisible()
  await page.getByLabel('New password').fill('another morning by the sea')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page).toHaveURL(/\/files$/)

  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signIn(page, { ...person, password: 'another morning by the sea' })
})

test('password recovery does not reveal whether an account exists', async ({ page, server }) => {
  await createPerson(server)
  await page.goto('/recover')
  await page.getByLabel('E-mail or phone').fill('nobody@example.org')
  await page.getByRole('button', { name: 'Send a code' }).click()
  await expect(page.getByText('What it would send to nobody@example.org')).toBeVisible()
  await page.getByLabel('Six-digit code').fill('123456')
  await expect(page.getByText('Verification code is incorrect')).toBeVisible()
  await expect(server.codeFor('nobody@example.org')).rejects.toThrow()
  await page.goto('/recover?from=%2Faccount')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page).toHaveURL('/signin?from=%2Faccount')
})
