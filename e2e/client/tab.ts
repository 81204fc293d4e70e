import type * as clientEntry from '@awan/client'
import type { AwanClient, SessionState } from '@awan/client'
import type * as browserEntry from '@awan/client/browser'
import type * as driveEntry from '@awan/client/drive'
import type * as managerEntry from '@awan/client/upload-manager'
import type { UploadManager } from '@awan/client/upload-manager'
import type * as choosingEntry from '@awan/client/upload-manager-browser'
import type { BrowserContext, Page } from '@playwright/test'
import type { Person } from '../story.ts'

declare global {
  /** What the script of the page has put there. */
  var awan: typeof clientEntry &
    typeof browserEntry &
    typeof driveEntry &
    typeof managerEntry &
    typeof choosingEntry
  /** What a test has put there. */
  var client: AwanClient
  var uploads: UploadManager
}

export const CLIENT_ID = 'awan-web'
export const CREDENTIALS_KEY = `credentials_${CLIENT_ID}`

/** The part of stored credentials that tests look at. */
export interface Stored {
  access_token: string
  refresh_token: string
  expires_at: string
  sub: string
}

export interface TabOptions {
  url: string
  /** Where the API is, the first one first. */
  origins: readonly string[]
  /** Several accounts side by side. */
  keepAccounts?: boolean
  /** Runs in the page before any script of its own. */
  before?: () => void
}

/** One real tab whose page has made a client. */
export interface Tab {
  readonly page: Page
  /** Runs in the page; gives 'ok' or the name of the error. It cannot see variables of the test. */
  run<A = undefined>(
    task: (client: AwanClient, given: A) => unknown,
    ...given: A extends undefined ? [] : [A]
  ): Promise<string>
  /** A plain call that needs somebody to be signed in. */
  me(): Promise<string>
  signIn(person: Person): Promise<string>
  signOut(): Promise<string>
  status(): Promise<SessionState['status']>
  stored(): Promise<Stored | null>
  /** Makes the session look like one of long ago, for all tabs. */
  expire(): Promise<void>
  /** How many tabs of this profile wait for another one's refresh. */
  waitingForLock(): Promise<number | undefined>
}

export async function openTab(context: BrowserContext, options: TabOptions): Promise<Tab> {
  const page = await context.newPage()
  if (options.before) await page.addInitScript(options.before)
  await page.goto(options.url)
  await createClient(page, options)

  const run: Tab['run'] = (task, ...given) =>
    page.evaluate<string>(
      `(async () => (${task})(client, ${JSON.stringify(given[0])}))().then(
        () => 'ok',
        (error) => typeof error?.error === 'string' ? error.error : 'NOT A ServiceError: ' + error,
      )`,
    )
  return {
    page,
    run,
    me: () => run((client) => client.user.me()),
    signIn: ({ email, password }) =>
      run((client, payload) => client.signIn.withPassword(payload), { username: email, password }),
    signOut: () => run((client) => client.signOut()),
    status: () => page.evaluate(() => client.session.state().status),
    stored: () =>
      page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), CREDENTIALS_KEY),
    expire: () =>
      page.evaluate((key) => {
        const stored = JSON.parse(localStorage.getItem(key) ?? 'null')
        const { refreshed_at: _longAgo, ...rest } = stored
        const expired = { ...rest, expires_at: '2020-01-01T00:00:00.000Z' }
        localStorage.setItem(key, JSON.stringify(expired))
      }, CREDENTIALS_KEY),
    waitingForLock: () =>
      page.evaluate(async () => (await navigator.locks.query()).pending?.length),
  }
}

/** Makes the client of a page, as an app does when it starts. */
export async function createClient(
  page: Page,
  { origins, keepAccounts = false }: Pick<TabOptions, 'origins' | 'keepAccounts'>,
): Promise<void> {
  await page.evaluate(
    (options) => {
      const runtime = awan.createBrowserRuntime()
      globalThis.client = awan.createAwanClient({ ...options, runtime })
    },
    { clientId: CLIENT_ID, origins, keepAccounts },
  )
}
