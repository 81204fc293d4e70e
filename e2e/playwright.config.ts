import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'
import type { TourOptions } from './tour/see.ts'

/** The machine's own Chromium where there is one; else the one that Playwright brings. */
const systemChromium = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find(existsSync)
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
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  // Each story has a server of its own, so that they run side by side. They wait more than they reckon: one
  // more than there are cores of a small machine.
  workers: 3,
  // A file of long stories would otherwise keep one worker busy after the others have nothing left.
  fullyParallel: true,
  reporter: [['list']],
  // A trace costs a third of every story: `--trace=on` takes one of those that are looked into.
  // What a service worker answers no story can hold up: those about it allow it.
  // An element that never comes must not hold up the run for as long as the longest story may take.
  use: { screenshot: 'only-on-failure', serviceWorkers: 'block', actionTimeout: 90_000 },
  projects: [
    // The built client in the tabs of one profile; first, so that the other worker has stories meanwhile.
    { name: 'client', testMatch: 'client/*.spec.ts', workers: 1, use: browser },
    // The longest, so that none of them begins when all others are over.
    {
      name: 'tour',
      testMatch: 'tour/*.spec.ts',
      testIgnore: 'tour/album.spec.ts',
      use: browser,
    },
    { name: 'stories', testIgnore: ['tour/**', 'client/**'], use: browser },
    // Pictures for the documents, not checks: `npm run screens`.
    { name: 'screens', testMatch: 'tour/*.spec.ts', use: { ...browser, eye: 'pictures' } },
  ],
})
