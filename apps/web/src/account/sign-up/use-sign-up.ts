import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { forgetGuest, readGuest } from '../../session/guest-session.ts'
import { type ContactDraft, emptyContact } from '../contact-field/contact-draft.ts'
import { useContactProof } from '../contact-proof/use-contact-proof.ts'
import { type PasswordFlaw, passwordFlaw } from './password-flaw.ts'
import { MIN_PASSWORD_LENGTH } from './password-strength.ts'

/** What a third party told about somebody who has no account here yet. */
export interface ProviderVisit {
  token: string
  name?: string
  email?: string
}

type Ending = 'closed' | 'waiting' | 'visit-over'
type Problem =
  | { field: 'name'; text: 'signUp.name.missing' }
  | { field: 'password'; text: PasswordFlaw }
  | { field: 'setupCode'; text: 'welcome.code.missing' | 'welcome.code.wrong' }

/** A contact, the code that proves it, then name and password. A guest's files go along. */
export function useSignUp({
  visit,
  given,
  proof: givenProof,
  onMade,
}: {
  visit?: ProviderVisit | undefined
  /** What was typed at another way in. */
  given?: ContactDraft | undefined
  /** That it is the person's own. */
  proof?: string | undefined
  onMade?: () => void
}) {
  const client = useClient()
  const { locale } = useLanguage()
  const proof = useContactProof({
    given: visit?.email === undefined ? given : { ...emptyContact(), text: visit.email },
    proof: givenProof,
    request: { target: 'NOT_USER', usage: 'REGISTER' },
    refuse: ({ is_user }) => (is_user ? 'signUp.taken' : undefined),
  })
  const [ending, setEnding] = useState<Ending>()
  const [name, setName] = useState(visit?.name ?? '')
  const [password, setPassword] = useState('')
  const [setupCode, setSetupCode] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const needsSetupCode = proof.facts?.needs_setup_code === true
  // Whose address the operator has named leaves it empty.
  const isAdminNamed = proof.facts?.first_admin_named === true

  function submitDetails(event: SubmitEvent) {
    event.preventDefault()
    if (name.trim() === '') return setProblem({ field: 'name', text: 'signUp.name.missing' })
    const needsPassword = visit === undefined
    if (needsPassword && [...password].length < MIN_PASSWORD_LENGTH) {
      return setProblem({ field: 'password', text: 'signUp.password.short' })
    }
    const isCodeGiven = setupCode.trim() !== ''
    if (needsSetupCode && !isCodeGiven && !isAdminNamed) {
      return setProblem({ field: 'setupCode', text: 'welcome.code.missing' })
    }
    setProblem(undefined)
    return proof.attempt(async () => {
      const guest = await readGuest(client)
      // CAL-16: what the third party did not tell. The account there is shown by this name from now on.
      if (visit && visit.name === undefined) {
        const provider_params = { name: name.trim() }
        await client.providers.patchToken({ provider_token: visit.token, provider_params })
      }
      try {
        await client.signUp.withContact({
          ...proof.fields,
          verification_token: proof.token,
          name: name.trim(),
          locale,
          ...(needsPassword ? { password } : { provider_token: visit.token }),
          ...(guest && { anonymous_token: guest.token }),
          ...(needsSetupCode && isCodeGiven && { setup_code: setupCode }),
        })
        onMade?.()
      } catch (error) {
        // An account that waits is made all the same, and has the guest's files.
        if (guest && isServiceError(error, 'user_pending')) await forgetGuest(client, guest.sub)
        throw error
      }
      if (guest) await forgetGuest(client, guest.sub)
    }, explainMaking)
  }

  function explainMaking(error: unknown): boolean {
    const flaw = passwordFlaw(error)
    if (flaw) setProblem({ field: 'password', text: flaw })
    else if (isServiceError(error, 'permission_denied') && needsSetupCode) {
      const text = setupCode.trim() === '' ? 'welcome.code.missing' : 'welcome.code.wrong'
      setProblem({ field: 'setupCode', text })
    } else if (isServiceError(error, 'expired_verification_code', 'invalid_verification_code')) {
      // Name and password are kept.
      proof.expire()
    } else if (isServiceError(error, 'already_exists')) proof.beginAnew('signUp.taken')
    else if (isServiceError(error, 'registration_not_supported')) setEnding('closed')
    else if (isServiceError(error, 'user_pending')) setEnding('waiting')
    else if (isServiceError(error, 'expired_token') && visit) setEnding('visit-over')
    else return false
    return true
  }

  const clear = (field: Problem['field']) => {
    if (problem?.field === field) setProblem(undefined)
  }
  return {
    step: ending ?? proof.step,
    facts: proof.facts,
    proof,
    hasPassword: visit === undefined,
    needsSetupCode,
    isAdminNamed,
    problem,
    name,
    password,
    setupCode,
    setName(text: string) {
      setName(text)
      clear('name')
    },
    setPassword(text: string) {
      setPassword(text)
      clear('password')
    },
    setSetupCode(text: string) {
      setSetupCode(text)
      clear('setupCode')
    },
    submitDetails,
  }
}
