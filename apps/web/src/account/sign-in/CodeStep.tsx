import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { EntranceHeading, entranceLink } from '../EntranceLayout.tsx'
import { VerifyCodeForm } from '../verify-code/VerifyCodeForm.tsx'
import type { useSignIn } from './use-sign-in.ts'

/** A code that was sent to the contact takes the place of the password. */
export function CodeStep({
  flow,
  isDemanded,
}: {
  flow: ReturnType<typeof useSignIn>
  isDemanded: boolean
}) {
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
          verify.problem === 'verify.code.noAccount' ? (
            <>
              {t(verify.problem)}{' '}
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
