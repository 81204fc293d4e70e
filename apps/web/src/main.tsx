import { type AwanClient, createAwanClient } from '@awan/client'
import { createBrowserRuntime } from '@awan/client/browser'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { LanguageProvider } from './i18n/LanguageProvider.tsx'
import { openLanguage } from './i18n/language.ts'
import { languageTags } from './i18n/locale.ts'
import { createAppRouter } from './routes.tsx'
import { PROVIDER_CALLBACK_PATH } from './session/provider-callback.ts'
import { createQueryClient } from './session/query-client.ts'
import type { Shell } from './session/shell.ts'
import './ui/styles.css'

// The window of a visit to a third party: the page that opened it goes on.
if (location.pathname === PROVIDER_CALLBACK_PATH) {
  const { handOverVisit, isVisitReturn } = await import('./session/provider-visit.ts')
  if (isVisitReturn(location)) handOverVisit()
}

const runtime = createBrowserRuntime()

try {
  await start(await findShell())
} catch (error) {
  await showProblem(error)
}

/** BRG-3: looked for once; a browser loads nothing for it. */
async function findShell(): Promise<Shell | undefined> {
  if (!('awanShell' in globalThis)) return undefined
  const { enterShell } = await import('./session/shell.ts')
  return enterShell(runtime)
}

async function start(shell: Shell | undefined): Promise<void> {
  const language = await openLanguage(shell?.config.locale)
  const client = createAwanClient({
    clientId: shell?.config.client_id ?? 'awan-web',
    origins: shell?.config.origins ?? [''],
    runtime,
    locale: languageTags[language.current().locale],
    keeper: shell?.session,
    ...(shell && { info: shell.info }),
  })
  await shell?.session.take()
  const queries = createQueryClient()
  const router = createAppRouter({ client, language, shell })

  language.subscribe(() => client.setLocale(languageTags[language.current().locale]))
  followSession(client, () => {
    // What one person loaded is not shown to the next.
    queries.clear()
    // The routes decide anew who may be where.
    void router.invalidate()
  })

  render(
    <App client={client} language={language} queries={queries} router={router} shell={shell} />,
  )
}

function followSession(client: AwanClient, changed: () => void): void {
  const signedInSub = () => {
    const state = client.session.state()
    return state.status === 'signed-in' ? state.sub : undefined
  }
  let sub = signedInSub()
  client.session.subscribe(() => {
    // A token that was refreshed changes nothing here.
    if (signedInSub() === sub) return
    sub = signedInSub()
    changed()
  })
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
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(<StrictMode>{page}</StrictMode>)
}
