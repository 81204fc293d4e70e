import type { Page } from '@playwright/test'
import type { AwanServer } from './awan-server.ts'
import { findFlaws } from './screen-flaws.ts'
import { expect, newPerson, signInQuickly, test } from './story.ts'

interface Screen {
  name: string
  path: string
  /** What to do there until the screen shows; by names and types, because every language comes by. */
  walk?: (page: Page, server: AwanServer) => Promise<unknown>
}

// One line adds a screen.
const outside: readonly Screen[] = [
  { name: 'sign-in', path: '/signin' },
  { name: 'sign-in, nothing typed', path: '/signin', walk: submit },
  { name: 'sign-in, wrong password', path: '/signin', walk: failToSignIn },
  { name: 'sign-up', path: '/signup' },
  { name: 'sign-up, nothing typed', path: '/signup', walk: submit },
  { name: 'sign-up, the code', path: '/signup', walk: askForCode },
  { name: 'sign-up, name and password', path: '/signup', walk: typeCode },
  { name: 'recover', path: '/recover' },
  { name: 'recover, the code', path: '/recover', walk: askForCode },
  { name: 'a device that waits', path: '/link', walk: (page) => page.getByRole('img').waitFor() },
  { name: 'a wrong request of an app', path: '/authorize?client_id=nobody' },
  { name: 'goodbye', path: '/goodbye' },
  { name: 'a missing page', path: '/no/such/page' },
]
const inside: readonly Screen[] = [
  { name: 'the empty drive', path: '/files' },
  { name: 'a missing folder', path: '/files/nothing-here' },
  { name: 'the account', path: '/account' },
  { name: 'profile', path: '/account/profile' },
  { name: 'security', path: '/account/security' },
  { name: 'devices', path: '/account/devices' },
  { name: 'apps', path: '/account/apps' },
  { name: 'activity', path: '/account/activity' },
  { name: 'language and look', path: '/account/appearance' },
  { name: 'data', path: '/account/data' },
  { name: 'deletion', path: '/account/data/delete' },
  { name: 'a code of a device', path: '/device' },
  { name: 'accounts', path: '/accounts' },
  { name: 'administration', path: '/admin/overview' },
  { name: 'people', path: '/admin/people' },
  { name: 'apps of others', path: '/admin/apps' },
  { name: 'a new app', path: '/admin/apps/new' },
  { name: 'third parties', path: '/admin/providers' },
  { name: 'webhooks', path: '/admin/webhooks' },
  { name: 'audit log', path: '/admin/events' },
  { name: 'settings', path: '/admin/settings' },
]

const tags = {
  en: 'en',
  id: 'id',
  ko: 'ko',
  ms: 'ms',
  'zh-hans': 'zh-Hans',
  'zh-hant': 'zh-Hant',
}
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

test('each screen of those who are outside is whole in each language, on desktop and phone', async ({
  page,
  server,
}) => {
  test.setTimeout(outside.length * 30_000)
  await checkScreens(page, server, outside)
})

test('each screen of those who are inside is whole in each language, on desktop and phone', async ({
  page,
  server,
  person,
}) => {
  test.setTimeout(inside.length * 30_000)
  await signInQuickly(page, server, person)
  await checkScreens(page, server, inside)
})

/** All of them, so that one run tells everything that is wrong. */
async function checkScreens(
  page: Page,
  server: AwanServer,
  screens: readonly Screen[],
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/signin')
  for (const [locale, tag] of Object.entries(tags)) {
    await page.evaluate((chosen) => localStorage.setItem('awan.locale', chosen), locale)
    for (const { name, path, walk } of screens) {
      await test.step(`${name}, ${locale}`, async () => {
        await page.goto(path)
        await walk?.(page, server)
        await page.getByRole('heading').first().waitFor()
        // Nothing is still on its way.
        await expect(page.locator('.animate-pulse-soft')).toHaveCount(0)
        await expect(page.locator('html')).toHaveAttribute('lang', tag)
        for (const size of sizes) {
          await page.setViewportSize(size)
          const flaws = await findFlaws(page)
          expect.soft(flaws, `${name}, ${locale}, ${size.width} px`).toEqual([])
        }
      })
    }
  }
}

async function submit(page: Page): Promise<void> {
  await page.locator('form button[type=submit]').click()
  await page.locator('[aria-invalid=true]').first().waitFor()
}

async function failToSignIn(page: Page): Promise<void> {
  await page.locator('input[name=username]').fill('rani@example.org')
  await page.keyboard.press('Enter')
  await page.locator('input[name=password]').fill('wrong on purpose')
  await submit(page)
}

async function askForCode(page: Page): Promise<string> {
  const { email } = newPerson()
  await page.locator('input[name=username]').fill(email)
  await page.keyboard.press('Enter')
  await page.locator('input[autocomplete=one-time-code]').waitFor()
  return email
}

async function typeCode(page: Page, server: AwanServer): Promise<void> {
  const email = await askForCode(page)
  await page.locator('input[autocomplete=one-time-code]').fill(await server.codeFor(email))
  await page.locator('input[type=password]').fill('weak but long')
}
