import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { EntranceHeading, EntranceLayout, entranceLink } from '../EntranceLayout.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'
import { CODE_DIGITS, useSignUp } from './use-sign-up.ts'

type Flow = ReturnType<typeof useSignUp>

export function SignUpScreen({ from }: { from: string | undefined }) {
  const t = useTexts()
  const flow = useSignUp()
  usePageTitle(t('signUp.page'), t('app.name'))
  return (
    <EntranceLayout>
      {flow.step === 'email' ? <EmailStep flow={flow} from={from} /> : null}
      {flow.step === 'code' ? <CodeStep flow={flow} /> : null}
      {flow.step === 'details' ? <DetailsStep flow={flow} /> : null}
    </EntranceLayout>
  )
}

function EmailStep({ flow, from }: { flow: Flow; from: string | undefined }) {
  const t = useTexts()
  const problem = flow.problemOf('email')
  const signInSearch = from === undefined ? {} : { from }
  return (
    <>
      <EntranceHeading title={t('signUp.email.title')}>
        {t('signUp.email.subtitle')}
      </EntranceHeading>
      <form noValidate onSubmit={flow.submitEmail} className="flex flex-col gap-4">
        <TextField
          label={t('signUp.email')}
          type="email"
          name="email"
          autoComplete="email"
          autoFocus
          value={flow.typed.email}
          onChange={(event) => flow.set('email')(event.target.value)}
          error={
            problem === 'signUp.email.taken' ? (
              <>
                {t(problem)}{' '}
                <Link to="/signin" search={signInSearch} className={entranceLink}>
                  {t('signUp.email.taken.signIn')}
                </Link>
              </>
            ) : (
              problem && t(problem)
            )
          }
        />
        <Button type="submit" size="large" busy={flow.isBusy}>
          {t('signUp.email.send')}
        </Button>
      </form>
      <p className="mt-6 text-center text-muted">
        {t('signUp.haveAccount')}{' '}
        <Link to="/signin" search={signInSearch} className={entranceLink}>
          {t('signUp.signIn')}
        </Link>
      </p>
    </>
  )
}

function CodeStep({ flow }: { flow: Flow }) {
  const t = useTexts()
  const problem = flow.problemOf('code') ?? flow.problemOf('email')
  const wait = flow.resendInSeconds
  return (
    <>
      <EntranceHeading title={t('signUp.code.title')}>
        {t('signUp.code.subtitle', { email: flow.typed.email.trim() })}
      </EntranceHeading>
      <form noValidate onSubmit={flow.submitCode} className="flex flex-col gap-4">
        <CodeField
          label={t('signUp.code')}
          digits={CODE_DIGITS}
          name="code"
          autoFocus
          value={flow.typed.code}
          onValue={flow.typeCode}
          error={problem && t(problem)}
        />
        <Button type="submit" size="large" busy={flow.isBusy}>
          {t('signUp.code.verify')}
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4">
        <Button look="plain" size="small" className="-mx-3" onClick={flow.changeEmail}>
          {t('signUp.code.change')}
        </Button>
        {wait > 0 ? (
          <span className="py-1.5 text-sm text-muted tabular-nums">
            {t('signUp.code.resendIn', { seconds: wait })}
          </span>
        ) : (
          <Button look="plain" size="small" className="-mx-3" onClick={flow.resend}>
            {t('signUp.code.resend')}
          </Button>
        )}
      </div>
    </>
  )
}

function DetailsStep({ flow }: { flow: Flow }) {
  const t = useTexts()
  const nameProblem = flow.problemOf('name')
  const passwordProblem = flow.problemOf('password')
  const { name, email, password } = flow.typed
  return (
    <>
      <EntranceHeading title={t('signUp.details.title')}>
        {t('signUp.details.subtitle')}
      </EntranceHeading>
      <form noValidate onSubmit={flow.submitDetails} className="flex flex-col gap-4">
        {/* Password managers keep the new password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email.trim()} />
        <TextField
          label={t('signUp.name')}
          name="name"
          autoComplete="name"
          maxLength={128}
          autoFocus
          value={name}
          onChange={(event) => flow.set('name')(event.target.value)}
          error={nameProblem && t(nameProblem)}
        />
        <PasswordField
          label={t('signUp.password')}
          showLabel={t('password.show')}
          hideLabel={t('password.hide')}
          name="new-password"
          autoComplete="new-password"
          maxLength={1024}
          value={password}
          onChange={(event) => flow.set('password')(event.target.value)}
          error={passwordProblem && t(passwordProblem)}
          hint={<PasswordStrength password={password} ownWords={[name, email]} />}
        />
        <Button type="submit" size="large" busy={flow.isBusy}>
          {t('signUp.create')}
        </Button>
      </form>
    </>
  )
}
