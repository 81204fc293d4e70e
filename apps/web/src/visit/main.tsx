import { createAwanClient } from '@awan/client'
import { createBrowserRuntime } from '@awan/client/browser'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { openLanguage } from '../i18n/language.ts'
import { languageTags } from '../i18n/locale.ts'
import { createCaptchaDesk } from '../session/captcha-desk.ts'
import '../ui/styles.css'
import { borrowSession } from './door/borrow-session.ts'
import { createDoor } from './door/door.ts'
import { openKeptVisit } from './door/kept-visit.ts'
import { tokenOf } from './door/token-of.ts'
import { createUploadsPart } from './uploads/uploads-part.ts'
import { VisitApp } from './VisitApp.tsx'

void open()

/** The page of a link. It opens the link while its texts are on their way. */
async function open(): Promise<void> {
  const token = tokenOf(location.pathname)
  const captchas = createCaptchaDesk()
  const keeper = borrowSession(() => localStorage, Date.now)
  const client = createAwanClient({
    clientId: 'awan-web',
    origins: [''],
    runtime: createBrowserRuntime({ storage: keeper.storage }),
    keeper,
    keepAccounts: true,
    onCaptcha: captchas.ask,
  })
  const door = createDoor({
    client,
    token,
    kept: openKeptVisit(() => sessionStorage, token),
    forgetSession: keeper.forget,
  })
  const [language] = await Promise.all([openPageLanguage(), door.open()])
  client.setLocale(languageTags[language.current().locale])
  language.subscribe(() => client.setLocale(languageTags[language.current().locale]))
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no element with the id root')
  createRoot(root).render(
    <StrictMode>
      <VisitApp
        client={client}
        door={door}
        uploadsPart={createUploadsPart(client, door)}
        language={language}
        captchas={captchas}
      />
    </StrictMode>,
  )
}

async function openPageLanguage() {
  const language = await openLanguage()
  await language.need('visit')
  return language
}
