import { createAwanClient } from '@awan/client'
import { createBrowserRuntime } from '@awan/client/browser'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { openLanguage } from './i18n/language.ts'
import { languageTags } from './i18n/locale.ts'
import { createAppRouter } from './routes.tsx'
import { PROVIDER_CALLBACK_PATH } from './session/provider-callback.ts'
import { createQueryClient } from './session/query-client.ts'
import './ui/styles.css'

// The window of a visit to a third party: the page that opened it goes on.
if (location.pathname === PROVIDER_CALLBACK_PATH) {
  const { handOverVisit, isVisitReturn } = await import('./session/provider-visit.ts')
  if (isVisitReturn(location)) handOverVisit()
}

const language = await openLanguage()
const client = createAwanClient({
  clientId: 'awan-web',
  origins: [''],
  runtime: createBrowserRuntime(),
  locale: languageTags[language.current().locale],
})
const queries = createQueryClient()
const router = createAppRouter({ client, language })

language.subscribe(() => client.setLocale(languageTags[language.current().locale]))

let sub = signedInSub()
client.session.subscribe(() => {
  // A token that was refreshed changes nothing here.
  if (signedInSub() === sub) return
  sub = signedInSub()
  // What one person loaded is not shown to the next.
  queries.clear()
  // The routes decide anew who may be where.
  void router.invalidate()
})

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <App client={client} language={language} queries={queries} router={router} />
  </StrictMode>,
)

function signedInSub(): string | undefined {
  const state = client.session.state()
  return state.status === 'signed-in' ? state.sub : undefined
}
