import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './story.ts'

/** Somebody signs in while the server cannot be reached. */
async function meetTrouble(page: Page, restAt = { x: 0, y: 0 }): Promise<Locator> {
  await page.clock.install()
  await page.goto('/signin')
  await page.getByLabel('E-mail, phone or username').fill('rani@example.org')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill('lanterns over quiet hills')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.mouse.move(restAt.x, restAt.y)
  const note = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  // The client tries again for a while before it gives up.
  for (let tries = 0; tries < 20 && (await note.count()) === 0; tries += 1) {
    await page.clock.runFor(1000)
  }
  await expect(note).toBeVisible()
  return note
}

test('a notification disappears after a while, but not while the pointer is over it', async ({
  page,
}) => {
  const note = await meetTrouble(page)
  await note.hover()
  await expect(page.locator('[aria-live=assertive] > li')).toHaveCount(1)
  await expectAccessible(page)
  await page.clock.runFor(60_000)
  await expect(note).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(9000)
  await expect(note).toBeHidden()
})

test('a notification that appears under a resting pointer still disappears', async ({ page }) => {
  const restAt = { x: 1000, y: 740 }
  const note = await meetTrouble(page, restAt)
  const isUnderPointer = await note.evaluate(
    (element, { x, y }) => element.contains(document.elementFromPoint(x, y)),
    restAt,
  )
  expect(isUnderPointer).toBe(true)
  await page.clock.runFor(9000)
  await expect(note).toBeHidden()
})

test('a notification can be reached and dismissed by keyboard', async ({ page }) => {
  const note = await meetTrouble(page)
  await page.keyboard.press('F8')
  await page.clock.runFor(60_000)
  await expect(note).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(note.getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused()
})
