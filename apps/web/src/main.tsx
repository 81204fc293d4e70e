import { createAwanClient } from '@awan/client'
import { createBrowserRuntime } from '@awan/client/browser'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { LanguageProvider } from './i18n/LanguageProvider.tsx'
import { openLanguage } from './i18n/language.ts'
import { languageTags } from './i18n/locale.ts'
import { loadDrive, loadQueries } from './routes/drive-parts.ts'
import { createAppRouter, loadRoutes } from './routes.tsx'
import { createCaptchaDesk } from './session/captcha-desk.ts'
import { PROVIDER_CALLBACK_PATH } from './session/provider-callback.ts'
import type { Shell } from './session/shell.ts'
import { signedInSub } from './session/signed-in-sub.ts'
import './ui/styles.css'

/** After the first screen, whatever else there is to do. */
const QUIET_MS = 3000

/** Without a network it is left for the next page. */
function later(act: (part: typeof import('./installed.ts')) => void): void {
  import('./installed.ts').then(act, () => undefined)
}

const runtime = createBrowserRuntime()

void open()

/** Not awaited at the top: what is imported on the way may itself import from the chunk of this file. */
async function open(): Promise<void> {
  try {
    await leaveVisit()
    await start(await findShell())
  } catch (error) {
    await showProblem(error)
  }
}

/** The window of a visit to a third party: the page that opened it goes on. */
async function leaveVisit(): Promise<void> {
  if (location.pathname !== PROVIDER_CALLBACK_PATH) return
  const { handOverVisit, isVisitReturn } = await import('./session/provider-visit.ts')
  if (isVisitReturn(location)) handOverVisit()
}

/** BRG-3: looked for once; a browser loads nothing for it. */
async function findShell(): Promise<Shell | undefined> {
  if (!('awanShell' in globalThis)) return undefined
  const { enterShell } = await import('./session/shell.ts')
  return enterShell(runtime)
}

async function start(shell: Shell | undefined): Promise<void> {
  const captchas = createCaptchaDesk()
  const client = createAwanClient({
    clientId: shell?.config.client_id ?? 'awan-web',
    origins: shell?.config.origins ?? [''],
    runtime,
    keeper: shell?.session,
    onCaptcha: captchas.ask,
    // A shell has one account at a time, its own.
    keepAccounts: shell === undefined,
    ...(shell && { info: shell.info }),
  })
  if (location.pathname.startsWith('/files') && signedInSub(client) !== undefined) fetchDrive()
  const [language, routes] = await Promise.all([
    openLanguage(shell?.config.locale),
    location.pathname === '/signin' ? undefined : loadRoutes(),
  ])
  client.setLocale(languageTags[language.current().locale])
  await shell?.session.take()
  const router = createAppRouter({ client, language, shell }, routes?.growTree())

  language.subscribe(() => client.setLocale(languageTags[language.current().locale]))
  let sub = signedInSub(client)
  client.session.subscribe(() => {
    later(({ forgetLeft }) => void forgetLeft(client))
    // A token that was refreshed changes nothing here.
    if (signedInSub(client) === sub) return
    const isOther = sub !== undefined && signedInSub(client) !== undefined
    sub = signedInSub(client)
    // A folder of one person is nowhere in the drive of the other, and not shared with them.
    if (isOther && /^\/(?:files|drives)\//.test(router.state.location.pathname)) {
      void router.navigate({ to: '/files', replace: true })
    }
    // The routes decide anew who may be where.
    void router.invalidate()
  })

  // The mark of the page itself stays until there is a screen to take its place.
  await router.load()
  render(
    <App client={client} captchas={captchas} language={language} router={router} shell={shell} />,
  )
  setTimeout(() => {
    // Whoever is about to sign in needs them next; should it fail, the way there asks again.
    loadRoutes().catch(() => undefined)
    later(({ settleIn }) => settleIn(client, shell))
  }, QUIET_MS)
}

/** While the words are on their way. Should it fail, the router asks again, and says so. */
function fetchDrive(): void {
  for (const load of [loadQueries, loadDrive]) load().catch(() => undefined)
}

/** Only a shell can fail here: without one nothing is asked before the first screen. */
async function showProblem(error: unknown): Promise<void> {
  if (!('awanShell' in globalThis)) throw error
  const [language, { ShellProblem }] = await Promise.all([
    openLanguage(),
    import('./ShellProblem.tsx'),
  ])
  await language.need('grants')
  render(
    <LanguageProvider store={language}>
      <ShellProblem error={error} />
    </LanguageProvider>,
  )
}

function render(page: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no element with the id root')
  createRoot(root).render(<StrictMode>{page}</StrictMode>)
}
