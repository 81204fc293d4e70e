import { readFile } from 'node:fs/promises'
import { locales } from '@awan/protocol'
import type { Page } from '@playwright/test'
import { openDrive } from './open-drive.ts'
import { openLinks, pageOf } from './open-links.ts'
import { expect, signInQuickly, test } from './story.ts'

/** Of script, compressed as it comes over the wire. */
const MAX_BYTES = 120_000
const MAX_DRIVE_BYTES = 200_000
/** Libraries that are loaded after sign-in, or are used on the server only. */
const LATER = /node_modules\/(zod|radix-ui|@radix-ui|@tanstack\/query-core)\//
/** What the page reports about its device, three seconds after the first screen; a slow machine is still loading then. */
const QUIET =
  /web\/src\/(?:installed|session\/report-device)\.ts$|client\/src\/(?:device|storage)\//
const DIST = new URL('../apps/web/dist/', import.meta.url)

interface Script {
  path: string
  bytes: number
}

interface Visit {
  scripts: Script[]
  origins: string[]
}

async function visitSignIn(page: Page): Promise<Visit> {
  await page.goto('/signin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  return readVisit(page)
}

/** Until its rows and its bell are there and it follows what changes; that stays open, so that it is never idle. */
async function visitDrive(page: Page): Promise<Visit> {
  const following = page.waitForRequest(/\/drive\/v1\/changes\/events/)
  const measured = page.waitForResponse(/\/drive\/v1\/about/)
  await page.goto('/files')
  await page.getByRole('row', { name: /^Notes/ }).waitFor()
  await page.getByRole('banner').locator('a[href="/inbox"]').waitFor()
  await Promise.all([following, measured])
  return readVisit(page)
}

/** The page of a link, until what it opens is there. */
async function visitLink(page: Page, link: string, name: string): Promise<Visit> {
  // The stream of changes stays open: it is never idle.
  const following = page.waitForResponse(/\/drive\/v1\/changes\/events/)
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await following
  return readVisit(page)
}

async function readVisit(page: Page): Promise<Visit> {
  const { scripts, origins } = await page.evaluate(() => {
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
  const isQuiet = await Promise.all(scripts.map(loadsInQuiet))
  return { scripts: scripts.filter((_, at) => !isQuiet[at]), origins }
}

async function loadsInQuiet(script: Script): Promise<boolean> {
  const sources = await readSources(script)
  return sources.length > 0 && sources.every((source) => QUIET.test(source))
}

async function readSources({ path }: Script): Promise<string[]> {
  const map = await readFile(new URL(`.${path}.map`, DIST), 'utf8').catch(() => undefined)
  // Only our own theme.js and the bundler's few lines have none.
  return map === undefined ? [] : (JSON.parse(map) as { sources: string[] }).sources
}

test(`the first visit to sign-in loads at most ${MAX_BYTES} bytes of script in every language, all from this server`, async ({
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

test(`the first visit to the drive loads at most ${MAX_DRIVE_BYTES} bytes of script in every language`, async ({
  page,
  server,
  person,
}) => {
  const drive = await openDrive(server, person)
  await drive.files.createFolder({ parent_id: 'root', name: 'Notes' })
  await signInQuickly(page, server, person)
  for (const locale of locales) {
    await page.evaluate((chosen) => localStorage.setItem('awan.locale', chosen), locale)
    const { scripts } = await visitDrive(page)
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    test.info().annotations.push({ type: locale, description: `${bytes} bytes of script` })
    expect(bytes).toBeGreaterThan(MAX_BYTES)
    expect(bytes, JSON.stringify(scripts, null, 2)).toBeLessThanOrEqual(MAX_DRIVE_BYTES)
  }
})

test(`the page of a link loads at most ${MAX_BYTES} bytes of script in every language, all from this server`, async ({
  page,
  server,
  person,
}) => {
  const { drive, links } = await openLinks(server, person)
  const notes = await drive.paths.put('Notes/a.txt', new Blob(['a']))
  const folder = await links.create(notes.parent_id ?? '')
  const drop = await links.create(notes.parent_id ?? '', { role: 'drop', label: 'Send us files' })
  await page.goto('/favicon.svg')
  for (const locale of locales) {
    await page.evaluate((chosen) => localStorage.setItem('awan.locale', chosen), locale)
    for (const [link, name] of [
      [folder, 'Notes'],
      [drop, 'Send us files'],
    ] as const) {
      const { scripts, origins } = await visitLink(page, pageOf(link), name)
      const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
      const description = `${name}: ${bytes} bytes of script`
      test.info().annotations.push({ type: locale, description })
      expect(bytes).toBeGreaterThan(60_000)
      expect(bytes, JSON.stringify(scripts, null, 2)).toBeLessThanOrEqual(MAX_BYTES)
      expect(origins).toEqual([server.url])
    }
  }
})

test('the page of a link loads nothing of the account or of the router', async ({
  page,
  server,
  person,
}) => {
  const { drive, links } = await openLinks(server, person)
  const notes = await drive.paths.put('Notes/a.txt', new Blob(['a']))
  const link = await links.create(notes.parent_id ?? '')
  const { scripts } = await visitLink(page, pageOf(link), 'Notes')
  const sources = (await Promise.all(scripts.map(readSources))).flat()
  expect(sources.some((source) => source.includes('/src/visit/'))).toBe(true)
  const others = /\/web\/src\/(account|routes|main)|@tanstack\/react-router/
  expect(sources.filter((source) => LATER.test(source) || others.test(source))).toEqual([])
})

test('the first visit to sign-in loads no library that only the pages behind it need', async ({
  page,
}) => {
  const { scripts } = await visitSignIn(page)
  const sources = (await Promise.all(scripts.map(readSources))).flat()
  expect(sources.some((source) => source.includes('node_modules/react-dom/'))).toBe(true)
  expect(sources.filter((source) => LATER.test(source))).toEqual([])
})
