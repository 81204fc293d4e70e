import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { RecoveryCodeField } from '../verify-code/RecoveryCodeField.tsx'
import type { ProofFlow } from './use-proof.ts'

export function RecoveryProof({
  flow,
  onCode,
}: {
  flow: ProofFlow
  onCode: (code: string) => void
}) {
  const t = useTexts()
  const [code, setCode] = useState('')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (code.trim() === '') flow.fail('sudo.second.recovery.missing')
    else onCode(code.trim())
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <RecoveryCodeField
        label={t('sudo.second.recovery')}
        value={code}
        onValue={(typed) => {
          setCode(typed)
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
