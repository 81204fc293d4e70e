import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { ContactField } from '../contact-field/ContactField.tsx'
import { isPhoneLike, toContactText } from '../contact-field/contact-draft.ts'
import { EntranceHeading, entranceLink } from '../EntranceLayout.tsx'
import { VerifyCodeForm } from '../verify-code/VerifyCodeForm.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import type { useSignUp } from './use-sign-up.ts'

export type SignUpFlow = ReturnType<typeof useSignUp>

/** The steps of a sign-up, whoever it is for; the first one opens with words of its own. */
export function SignUpSteps({
  flow,
  title,
  subtitle,
  signInSearch,
  footer,
}: {
  flow: SignUpFlow
  title: string
  subtitle: string
  signInSearch: { from?: string }
  footer?: ReactNode
}) {
  const t = useTexts()
  switch (flow.step) {
    case 'contact':
      return (
        <>
          <EntranceHeading title={title}>{subtitle}</EntranceHeading>
          <ContactStep flow={flow} signInSearch={signInSearch} />
          {footer}
        </>
      )
    case 'code':
      return <CodeStep flow={flow} />
    case 'details':
      return <DetailsStep flow={flow} />
    case 'closed':
      return (
        <Ending title={t('signUp.closed.title')} signInSearch={signInSearch}>
          {t('signUp.closed.text')}
        </Ending>
      )
    case 'waiting':
      return (
        <Ending title={t('signUp.waiting.title')} signInSearch={signInSearch}>
          {t('signUp.waiting.text')}
        </Ending>
      )
    case 'visit-over':
      return (
        <Ending title={t('signUp.visitOver.title')} signInSearch={signInSearch}>
          {t('signUp.visitOver.text')}
        </Ending>
      )
  }
}

function ContactStep({
  flow,
  signInSearch,
}: {
  flow: SignUpFlow
  signInSearch: { from?: string }
}) {
  const t = useTexts()
  const problem = flow.problem?.field === 'contact' ? flow.problem.text : undefined
  return (
    <form noValidate onSubmit={flow.submitContact} className="flex flex-col gap-4">
      <ContactField
        label={t(flow.kinds.includes('phone') ? 'signUp.contact' : 'signUp.email')}
        kinds={flow.kinds}
        name="username"
        autoComplete="username"
        autoFocus
        draft={flow.contact}
        onDraft={flow.setContact}
        error={
          problem === 'signUp.taken' ? (
            <>
              {t(problem)}{' '}
              <Link to="/signin" search={signInSearch} className={entranceLink}>
                {t('signUp.taken.signIn')}
              </Link>
            </>
          ) : (
            problem && t(problem)
          )
        }
        {...(flow.facts?.sign_up === 'approval' && !flow.facts.is_first_run
          ? { hint: t('signUp.approval') }
          : {})}
      />
      <Button type="submit" size="large" busy={flow.isBusy}>
        {t('signUp.send')}
      </Button>
    </form>
  )
}

function CodeStep({ flow }: { flow: SignUpFlow }) {
  const t = useTexts()
  const isPhone = isPhoneLike(flow.contact)
  const delivery = flow.facts?.codes[isPhone ? 'sms' : 'email']
  return (
    <>
      <EntranceHeading title={t(isPhone ? 'verify.title.phone' : 'verify.title.email')}>
        {t('verify.subtitle', { contact: toContactText(flow.contact) })}
        {delivery === 'printed' ? ` ${t('verify.printed')}` : null}
      </EntranceHeading>
      <VerifyCodeForm
        verify={flow.verify}
        change={{ label: t('signUp.change'), onClick: flow.changeContact }}
      />
    </>
  )
}

/** A page that ends the sign-up here, and leads on. */
export function Ending({
  title,
  signInSearch,
  children,
}: {
  title: string
  signInSearch: { from?: string }
  children: ReactNode
}) {
  const t = useTexts()
  return (
    <>
      <EntranceHeading title={title} takesFocus>
        {children}
      </EntranceHeading>
      <Link to="/signin" search={signInSearch} className={buttonClass({ size: 'large' })}>
        {t('signUp.toSignIn')}
      </Link>
    </>
  )
}
