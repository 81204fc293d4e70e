import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { ContactCodeStep } from '../contact-proof/ContactCodeStep.tsx'
import { ContactForm } from '../contact-proof/ContactForm.tsx'
import { EntranceHeading, entranceLink } from '../EntranceLayout.tsx'
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
      return <ContactCodeStep proof={flow.proof} sent="verify.subtitle" />
    case 'proven':
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
  flow: { proof, facts },
  signInSearch,
}: {
  flow: SignUpFlow
  signInSearch: { from?: string }
}) {
  const t = useTexts()
  return (
    <ContactForm
      proof={proof}
      error={
        proof.problem === 'signUp.taken' ? (
          <>
            {t(proof.problem)}{' '}
            <Link
              to="/signin"
              search={signInSearch}
              state={{ contact: proof.contact }}
              className={entranceLink}
            >
              {t('signUp.taken.signIn')}
            </Link>
          </>
        ) : undefined
      }
      hint={facts?.sign_up === 'approval' && !facts.is_first_run ? t('signUp.approval') : undefined}
    />
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
