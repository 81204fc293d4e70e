import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import type { ProofFlow } from './use-proof.ts'

export function PasswordProof({ flow }: { flow: ProofFlow }) {
  const t = useTexts()
  const [password, setPassword] = useState('')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (password === '') return flow.fail('sudo.password.missing')
    void flow.attempt(
      () => flow.prove({ password }),
      (error) => (isServiceError(error, 'invalid_password') ? 'sudo.password.wrong' : undefined),
    )
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <PasswordField
        label={t('sudo.password')}
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        name="password"
        autoComplete="current-password"
        maxLength={1024}
        autoFocus
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          flow.clear()
        }}
        error={flow.problem}
      />
      <Button type="submit" size="large" busy={flow.isBusy}>
        {t('sudo.confirm')}
      </Button>
    </form>
  )
}
