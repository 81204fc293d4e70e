import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { AwanServer } from './awan-server.ts'
import { expect, noise, type Person, signInQuickly, test as story } from './story.ts'

export const MB = 1_000_000

export const test = story.extend<{ disk: string }>({
  /** A folder of this machine to upload from. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  disk: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'awan-upload-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})

/** Before each story about uploads. */
export async function openEmptyDrive({
  page,
  server,
  person,
}: {
  page: Page
  server: AwanServer
  person: Person
}): Promise<void> {
  await signInQuickly(page, server, person)
  await page.goto('/files')
  await expect(page.getByRole('heading', { name: 'Your files will live here' })).toBeVisible()
}

export const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
export const heading = (page: Page, name: string) =>
  tray(page).getByRole('heading', { name, exact: true })
export const row = (page: Page, name: string) =>
  tray(page).getByRole('listitem').filter({ hasText: name })

export function textFile(name: string, size: number, seed = 1) {
  return { name, mimeType: 'text/plain', buffer: noise(size, seed) }
}

export async function openNew(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

export async function choose(
  page: Page,
  files: ReturnType<typeof textFile>[] | string[],
  button?: string,
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  if (button === undefined) await openNew(page, 'Upload files')
  else await page.getByRole('button', { name: button }).click()
  await (await choosing).setFiles(files)
}

/** Large files stop after so many pieces, as on a line that breaks; the answer lets them go on. */
export async function stopAfterPieces(page: Page, pieces: number): Promise<() => Promise<void>> {
  let passed = 0
  const pattern = '**/drive/v1/uploads/*/blocks/*'
  await page.route(pattern, (route) => (passed++ < pieces ? route.continue() : undefined))
  return () => page.unrouteAll({ behavior: 'ignoreErrors' })
}

export function countRequests(page: Page, url: RegExp, method = 'POST'): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === method && url.test(request.url())) count += 1
  })
  return () => count
}
