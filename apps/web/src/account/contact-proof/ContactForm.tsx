import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { ContactField } from '../contact-field/ContactField.tsx'
import type { ContactProof } from './use-contact-proof.ts'

/** Where a code is to go. */
export function ContactForm({
  proof,
  error,
  hint,
}: {
  proof: ContactProof
  /** In place of the bare problem, where the screen has more to say. */
  error?: ReactNode
  hint?: string | undefined
}) {
  const t = useTexts()
  return (
    <form noValidate onSubmit={proof.submitContact} className="flex flex-col gap-4">
      <ContactField
        label={t(proof.kinds.includes('phone') ? 'signUp.contact' : 'signUp.email')}
        kinds={proof.kinds}
        name="username"
        autoComplete="username"
        autoFocus
        draft={proof.contact}
        onDraft={proof.setContact}
        error={error ?? (proof.problem && t(proof.problem))}
        {...(hint === undefined ? {} : { hint })}
      />
      <Button type="submit" size="large" busy={proof.isBusy}>
        {t('signUp.send')}
      </Button>
    </form>
  )
}
