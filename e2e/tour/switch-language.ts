import { expect, type Page } from '@playwright/test'
import { type Locale, locales } from './stop.ts'

/** As a choice in another tab does: what is on the screen stays, and what was typed. */
export async function switchLanguage(page: Page, locale: Locale): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('awan.locale', newValue)
    dispatchEvent(new StorageEvent('storage', { key: 'awan.locale', newValue }))
  }, locale)
  await expect(page.locator('html')).toHaveAttribute('lang', locales[locale])
}
