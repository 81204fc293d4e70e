import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useLanguageChoice } from '../../session/LanguageChoices.tsx'
import { Button } from '../../ui/Button.tsx'
import { ChoiceList } from '../../ui/ChoiceList.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { EntranceHeading, EntranceLayout } from '../EntranceLayout.tsx'
import { SignUpSteps } from '../sign-up/SignUpSteps.tsx'
import { useSignUp } from '../sign-up/use-sign-up.ts'
import { NextSteps } from './NextSteps.tsx'

/** The first visit to a new server: its first account is made here, and what comes next is told. */
export function WelcomeScreen() {
  const t = useTexts()
  const client = useClient()
  const navigate = useNavigate()
  const [stage, setStage] = useState<'hello' | 'account' | 'done'>('hello')
  const flow = useSignUp({ onMade: () => setStage('done') })
  usePageTitle(t('welcome.page'), t('app.name'))

  /** Somebody else was faster, or it was long ago. */
  const isOver = stage === 'hello' && flow.facts?.is_first_run === false
  const leave = useEffectEvent(() => {
    const isIn = client.session.state().status === 'signed-in'
    return navigate({ to: isIn ? '/files' : '/signin', replace: true })
  })
  useEffect(() => {
    if (isOver) void leave()
  }, [isOver])

  if (isOver) return null
  return (
    <EntranceLayout hasLanguages={stage !== 'hello'}>
      {stage === 'hello' ? <Hello onBegin={() => setStage('account')} /> : null}
      {stage === 'account' ? (
        <SignUpSteps
          flow={flow}
          title={t('welcome.contact.title')}
          subtitle={t('welcome.contact.subtitle')}
          signInSearch={{}}
        />
      ) : null}
      {stage === 'done' ? <NextSteps facts={flow.facts} /> : null}
    </EntranceLayout>
  )
}

function Hello({ onBegin }: { onBegin: () => void }) {
  const t = useTexts()
  const language = useLanguageChoice()
  return (
    <>
      <EntranceHeading title={t('welcome.title')} takesFocus>
        {t('welcome.subtitle')}
      </EntranceHeading>
      <div>
        <ChoiceList {...language} />
      </div>
      <Button size="large" className="mt-5 shrink-0" onClick={onBegin}>
        {t('welcome.begin')}
      </Button>
    </>
  )
}
