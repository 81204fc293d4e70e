import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
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
      <TextField
        label={t('sudo.second.recovery')}
        name="recovery-code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        autoFocus
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
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
