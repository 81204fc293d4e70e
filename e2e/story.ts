import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type AwanServer, startAwanServer } from './awan-server.ts'

export { expect } from '@playwright/test'

export interface Person {
  email: string
  name: string
  password: string
}

interface Fixtures {
  /** Of the server, beside those that every story has: `test.use({ settings: { AWAN_SIGN_UP: 'closed' } })`. */
  settings: Readonly<Record<string, string>>
  /** Whether nobody has an account yet: such a server leads everybody to its set-up. */
  isEmpty: boolean
  server: AwanServer
  /** Someone with the first account, not signed in yet: the administrator. */
  person: Person
  /** What the page complained about; a story that ends with complaints has failed. */
  complaints: string[]
}

let people = 0

/** Stories run on the real server and the built web app; each begins with a server that is new. */
export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],
  server: async ({ settings }, use) => {
    await using server = await startAwanServer(settings)
    await use(server)
  },
  // The windows that give handles cannot be answered by a story: files are chosen in the plain one.
  context: async ({ context }, use) => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(window, 'showOpenFilePicker')
      Reflect.deleteProperty(window, 'showDirectoryPicker')
    })
    await use(context)
  },
  baseURL: async ({ server }, use) => use(server.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        // The network panel's own line about an answer such as 400; the screen says it to the person.
        if (message.text().startsWith('Failed to load resource')) return
        // Stories that are not about it do without a service worker, and the browser says so.
        if (message.text().startsWith('Service Worker registration blocked')) return
        complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  isEmpty: [false, { option: true }],
  person: [
    async ({ server, isEmpty }, use) => use(isEmpty ? newPerson() : await createPerson(server)),
    { auto: true },
  ],
})

export function newPerson(): Person {
  people += 1
  return {
    email: `rani.${people}.${Date.now()}@example.org`,
    name: 'Rani Setia',
    password: 'lanterns over quiet hills',
  }
}

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('E-mail, phone or username').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/files$/)
}

/** Signs in without the sign-in page, for stories that are about something else. */
export async function signInQuickly(
  page: Page,
  server: AwanServer,
  { email, password }: Person,
): Promise<{ access_token: string; sub: string }> {
  const answer = await post(server, '/v1/auth/signin', { email, password, client_id: CLIENT_ID })
  const expires_at = new Date(Date.now() + Number(answer.expires_in) * 500).toISOString()
  const stored = JSON.stringify({ ...answer, expires_at })
  // Once, and not again at every load: a story may sign out.
  await page.goto('/favicon.svg')
  await page.evaluate(
    ([prefix, sub, value]) => {
      // Nobody else is kept beside this person.
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(prefix)) localStorage.removeItem(key)
      }
      localStorage.setItem(`${prefix}@${sub}`, value)
      localStorage.setItem('current_sub', sub)
    },
    [`credentials_${CLIENT_ID}`, String(answer.sub), stored] as const,
  )
  return { access_token: String(answer.access_token), sub: String(answer.sub) }
}

/** Registers an app of somebody else; the person must be an administrator, as the first one is. */
export async function registerApp(
  server: AwanServer,
  { email, password }: Person,
  app: Record<string, unknown>,
): Promise<string> {
  const { access_token } = await post(server, '/v1/auth/signin', {
    email,
    password,
    client_id: CLIENT_ID,
  })
  const authorization = `Bearer ${access_token}`
  const { sudo_token } = await post(server, '/v1/user/sudo', { password }, { authorization })
  const registered = await post(server, '/v1/admin/apps', app, {
    authorization,
    'x-sudo-token': String(sudo_token),
  })
  return (registered as unknown as { app: { id: string } }).app.id
}

/** Keeps another account in the browser, beside whoever is signed in; the page must be of the server. */
export async function keepAccount(
  page: Page,
  server: AwanServer,
  { email, password }: Person,
): Promise<void> {
  const answer = await post(server, '/v1/auth/signin', { email, password, client_id: CLIENT_ID })
  const expires_at = new Date(Date.now() + Number(answer.expires_in) * 500).toISOString()
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
    [`credentials_${CLIENT_ID}@${answer.sub}`, JSON.stringify({ ...answer, expires_at })],
  )
}

/** Minified: every page that is looked at reads them once. */
const AXE_RULES = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

export async function expectAccessible(page: Page): Promise<void> {
  // Colours in mid-transition are nobody's fault.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  )
  // The rules stay with a page: to read them once more takes as long as to apply them.
  const hasRules = await page.evaluate(() => 'axe' in globalThis)
  const { violations } = await new AxeBuilder({
    page,
    axeSource: hasRules ? 'void axe' : AXE_RULES,
  })
    // None of our pages holds a frame of another site: no second page is needed to join what was found.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  expect(
    violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
    })),
  ).toEqual([])
}

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }))
  expect(scroll).toBeLessThanOrEqual(client)
}

/** Bytes that no compression or repeat can hide a mistake in. */
export function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed
  for (let index = 0; index < length; index += 4) {
    // xorshift32
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    bytes.writeInt32LE(state, Math.min(index, length - 4))
  }
  return bytes
}

/** Makes folders quickly, as a program would. */
export async function makeFolders(
  server: AwanServer,
  { email, password }: Person,
  names: readonly string[],
): Promise<void> {
  const { access_token } = await post(server, '/v1/auth/signin', {
    email,
    password,
    client_id: CLIENT_ID,
  })
  const headers = { authorization: `Bearer ${access_token}` }
  await Promise.all(
    names.map((name) => post(server, '/drive/v1/files', { kind: 'folder', name }, headers)),
  )
}

const CLIENT_ID = 'awan-web'

/** Signs somebody up quickly, as a program would. */
export async function createPerson(
  server: AwanServer,
  name = 'Rani Setia',
  email = newPerson().email,
): Promise<Person> {
  const person = { ...newPerson(), name, email }
  const { password } = person
  const { verification_id } = await post(server, '/v1/auth/verification', {
    email,
    target: 'NOT_USER',
    usage: 'REGISTER',
    client_id: CLIENT_ID,
  })
  const { verification_token } = await post(server, '/v1/auth/verification/verify', {
    verification_id,
    verification_code: await server.codeFor(email),
    client_id: CLIENT_ID,
  })
  await post(server, '/v1/auth/signup', {
    email,
    name,
    password,
    verification_token,
    client_id: CLIENT_ID,
  })
  return person
}

export async function post(
  server: AwanServer,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}
