import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, test } from './story.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const narrow = [
  { width: 320, height: 640 },
  // 1280 × 800 at a zoom of 200 %.
  { width: 640, height: 400 },
]

const looks = [
  { size: desktop, colorScheme: 'light' },
  { size: phone, colorScheme: 'dark' },
] as const

/** For a state that no stop of the tour shows: by the rules on desktop and phone, light and dark; and nothing is cut off where it is narrow. */
export async function checkEverywhere(page: Page, what: string): Promise<void> {
  for (const { size, colorScheme } of looks) {
    await test.step(`${what}, ${size.width} px, ${colorScheme}`, async () => {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page)
    })
  }
  await checkNarrow(page)
  await page.setViewportSize(desktop)
}

/** Nothing is wider than the narrowest windows. */
export async function checkNarrow(page: Page): Promise<void> {
  for (const size of narrow) {
    await test.step(`${size.width} px`, async () => {
      await page.setViewportSize(size)
      await expectNoSidewaysScroll(page)
    })
  }
}
