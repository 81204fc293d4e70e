import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'
import type { TourOptions } from './tour/see.ts'

/** The machine's own Chromium where there is one; else the one that Playwright brings. */
const systemChromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync)
const isRoot = process.getuid?.() === 0

const browser = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1280, height: 800 },
  locale: 'en-GB',
  timezoneId: 'Asia/Jakarta',
  launchOptions: {
    // Without a UTF-8 locale Chromium refuses file names that are not ASCII.
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    ...(systemChromium === undefined ? {} : { executablePath: systemChromium }),
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--no-first-run',
    ],
  },
}

export default defineConfig<TourOptions>({
  testDir: '.',
  outputDir: '../.cache/playwright',
  // No story measures time: a busy machine is given as long as it needs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI !== undefined,
  // Each story has a server of its own, so that two run side by side.
  workers: 2,
  reporter: [['list']],
  use: { trace: 'retain-on-failure' },
  projects: [
    { name: 'stories', testIgnore: ['tour/album.spec.ts', 'client/**'], use: browser },
    // The built client in the tabs of one profile.
    { name: 'client', testMatch: 'client/*.spec.ts', workers: 1, use: browser },
    // Pictures for the documents, not checks: `npm run screens`.
    { name: 'screens', testMatch: 'tour/*.spec.ts', use: { ...browser, eye: 'pictures' } },
  ],
})
