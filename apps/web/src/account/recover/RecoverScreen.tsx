import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { ContactField } from '../contact-field/ContactField.tsx'
import { type ContactDraft, isPhoneLike, toContactText } from '../contact-field/contact-draft.ts'
import { EntranceHeading, EntranceLayout, entranceLink } from '../EntranceLayout.tsx'
import { NewPasswordField } from '../sign-up/NewPasswordField.tsx'
import { VerifyCodeForm } from '../verify-code/VerifyCodeForm.tsx'
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
      {flow.step === 'code' ? <CodeStep flow={flow} /> : null}
      {flow.step === 'password' ? <PasswordStep flow={flow} /> : null}
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
      <form noValidate onSubmit={flow.submitContact} className="flex flex-col gap-4">
        <ContactField
          label={t(flow.kinds.includes('phone') ? 'signUp.contact' : 'signUp.email')}
          kinds={flow.kinds}
          name="username"
          autoComplete="username"
          autoFocus
          draft={flow.contact}
          onDraft={flow.setContact}
          error={flow.problem?.field === 'contact' ? t(flow.problem.text) : undefined}
        />
        <Button type="submit" size="large" busy={flow.isBusy}>
          {t('signUp.send')}
        </Button>
      </form>
      <p className="mt-6 text-center">
        <Link to="/signin" search={from === undefined ? {} : { from }} className={entranceLink}>
          {t('recover.back')}
        </Link>
      </p>
    </>
  )
}

function CodeStep({ flow }: { flow: Flow }) {
  const t = useTexts()
  return (
    <>
      <EntranceHeading
        title={t(isPhoneLike(flow.contact) ? 'verify.title.phone' : 'verify.title.email')}
      >
        {t('recover.sent', { contact: toContactText(flow.contact) })}
        {flow.delivery === 'printed' ? ` ${t('verify.printed')}` : null}
      </EntranceHeading>
      <VerifyCodeForm
        verify={flow.verify}
        change={{ label: t('signUp.change'), onClick: flow.changeContact }}
      />
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
          username={toContactText(flow.contact)}
          ownWords={[flow.contact.text]}
          autoFocus
          value={flow.password}
          onValue={flow.setPassword}
          error={flow.problem?.field === 'password' ? t(flow.problem.text) : undefined}
        />
        <Button type="submit" size="large" busy={flow.isBusy}>
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
        state={{ contact: flow.contact }}
        className={buttonClass({ size: 'large' })}
      >
        {t('signUp.toSignIn')}
      </Link>
    </>
  )
}
