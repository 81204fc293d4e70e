import { createPerson, expect, makeFolders, signInQuickly, test } from './story.ts'

const phone = { width: 390, height: 844 }

test('adding another account keeps the first one and returns to the page that was asked for', async ({
  page,
  server,
  person,
}) => {
  const budi = await createPerson(server, 'Budi Santoso')
  await makeFolders(server, person, ['Of Rani'])
  await makeFolders(server, budi, ['Of Budi'])
  await signInQuickly(page, server, person)

  await page.goto('/signin?add&from=%2Faccount%2Fprofile')
  await expect(page.getByRole('heading', { name: 'Add an account' })).toBeVisible()
  await page.getByLabel('E-mail, phone or username').fill(budi.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(budi.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/account\/profile$/)
  await page.goto('/files')
  await expect(page.getByRole('row', { name: /Of Budi/ })).toBeVisible()

  await test.step('on a phone, every account is listed on the account page', async () => {
    await page.setViewportSize(phone)
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('link', { name: 'All accounts' }).click()
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeFocused()
    await page.getByRole('list', { name: 'Saved accounts' }).getByRole('button').nth(2).click()
    await expect(page.getByRole('row', { name: /Of Rani/ })).toBeVisible()
  })
})

test('on a phone, a second account can be added from the account page', async ({
  page,
  server,
  person,
}) => {
  await page.setViewportSize(phone)
  await signInQuickly(page, server, person)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Add another account' }).click()
  await expect(page.getByRole('heading', { name: 'Add an account' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
})
