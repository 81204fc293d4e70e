import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startAwanServer } from '../awan-server.ts'
import { createPerson } from '../story.ts'
import { expect, test } from './client-story.ts'
import { builtClient } from './page-host.ts'
import { openFile, startSite } from './site.ts'

const VITE = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))
const SERVER_OF_README = 'http://localhost:8080'

test('the quick start of the README, built by Vite, signs in from another site than the server, shows errors and remembers the session', async ({
  page,
}) => {
  const folder = test.info().outputPath('my-app')
  await using site = await startSite((path) =>
    openFile(join(folder, 'dist'), path === '/' ? 'index.html' : path),
  )
  await using server = await startAwanServer({ AWAN_ALLOWED_ORIGINS: site.origin })
  const person = await createPerson(server)
  await buildApp(folder, server.url)

  await page.goto(site.origin)
  await page.locator('[name=username]').fill(person.email)
  await page.locator('[name=password]').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('output')).toHaveText(
    'Wrong account number or password, please re-enter',
  )
  await page.locator('[name=password]').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('body')).toHaveText(`Hello ${person.name}`)
  await page.reload()
  await expect(page.locator('body')).toHaveText(`Hello ${person.name}`)
})

test('a site that the server does not allow cannot sign in, and the password is not sent', async ({
  openTab,
  server,
  person,
}) => {
  const tab = await openTab({ origins: [server.url] })
  const sent: string[] = []
  tab.page.on('requestfinished', (request) => sent.push(request.method()))
  expect(await tab.signIn(person)).toBe('unreachable')
  expect(await tab.status()).toBe('signed-out')
  expect(sent).not.toContain('POST')
})

/** What a newcomer does: an empty page, the package, and the lines of the README. */
async function buildApp(folder: string, serverUrl: string): Promise<void> {
  const readme = await readFile(join(builtClient, 'README.md'), 'utf8')
  const lines = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  expect(lines.trim().split('\n').length).toBeLessThanOrEqual(12)
  expect(lines).toContain(SERVER_OF_README)

  await mkdir(join(folder, 'src'), { recursive: true })
  await cp(builtClient, join(folder, 'node_modules/@awan/client'), { recursive: true })
  await writeFile(join(folder, 'src/main.ts'), lines.replaceAll(SERVER_OF_README, serverUrl))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="/src/main.ts"></script>',
  )
  await promisify(execFile)(process.execPath, [VITE, 'build', '--logLevel', 'warn'], {
    cwd: folder,
  })
}
