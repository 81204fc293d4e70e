import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { type Look, locales, looks } from './stop.ts'
import { type StopName, stops } from './stops.ts'
import { switchLanguage } from './switch-language.ts'

/** Pictures of the product as it is, for the documents. */
const FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url))

export async function takePictures(page: Page, name: StopName): Promise<void> {
  const { pictures, alsoIn } = stops[name]
  for (const look of pictures) await takePicture(page, look, `${name}-${look}`)
  for (const locale of alsoIn) {
    await switchLanguage(page, locale)
    await takePicture(page, 'phone', `${name}-${locales[locale]}`)
  }
  if (alsoIn.length > 0) await switchLanguage(page, 'en')
}

async function takePicture(page: Page, look: Look, name: string): Promise<void> {
  const { size, colorScheme } = looks[look]
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.mouse.move(0, 0)
  await page.evaluate(async () => {
    await document.fonts.ready
    // Colours in mid-transition are in no theme.
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)))
  })
  await page.waitForFunction(areDrawn)
  await page.screenshot({ path: `${FOLDER}${name}.png`, caret: 'initial' })
}

/** Of a narrower or wider window other pictures are in view, which are fetched only then. */
function areDrawn(): boolean {
  return [...document.images].every((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    const isSeen = bottom > 0 && top < innerHeight
    return !isSeen || (image.complete && image.naturalWidth > 0)
  })
}
