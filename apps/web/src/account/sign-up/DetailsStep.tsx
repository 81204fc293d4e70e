import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toContactText } from '../contact-field/contact-draft.ts'
import { EntranceHeading } from '../EntranceLayout.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import type { useSignUp } from './use-sign-up.ts'

/** Name and password; who came by a third party needs no password. */
export function DetailsStep({ flow }: { flow: ReturnType<typeof useSignUp> }) {
  const t = useTexts()
  const { problem, name, password } = flow
  return (
    <>
      <EntranceHeading title={t('signUp.details.title')}>
        {t(flow.hasPassword ? 'signUp.details.subtitle' : 'signUp.details.name')}
      </EntranceHeading>
      <form noValidate onSubmit={flow.submitDetails} className="flex flex-col gap-4">
        <TextField
          label={t('signUp.name')}
          name="name"
          autoComplete="name"
          maxLength={128}
          autoFocus
          value={name}
          onChange={(event) => flow.setName(event.target.value)}
          error={problem?.field === 'name' ? t(problem.text) : undefined}
        />
        {flow.hasPassword ? (
          <NewPasswordField
            label={t('signUp.password')}
            username={toContactText(flow.proof.contact)}
            ownWords={[name, flow.proof.contact.text]}
            value={password}
            onValue={flow.setPassword}
            error={problem?.field === 'password' ? t(problem.text) : undefined}
          />
        ) : null}
        {flow.needsSetupCode ? (
          <TextField
            label={t('welcome.code')}
            hint={t(flow.isAdminNamed ? 'welcome.code.named' : 'welcome.code.hint')}
            name="setup-code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            value={flow.setupCode}
            onChange={(event) => flow.setSetupCode(event.target.value)}
            error={problem?.field === 'setupCode' ? t(problem.text) : undefined}
          />
        ) : null}
        <Button type="submit" size="large" busy={flow.proof.isBusy}>
          {t('signUp.create')}
        </Button>
      </form>
    </>
  )
}
