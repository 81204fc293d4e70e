import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { EntranceHeading } from '../EntranceLayout.tsx'
import { contactKindOf } from '../verify-code/code-source.ts'
import type { VerifyCode } from '../verify-code/use-verify-code.ts'
import { VerifyCodeForm } from '../verify-code/VerifyCodeForm.tsx'

/** What the step needs of the sign-in around it. */
interface CodeFlow {
  verify: VerifyCode
  back: () => void
}

/** A code that was sent to the contact takes the place of the password. */
export function CodeStep({ flow, isDemanded }: { flow: CodeFlow; isDemanded: boolean }) {
  const t = useTexts()
  const { verify } = flow
  const contact = verify.sentTo ?? ''
  const isPhone = contactKindOf(contact) === 'PHONE'
  return (
    <>
      <EntranceHeading title={t(isPhone ? 'signIn.code.title.phone' : 'signIn.code.title.email')}>
        {t(isDemanded ? 'signIn.code.demanded' : 'verify.subtitle', { contact })}
      </EntranceHeading>
      <VerifyCodeForm
        verify={verify}
        submitLabel={t('signIn.submit')}
        change={{ label: t('signIn.code.back'), onClick: flow.back }}
      />
    </>
  )
}
