import type { AwanClient } from '@awan/client'
import { type ReactNode, useSyncExternalStore } from 'react'
import { LanguageProvider, useTexts } from '../i18n/LanguageProvider.tsx'
import type { LanguageStore } from '../i18n/language.ts'
import { CaptchaCounter } from '../session/CaptchaCounter.tsx'
import { ClientProvider } from '../session/ClientProvider.tsx'
import type { CaptchaDesk } from '../session/captcha-desk.ts'
import { AnnouncerProvider } from '../ui/Announcer.tsx'
import { LoadProblem } from '../ui/LoadProblem.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { ToastProvider } from '../ui/Toasts.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { usePart } from '../ui/use-part.ts'
import { AskName } from './door/AskName.tsx'
import { AskPassword } from './door/AskPassword.tsx'
import type { Door, DoorState } from './door/door.ts'
import { NotValid } from './door/NotValid.tsx'
import { Opened } from './Opened.tsx'
import type { UploadsPart } from './uploads/uploads-part.ts'
import { VisitFrame } from './VisitFrame.tsx'

const email = lazyPart(() => import('./door/AskEmail.tsx').then((part) => part.AskEmail))

/** Everything that the page of a link shows, from its door to what is behind it. */
export function VisitApp({
  client,
  door,
  uploadsPart,
  language,
  captchas,
}: {
  client: AwanClient
  door: Door
  uploadsPart: UploadsPart
  language: LanguageStore
  captchas: CaptchaDesk
}) {
  const state = useSyncExternalStore(door.subscribe, door.state)
  return (
    <LanguageProvider store={language}>
      <ClientProvider client={client}>
        <Notes>
          <Step door={door} state={state} uploadsPart={uploadsPart} />
          <CaptchaCounter desk={captchas} language={language} />
        </Notes>
      </ClientProvider>
    </LanguageProvider>
  )
}

function Step({
  door,
  state,
  uploadsPart,
}: {
  door: Door
  state: DoorState
  uploadsPart: UploadsPart
}) {
  // A page of a link that is not valid is the same for everybody.
  const person = state.step === 'invalid' ? undefined : door.person()
  if (state.step === 'open') {
    const { visit } = state
    // A visitor of another role, or of another folder, begins again.
    return (
      <Opened
        key={`${visit.role} ${visit.node.id}`}
        door={door}
        visit={visit}
        uploadsPart={uploadsPart}
        person={person}
      />
    )
  }
  return (
    <VisitFrame isNarrow person={person}>
      <Question door={door} state={state} />
    </VisitFrame>
  )
}

function Question({ door, state }: { door: Door; state: Exclude<DoorState, { step: 'open' }> }) {
  const t = useTexts()
  usePageTitle(t(state.step === 'invalid' ? 'visit.invalid' : 'visit.page'), t('app.name'))
  switch (state.step) {
    case 'opening':
      return <p className="py-16 text-center text-muted">{t('app.loading')}</p>
    case 'password':
      return <AskPassword {...state} onGive={door.givePassword} />
    case 'name':
      return <AskName isBusy={state.isBusy} onGive={door.giveName} />
    case 'email':
      return <Email door={door} />
    case 'invalid':
      return <NotValid />
    case 'failed':
      return (
        <LoadProblem
          title={t('error.load')}
          hint={t('error.load.hint')}
          retryLabel={t('app.retry')}
          onRetry={() => void door.open()}
        />
      )
  }
}

function Email({ door }: { door: Door }) {
  const t = useTexts()
  const Part = usePart(email, { isWanted: true })
  return Part ? (
    <Part door={door} />
  ) : (
    <p className="py-16 text-center text-muted">{t('app.loading')}</p>
  )
}

function Notes({ children }: { children: ReactNode }) {
  const t = useTexts()
  return (
    <AnnouncerProvider>
      <ToastProvider
        texts={{
          region: t('app.notifications'),
          dismiss: t('error.dismiss'),
          copy: t('error.copyRequestId'),
          copied: t('error.copied'),
        }}
      >
        {children}
      </ToastProvider>
    </AnnouncerProvider>
  )
}
