import type { Page } from '@playwright/test'
import { checkEverywhere } from './check-everywhere.ts'
import { expect, signIn, test } from './story.ts'

test.use({ settings: { AWAN_ANONYMOUS: 'on' } })

async function begin(page: Page): Promise<void> {
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Try without one' }).click()
  await expect(page.getByText('stay away for 90 days, and they are gone.')).toBeVisible()
  await page.getByRole('button', { name: 'Start without an account' }).click()
  await expect(page).toHaveURL(/\/files$/)
}

test('the sign-in page offers to start without an account, and warns a guest about losing files', async ({
  page,
}) => {
  await begin(page)
  const notice = page.getByRole('region', { name: 'About your files' })
  await expect(notice).toContainText('cleared or unused for 90 days, your files are gone')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(notice.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()

  const question = page.getByRole('dialog', { name: 'Leave your files behind?' })
  await expect(question).toBeVisible()
  await checkEverywhere(page, 'the sign-out question of a guest')
  await question.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your files' })).toBeVisible()

  await page.goto('/files')
  await page.getByRole('button', { name: 'Your account: Guest' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page).toHaveURL(/\/signin$/)
})

test('signing out a guest who is kept beside an account asks first', async ({ page, person }) => {
  await begin(page)
  await signIn(page, person)
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Sign out of Guest' }).click()
  const question = page.getByRole('dialog', { name: 'Leave your files behind?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: /^Guest/ })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out of Guest' }).click()
  await question.getByRole('button', { name: 'Move my files' }).click()
  await expect(page.getByRole('heading', { name: 'Bring your files along?' })).toBeVisible()
})
