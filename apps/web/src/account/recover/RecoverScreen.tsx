import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { type ContactDraft, toContactText } from '../contact-field/contact-draft.ts'
import { ContactCodeStep } from '../contact-proof/ContactCodeStep.tsx'
import { ContactForm } from '../contact-proof/ContactForm.tsx'
import { EntranceHeading, EntranceLayout, entranceLink } from '../EntranceLayout.tsx'
import { NewPasswordField } from '../sign-up/NewPasswordField.tsx'
import { useRecover } from './use-recover.ts'

type Flow = ReturnType<typeof useRecover>

export function RecoverScreen({
  from,
  given,
  isRequired,
}: {
  from: string | undefined
  /** What was typed at the sign-in page. */
  given: ContactDraft | undefined
  /** The server asked for a new password; nobody forgot one. */
  isRequired: boolean
}) {
  const t = useTexts()
  const flow = useRecover({ given })
  usePageTitle(t('recover.page'), t('app.name'))
  return (
    <EntranceLayout>
      {flow.step === 'contact' ? (
        <ContactStep flow={flow} from={from} isRequired={isRequired} />
      ) : null}
      {flow.step === 'code' ? <ContactCodeStep proof={flow.proof} sent="recover.sent" /> : null}
      {flow.step === 'proven' ? <PasswordStep flow={flow} /> : null}
      {flow.step === 'done' ? <DoneStep flow={flow} from={from} /> : null}
    </EntranceLayout>
  )
}

function ContactStep({
  flow,
  from,
  isRequired,
}: {
  flow: Flow
  from: string | undefined
  isRequired: boolean
}) {
  const t = useTexts()
  return (
    <>
      <EntranceHeading title={t(isRequired ? 'recover.required.title' : 'recover.title')}>
        {t(isRequired ? 'recover.required.subtitle' : 'recover.subtitle')}
      </EntranceHeading>
      <ContactForm proof={flow.proof} />
      <p className="mt-6 text-center">
        <Link
          to="/signin"
          search={from === undefined ? {} : { from }}
          state={{ contact: flow.proof.contact }}
          className={entranceLink}
        >
          {t('recover.back')}
        </Link>
      </p>
    </>
  )
}

function PasswordStep({ flow }: { flow: Flow }) {
  const t = useTexts()
  return (
    <>
      <EntranceHeading title={t('recover.password.title')}>
        {t('recover.password.subtitle')}
      </EntranceHeading>
      <form noValidate onSubmit={flow.submitPassword} className="flex flex-col gap-4">
        <NewPasswordField
          label={t('recover.password')}
          username={toContactText(flow.proof.contact)}
          ownWords={[flow.proof.contact.text]}
          autoFocus
          value={flow.password}
          onValue={flow.setPassword}
          error={flow.problem && t(flow.problem)}
        />
        <Button type="submit" size="large" busy={flow.proof.isBusy}>
          {t('recover.save')}
        </Button>
      </form>
    </>
  )
}

function DoneStep({ flow, from }: { flow: Flow; from: string | undefined }) {
  const t = useTexts()
  return (
    <>
      <EntranceHeading title={t('recover.done.title')} takesFocus>
        {t('recover.done.text')}
      </EntranceHeading>
      <Link
        to="/signin"
        search={from === undefined ? {} : { from }}
        state={{ contact: flow.proof.contact }}
        className={buttonClass({ size: 'large' })}
      >
        {t('signUp.toSignIn')}
      </Link>
    </>
  )
}
