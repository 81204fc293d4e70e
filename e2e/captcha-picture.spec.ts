import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare } from './account-calls.ts'
import { startAwanServer } from './awan-server.ts'
import { test as base, expect } from './story.ts'

const test = base.extend<{ readPicture: () => Promise<string>; signsFile: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  signsFile: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'awan-signs-'))
    await use(join(folder, 'signs'))
    await rm(folder, { recursive: true, force: true })
  },
  server: async ({ signsFile }, use) => {
    await using server = await startAwanServer({ DRAWN_SIGNS_FILE: signsFile })
    await use(server)
  },
  /** The signs of the one picture that was drawn. */
  readPicture: async ({ signsFile }, use) => use(() => readFile(signsFile, 'utf8')),
})

test('[ACC-30] typing the characters of the captcha picture signs the person in, without typing anything again', async ({
  page,
  person,
  server,
  readPicture,
}) => {
  for (let tries = 0; tries < 4; tries++) {
    const wrong = prepare(server, { ...person, password: `wrong ${tries}` })
    await expect(wrong).rejects.toThrow(tries < 3 ? 'invalid_account' : 'captcha_required')
  }
  // A kind of work that this device does not know.
  await page.route('**/v1/shield/captcha/init', async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    if (json.challenge) json.challenge.parameters.algorithm = 'SOMETHING-NEW'
    await route.fulfill({ response: answer, json })
  })
  await page.goto('/signin')
  await page.getByLabel('E-mail, phone or username').fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'One small check' })
  await expect(dialog.getByRole('img')).toBeVisible()
  const code = await readPicture()
  expect(code).toMatch(/^\w{4,6}$/)
  await dialog.getByLabel('Characters').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/files$/)
})
