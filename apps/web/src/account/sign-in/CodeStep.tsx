import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { EntranceHeading, entranceLink } from '../EntranceLayout.tsx'
import { CodeEntry } from './CodeEntry.tsx'
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
  const { sentTo, code, problem, resendInSeconds } = flow.codeProof
  const isPhone = sentTo.startsWith('+')
  return (
    <>
      <EntranceHeading title={t(isPhone ? 'signIn.code.title.phone' : 'signIn.code.title.email')}>
        {t(isDemanded ? 'signIn.code.demanded' : 'signIn.code.subtitle', { contact: sentTo })}
      </EntranceHeading>
      <CodeEntry
        value={code}
        onValue={flow.typeCode}
        error={
          problem === undefined ? undefined : problem === 'noAccount' ? (
            <>
              {t('signIn.code.noAccount')}{' '}
              <Link to="/signup" state={{ contact: flow.contact }} className={entranceLink}>
                {t('signIn.create')}
              </Link>
            </>
          ) : (
            t(problem === 'tooMany' ? 'error.tooMany' : `signIn.code.${problem}`)
          )
        }
        submitLabel={t('signIn.submit')}
        isBusy={flow.isBusy}
        onSubmit={flow.submitCode}
        resend={{ inSeconds: resendInSeconds, again: flow.resend }}
        beside={
          <Button look="plain" size="small" className="-mx-3" onClick={flow.back}>
            {t('signIn.code.back')}
          </Button>
        }
      />
    </>
  )
}
