import {
  createPerson,
  expect,
  keepAccount,
  makeFolders,
  type Person,
  signInQuickly,
  test,
} from './story.ts'

let budi: Person

test.beforeEach(async ({ page, server, person }) => {
  budi = await createPerson(server, 'Budi Santoso')
  await makeFolders(server, person, ['Of Rani'])
  await makeFolders(server, budi, ['Of Budi'])
  await signInQuickly(page, server, budi)
  await page.goto('/files')
  await expect(page.getByRole('row', { name: /Of Budi/ })).toBeVisible()
  await keepAccount(page, server, person)
})

test('switching the account in one tab switches it in the other tabs at once', async ({
  page,
  context,
}) => {
  await page.reload()
  const other = await context.newPage()
  await other.goto('/files')
  await other.getByRole('row', { name: /Of Budi/ }).dblclick()
  await expect(other.getByRole('heading', { name: 'Of Budi' })).toBeVisible()

  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'All accounts' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeFocused()
  // An account that was not opened here yet is listed without a name.
  await page.getByRole('list', { name: 'Saved accounts' }).getByRole('button').nth(2).click()
  await expect(page.getByRole('row', { name: /Of Rani/ })).toBeVisible()
  await expect(other.getByRole('row', { name: /Of Rani/ })).toBeVisible()
  await expect(other).toHaveURL(/\/files$/)

  await other.getByRole('button', { name: /Your account: Rani/ }).click()
  await other.getByRole('menuitem', { name: /Budi Santoso/ }).click()
  await expect(other.getByRole('row', { name: /Of Budi/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Of Budi/ })).toBeVisible()
})

test('signing out of one account keeps the other signed in, and then the last one signs out too', async ({
  page,
  context,
}) => {
  test.slow()
  await page.goto('/accounts')
  await page.getByRole('list').getByRole('button').nth(2).click()
  await expect(page.getByRole('button', { name: 'Your account: Rani Setia' })).toBeVisible()
  await page.goto('/accounts')
  await expect(page.getByRole('button', { name: /^Rani Setia r\*\*\*@/ })).toBeVisible()

  const other = await context.newPage()
  await other.goto('/files')
  await expect(other.getByRole('row', { name: /Of Rani/ })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out of Rani Setia' }).click()
  await expect(page.getByRole('button', { name: /^Rani Setia/ })).toBeHidden()
  await expect(other).toHaveURL(/\/(signin|accounts)/)
  // Signing out leaves nothing of the person behind.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Rani')

  await page.getByRole('button', { name: /^Budi Santoso/ }).click()
  await expect(page.getByRole('row', { name: /Of Budi/ })).toBeVisible()
  await expect(other.getByRole('row', { name: /Of Budi/ })).toBeVisible()
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await expect(other).toHaveURL(/\/signin/)
  await page.goto('/accounts')
  await expect(page).toHaveURL(/\/signin$/)
})

test('an account can be added from the list, and signing out of all removes every stored account', async ({
  page,
}) => {
  await page.goto('/accounts')
  await page.getByRole('link', { name: 'Add another account' }).click()
  await expect(page).toHaveURL(/\/signin\?.*add/)
  await expect(page.getByLabel('E-mail, phone or username')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Sign out of all' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  const stored = () => page.evaluate(() => Object.keys(localStorage))
  const ofPeople = async () =>
    (await stored()).filter((key) => /credentials|current_sub|people/.test(key))
  await expect.poll(ofPeople).toEqual([])
})
