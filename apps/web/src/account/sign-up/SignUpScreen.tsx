import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSession } from '../../session/ClientProvider.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import type { ContactDraft } from '../contact-field/contact-draft.ts'
import { EntranceLayout, entranceLink } from '../EntranceLayout.tsx'
import { Ending, SignUpSteps } from './SignUpSteps.tsx'
import { type ProviderVisit, useSignUp } from './use-sign-up.ts'

export function SignUpScreen({
  from,
  visit,
  given,
  proof,
}: {
  from: string | undefined
  visit: ProviderVisit | undefined
  given: ContactDraft | undefined
  /** That the given contact is the person's own, from a code at sign-in. */
  proof: string | undefined
}) {
  const t = useTexts()
  const flow = useSignUp({ visit, given, proof })
  const session = useSession()
  const isGuest = session.status === 'signed-in' && session.isAnonymous
  const signInSearch = from === undefined ? {} : { from }
  usePageTitle(t('signUp.page'), t('app.name'))
  if (flow.facts?.sign_up === 'closed' && !flow.facts.is_first_run) {
    return (
      <EntranceLayout>
        <Ending title={t('signUp.closed.title')} signInSearch={signInSearch}>
          {t('signUp.closed.text')}
        </Ending>
      </EntranceLayout>
    )
  }
  return (
    <EntranceLayout>
      <SignUpSteps
        flow={flow}
        title={t(isGuest ? 'signUp.keep.title' : 'signUp.title')}
        subtitle={t(
          isGuest ? 'signUp.keep.subtitle' : visit ? 'signUp.provider.subtitle' : 'signUp.subtitle',
        )}
        signInSearch={signInSearch}
        footer={
          <p className="mt-6 text-center text-muted">
            {t('signUp.haveAccount')}{' '}
            <Link
              to="/signin"
              search={isGuest ? { from: '/try/merge' } : signInSearch}
              state={{ contact: flow.proof.contact }}
              className={entranceLink}
            >
              {t('signUp.signIn')}
            </Link>
          </p>
        }
      />
    </EntranceLayout>
  )
}
