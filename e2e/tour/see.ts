import type { Page } from '@playwright/test'
import { test as base } from '../public-server.ts'
import { createPerson, expect, newPerson } from '../story.ts'
import { checkAccess } from './check-access.ts'
import { checkLanguages } from './check-languages.ts'
import { EMAIL } from './steps.ts'
import { looks } from './stop.ts'
import { type StopName, stops } from './stops.ts'
import { takePictures } from './take-pictures.ts'

export interface TourOptions {
  /** Whether the tour looks for flaws, in every language and for everybody, or takes pictures. */
  eye: 'flaws' | 'pictures'
}

interface TourFixtures extends TourOptions {
  see(page: Page, name: StopName): Promise<void>
}

/** One tour through every screen, in English; the eye that looks at each stop may be another one. */
export const test = base.extend<TourFixtures>({
  eye: ['flaws', { option: true }],
  viewport: looks.light.size,
  // In pictures people have addresses like anybody's.
  person: async ({ server, isEmpty }, use) => {
    await use(isEmpty ? newPerson() : await createPerson(server, 'Rani Setia', EMAIL))
  },
  see: async ({ eye }, use) => {
    await use((page, name) =>
      test.step(name, async () => {
        const { route } = stops[name]
        await expect(page).toHaveURL((url) => toPattern(route).test(url.pathname))
        await page.getByRole('heading').first().waitFor()
        // Nothing is still on its way; a button may wait for the person.
        await expect(page.locator('.animate-pulse-soft:not([aria-busy] *)')).toHaveCount(0)
        if (eye === 'pictures') {
          await takePictures(page, name)
        } else {
          await checkLanguages(page, name)
          await checkAccess(page, name)
        }
        await page.setViewportSize(looks.light.size)
      }),
    )
  },
})

/** `/admin/people/$sub` is the address of any person. */
function toPattern(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`)
}
