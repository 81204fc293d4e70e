import { expect, type Page } from '@playwright/test'
import { findFlaws } from '../screen-flaws.ts'
import { type Locale, locales, looks } from './stop.ts'
import { type StopName, stops } from './stops.ts'
import { switchLanguage } from './switch-language.ts'

/** Each language on desktop and phone. All of them, so that one run tells everything that is wrong. */
export async function checkLanguages(page: Page, name: StopName): Promise<void> {
  const sizes = stops[name].isForPhones ? [looks.phone.size] : [looks.light.size, looks.phone.size]
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const locale of Object.keys(locales) as Locale[]) {
    await switchLanguage(page, locale)
    for (const size of sizes) {
      await page.setViewportSize(size)
      const flaws = await findFlaws(page)
      expect.soft(flaws, `${name}, ${locale}, ${size.width} px`).toEqual([])
    }
  }
  await switchLanguage(page, 'en')
}
