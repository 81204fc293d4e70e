import type { Page } from '@playwright/test'
import { createPerson, expect, makeFolders, newPerson, test } from './story.ts'

test.describe('when people may start without an account', () => {
  test.use({ settings: { AWAN_ANONYMOUS: 'on' } })

  test('a guest keeps the files by creating an account', async ({ page, server }) => {
    test.slow()
    await createPerson(server)
    await page.goto('/try')
    await expect(page.getByRole('heading', { name: 'Try it without an account' })).toBeFocused()
    await page.getByRole('button', { name: 'Start without an account' }).click()
    await makeFolder(page, 'Poems')

    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('heading', { name: 'Keep your files' })).toBeVisible()
    const person = newPerson()
    await page.getByLabel('E-mail or phone').fill(person.email)
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByLabel('Six-digit code').waitFor()
    await page.getByLabel('Six-digit code').fill(await server.codeFor(person.email))
    await page.getByLabel('Name').fill(person.name)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()

    await expect(page.getByRole('row', { name: /Poems/ })).toBeVisible()
    await expect(page.getByText('You are here without an account')).toBeHidden()
    await expect.poll(() => keptSubs(page)).toHaveLength(1)
  })

  test('a guest who signs in to an account can move the files into it', async ({
    page,
    server,
  }) => {
    test.slow()
    const person = await createPerson(server)
    await makeFolders(server, person, ['Diary'])
    await page.goto('/try')
    await page.getByRole('button', { name: 'Start without an account' }).click()
    await makeFolder(page, 'Poems')
    await page.getByRole('link', { name: 'I have an account' }).click()
    await page.getByLabel('E-mail, phone or username').fill(person.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expect(page.getByRole('heading', { name: 'Bring your files along?' })).toBeVisible()
    await expect(page.getByText('They move into the account of Rani Setia')).toBeVisible()
    await page.getByRole('button', { name: 'Move my files' }).click()
    await page.getByRole('row', { name: /Files from this device/ }).dblclick()
    await expect(page.getByRole('row', { name: /Poems/ })).toBeVisible()
    await expect.poll(() => keptSubs(page)).toHaveLength(1)
    await page.goto('/try/merge')
    await expect(page).toHaveURL(/\/files$/)
  })

  test('files that are not moved stay with the guest and can be moved later', async ({
    page,
    server,
  }) => {
    const person = await createPerson(server)
    await page.goto('/try')
    await page.getByRole('button', { name: 'Start without an account' }).click()
    await makeFolder(page, 'Poems')
    await page.getByRole('link', { name: 'I have an account' }).click()
    await page.getByLabel('E-mail, phone or username').fill(person.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Leave them' }).click()
    await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()

    await page.goto('/accounts')
    await page.getByRole('button', { name: /^Guest/ }).click()
    await expect(page.getByRole('row', { name: /Poems/ })).toBeVisible()
    await page.goto('/accounts')
    await page.getByRole('button', { name: /^Rani Setia/ }).click()
    await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
    await page.goto('/accounts')
    await page.getByRole('link', { name: 'Bring its files into your account' }).click()
    await page.getByRole('button', { name: 'Move my files' }).click()
    await expect(page.getByRole('row', { name: /Files from this device/ })).toBeVisible()
  })
})

test('a server that requires an account says so', async ({ page, server }) => {
  await createPerson(server)
  await page.goto('/try')
  await expect(page.getByRole('heading', { name: 'This server asks for an account' })).toBeVisible()
})

async function makeFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByLabel('Folder name').fill(name)
  await page.getByRole('button', { name: 'Create folder' }).click()
  await expect(page.getByRole('row', { name })).toBeVisible()
}

function keptSubs(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('credentials_')),
  )
}
