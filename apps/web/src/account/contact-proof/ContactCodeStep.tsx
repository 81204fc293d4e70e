import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { toContactText } from '../contact-field/contact-draft.ts'
import { EntranceHeading } from '../EntranceLayout.tsx'
import { VerifyCodeForm } from '../verify-code/VerifyCodeForm.tsx'
import type { ContactProof } from './use-contact-proof.ts'

/** The code that is on its way to the contact; `sent` says what may be said about that. */
export function ContactCodeStep({
  proof,
  sent,
}: {
  proof: ContactProof
  sent: 'verify.subtitle' | 'recover.sent'
}) {
  const t = useTexts()
  const isPrinted = proof.facts?.codes[proof.isPhone ? 'sms' : 'email'] === 'printed'
  const title = proof.isPhone ? 'verify.title.phone' : 'verify.title.email'
  return (
    <>
      <EntranceHeading title={t(isPrinted ? 'verify.terminal.title' : title)}>
        {t(isPrinted ? 'verify.terminal' : sent, { contact: toContactText(proof.contact) })}
      </EntranceHeading>
      <VerifyCodeForm
        verify={proof.verify}
        change={{ label: t('signUp.change'), onClick: proof.changeContact }}
      />
    </>
  )
}
