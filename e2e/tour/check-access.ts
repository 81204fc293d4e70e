import type { Page } from '@playwright/test'
import { checkNarrow } from '../check-everywhere.ts'
import { expectAccessible, test } from '../story.ts'
import { looks } from './stop.ts'
import { type StopName, stops } from './stops.ts'

/** By the rules of accessibility, light with much room and dark on a phone; and nothing is cut off where it is narrow. */
export async function checkAccess(page: Page, name: StopName): Promise<void> {
  for (const look of [stops[name].isForPhones ? 'phone' : 'light', 'phone-dark'] as const) {
    await test.step(look, async () => {
      const { size, colorScheme } = looks[look]
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page)
    })
  }
  await checkNarrow(page)
  await page.emulateMedia({ colorScheme: 'light' })
}
