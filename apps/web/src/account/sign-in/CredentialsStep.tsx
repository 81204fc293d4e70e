import { isServiceError } from '@awan/protocol/errors'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { ContactField } from '../contact-field/ContactField.tsx'
import { entranceLink } from '../EntranceLayout.tsx'
import { RECOVER_PATH } from '../entrance-paths.ts'
import { type SignInProblem, signInKinds, type useSignIn } from './use-sign-in.ts'

/** Who, and when that is known the password; both stay in sight, as password managers like it. */
export function CredentialsStep({ flow }: { flow: ReturnType<typeof useSignIn> }) {
  const t = useTexts()
  const describe = useDescribe()
  const { problem } = flow
  const isPasswordAsked = flow.step.name === 'password'
  const errorOf = (field: SignInProblem['field']) =>
    problem?.field === field ? describe(problem) : undefined
  return (
    <>
      <form noValidate onSubmit={flow.submit} className="flex flex-col gap-4">
        <ContactField
          label={t('signIn.username')}
          kinds={signInKinds}
          name="username"
          autoComplete="username webauthn"
          autoFocus
          draft={flow.contact}
          onDraft={flow.setContact}
          error={errorOf('contact')}
        />
        {isPasswordAsked ? (
          <div className="flex flex-col gap-1.5 animate-rise">
            <PasswordField
              label={t('signIn.password')}
              showLabel={t('password.show')}
              hideLabel={t('password.hide')}
              name="password"
              autoComplete="current-password"
              autoFocus
              value={flow.password}
              onChange={(event) => flow.setPassword(event.target.value)}
              error={errorOf('password')}
            />
            <Link
              to={RECOVER_PATH}
              search={flow.search}
              state={{ contact: flow.contact }}
              className={`${entranceLink} inline-flex min-h-9 items-center self-start text-sm pointer-coarse:min-h-11`}
            >
              {t('signIn.forgot')}
            </Link>
          </div>
        ) : null}
        <Button type="submit" size="large" busy={flow.isBusy}>
          {t(isPasswordAsked ? 'signIn.submit' : 'signIn.continue')}
        </Button>
      </form>
      {isPasswordAsked && flow.canSendCode ? (
        <Button look="quiet" size="large" className="mt-3" onClick={flow.useCode}>
          {t('signIn.useCode')}
        </Button>
      ) : null}
    </>
  )
}

/** Said in the language of the moment, so that a switch translates it too. */
function useDescribe() {
  const t = useTexts()
  const messageOf = useErrorMessage()
  return (problem: SignInProblem): string => {
    if (problem.field === 'contact') {
      return problem.kind === 'tooMany' ? t('error.tooMany') : t(`signIn.username.${problem.kind}`)
    }
    if (problem.kind === 'missing') return t('signIn.password.missing')
    return isServiceError(problem.error, 'resource_exhausted')
      ? t('error.tooMany')
      : messageOf(problem.error)
  }
}
