import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { EntranceHeading, EntranceLayout, entranceLink } from '../EntranceLayout.tsx'
import { useSignIn } from './use-sign-in.ts'

export function SignInScreen({ from }: { from: string | undefined }) {
  const t = useTexts()
  const { username, password, isPasswordAsked, isBusy, submit } = useSignIn()
  usePageTitle(t('signIn.page'), t('app.name'))
  return (
    <EntranceLayout>
      <EntranceHeading title={t('signIn.title')}>{t('signIn.subtitle')}</EntranceHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={t('signIn.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={username.value}
          onChange={(event) => username.set(event.target.value)}
          error={username.error}
        />
        {isPasswordAsked ? (
          <div className="animate-rise">
            <PasswordField
              label={t('signIn.password')}
              showLabel={t('password.show')}
              hideLabel={t('password.hide')}
              name="password"
              autoComplete="current-password"
              autoFocus
              value={password.value}
              onChange={(event) => password.set(event.target.value)}
              error={password.error}
            />
          </div>
        ) : null}
        <Button type="submit" size="large" busy={isBusy}>
          {t(isPasswordAsked ? 'signIn.submit' : 'signIn.continue')}
        </Button>
      </form>
      <p className="mt-6 text-center text-muted">
        {t('signIn.newHere')}{' '}
        <Link to="/signup" search={from === undefined ? {} : { from }} className={entranceLink}>
          {t('signIn.create')}
        </Link>
      </p>
    </EntranceLayout>
  )
}
