import { readFile } from 'node:fs/promises'
import { locales } from '@awan/protocol'
import type { Page } from '@playwright/test'
import { expect, test } from './story.ts'

/** Of script, compressed as it comes over the wire. */
const MAX_BYTES = 120_000
/** What comes once somebody is inside, or stays on the server. */
const LATER = /node_modules\/(zod|radix-ui|@radix-ui|@tanstack\/query-core)\//
const DIST = new URL('../apps/web/dist/', import.meta.url)

interface Script {
  path: string
  bytes: number
}

async function visitSignIn(page: Page): Promise<{ scripts: Script[]; origins: string[] }> {
  await page.goto('/signin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => {
    const resources = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ url: new URL(name), bytes: encodedBodySize }))
    return {
      scripts: resources
        .filter(({ url }) => url.pathname.endsWith('.js'))
        .map(({ url, bytes }) => ({ path: url.pathname, bytes })),
      origins: [...new Set(resources.map(({ url }) => url.origin))],
    }
  })
}

async function readSources({ path }: Script): Promise<string[]> {
  const map = await readFile(new URL(`.${path}.map`, DIST), 'utf8').catch(() => undefined)
  // Only our own theme.js and the bundler's few lines have none.
  return map === undefined ? [] : (JSON.parse(map) as { sources: string[] }).sources
}

test(`the first visit to sign-in loads at most ${MAX_BYTES} bytes of script in every language, from here alone`, async ({
  page,
  server,
}) => {
  await page.goto('/signin')
  for (const locale of locales) {
    await page.evaluate((chosen) => localStorage.setItem('awan.locale', chosen), locale)
    const { scripts, origins } = await visitSignIn(page)
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    test.info().annotations.push({ type: locale, description: `${bytes} bytes of script` })
    // React alone is more than this: nothing was left out of the sum.
    expect(bytes).toBeGreaterThan(60_000)
    expect(bytes, JSON.stringify(scripts, null, 2)).toBeLessThanOrEqual(MAX_BYTES)
    expect(origins).toEqual([server.url])
  }
})

test('the first visit to sign-in loads nothing of what comes later', async ({ page }) => {
  const { scripts } = await visitSignIn(page)
  const sources = (await Promise.all(scripts.map(readSources))).flat()
  expect(sources.some((source) => source.includes('node_modules/react-dom/'))).toBe(true)
  expect(sources.filter((source) => LATER.test(source))).toEqual([])
})
