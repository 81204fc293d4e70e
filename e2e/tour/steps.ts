import type { Page } from '@playwright/test'
import type { Person } from '../story.ts'

export const EMAIL = 'rani@example.org'
/** Of somebody who is not here yet. */
export const NEW_EMAIL = 'mei@example.org'

export async function bringContact(page: Page, contact: string): Promise<void> {
  await page.goto('/signin')
  await giveContact(page, contact)
}

export async function bringPassword(page: Page, person: Person): Promise<void> {
  await page.goto('/signin')
  await givePassword(page, person)
}

/** On the sign-in page that is open. */
export async function givePassword(page: Page, { email, password }: Person): Promise<void> {
  await giveContact(page, email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function giveContact(page: Page, contact: string): Promise<void> {
  await page.getByLabel('E-mail, phone or username').fill(contact)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** The question who is there, answered with the password. */
export async function confirm(page: Page, { password }: Person): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}
