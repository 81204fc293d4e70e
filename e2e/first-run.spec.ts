import { checkEverywhere } from './check-everywhere.ts'
import { createPerson, expect, newPerson, test } from './story.ts'

test.describe('on an empty server', () => {
  test.use({ isEmpty: true })

  test('the first visitor of a new server sets it up, whatever address they open', async ({
    page,
    server,
  }) => {
    test.slow()
    const person = newPerson()
    await page.goto('/files/anything')
    await expect(page).toHaveURL(/\/welcome$/)
    await expect(page.getByRole('heading', { name: 'Welcome to Awan' })).toBeFocused()
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await page.getByRole('radio', { name: 'Bahasa Indonesia' }).click()
    await expect(page.getByRole('heading', { name: 'Selamat datang di Awan' })).toBeVisible()
    await page.getByRole('radio', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Set it up' }).click()

    await page.getByLabel('E-mail or phone').fill(person.email)
    await page.getByRole('button', { name: 'Send a code' }).click()
    await expect(page.getByText('is in its terminal')).toBeVisible()
    await page.getByLabel('Six-digit code').fill(await server.codeFor(person.email))
    await page.getByLabel('Name').fill(person.name)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()

    await expect(page.getByRole('heading', { name: 'You are the administrator' })).toBeFocused()
    await expect(page.getByText('AWAN_SMTP_URL')).toBeVisible()
    await expect(page.getByText('works on this computer only')).toBeVisible()
    await page.getByRole('link', { name: 'Open my files' }).click()
    await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
    await page.goto('/welcome')
    await expect(page).toHaveURL(/\/files$/)
  })

  test('on another machine the first visitor types the set-up code that the terminal shows', async ({
    page,
    server,
  }) => {
    test.slow()
    const person = newPerson()
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.1' })
    await page.goto('/')
    await page.getByRole('button', { name: 'Set it up' }).click()
    await page.getByLabel('E-mail or phone').fill(person.email)
    await page.getByRole('button', { name: 'Send a code' }).click()
    await expect(page.getByText('is in its terminal')).toBeVisible()
    await page.getByLabel('Six-digit code').fill(await server.codeFor(person.email))
    await page.getByLabel('Name').fill(person.name)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    const create = page.getByRole('button', { name: 'Create account' })
    await create.click()
    await expect(page.getByText('Type the set-up code.')).toBeVisible()
    const field = page.getByLabel('Set-up code')
    await field.fill('BBBB-BBBB-BBBB')
    await create.click()
    await expect(page.getByText('This is not the set-up code.')).toBeVisible()
    await checkEverywhere(page, 'a wrong set-up code')
    const [, code = ''] = /set-up code: (\S+)/.exec(server.printed()) ?? []
    await field.fill(code.toLowerCase())
    await create.click()
    await expect(page.getByRole('heading', { name: 'You are the administrator' })).toBeFocused()
  })
})

test('a server that has accounts does not show the setup', async ({ page, server }) => {
  await createPerson(server)
  await page.goto('/welcome')
  await expect(page).toHaveURL(/\/signin$/)
})
