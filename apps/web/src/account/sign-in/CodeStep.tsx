import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import type { ContactDraft } from '../contact-field/contact-draft.ts'
import { EntranceHeading, entranceLink } from '../EntranceLayout.tsx'
import type { VerifyCode } from '../verify-code/use-verify-code.ts'
import { VerifyCodeForm } from '../verify-code/VerifyCodeForm.tsx'

/** What the step needs of the sign-in around it. */
interface CodeFlow {
  verify: VerifyCode
  contact: ContactDraft
  /** Where the person wanted to be. */
  search: { from?: string }
  back: () => void
}

/** A code that was sent to the contact takes the place of the password. */
export function CodeStep({ flow, isDemanded }: { flow: CodeFlow; isDemanded: boolean }) {
  const t = useTexts()
  const { verify } = flow
  const contact = verify.sentTo ?? ''
  const isPhone = contact.startsWith('+')
  return (
    <>
      <EntranceHeading title={t(isPhone ? 'signIn.code.title.phone' : 'signIn.code.title.email')}>
        {t(isDemanded ? 'signIn.code.demanded' : 'verify.subtitle', { contact })}
      </EntranceHeading>
      <VerifyCodeForm
        verify={verify}
        submitLabel={t('signIn.submit')}
        error={
          verify.isNobody ? (
            <>
              {verify.problem}{' '}
              <Link
                to="/signup"
                search={flow.search}
                state={{ contact: flow.contact }}
                className={entranceLink}
              >
                {t('signIn.create')}
              </Link>
            </>
          ) : undefined
        }
        change={{ label: t('signIn.code.back'), onClick: flow.back }}
      />
    </>
  )
}
