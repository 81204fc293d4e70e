import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useServerFacts } from '../../session/use-server-facts.ts'
import {
  type ContactDraft,
  contactProblem,
  emptyContact,
  toContactFields,
} from '../contact-field/contact-draft.ts'
import { forgetGuest, readGuest } from '../guest/guest-session.ts'
import { useVerifyCode } from '../verify-code/use-verify-code.ts'
import { type ContactTextKey, contactText, explainSending, reachableKinds } from './contact-step.ts'
import { type PasswordFlaw, passwordFlaw } from './password-flaw.ts'
import { MIN_PASSWORD_LENGTH } from './password-strength.ts'

/** What a third party told about somebody who has no account here yet. */
export interface ProviderVisit {
  token: string
  name?: string
  email?: string
}

type Step =
  | { name: 'contact' }
  | { name: 'code' }
  | { name: 'details'; verificationToken: string }
  | { name: 'closed' | 'waiting' | 'visit-over' }
type Problem =
  | { field: 'contact'; text: ContactTextKey }
  | { field: 'name'; text: 'signUp.name.missing' }
  | { field: 'password'; text: PasswordFlaw }

/**
 * A contact, the code that proves it, then name and password. What was typed stays through errors,
 * steps back and changes of language. A guest's files go along.
 */
export function useSignUp({
  visit,
  onMade,
}: {
  visit?: ProviderVisit | undefined
  onMade?: () => void
}) {
  const client = useClient()
  const { locale } = useLanguage()
  const handleError = useErrorHandler()
  const facts = useServerFacts()
  const kinds = reachableKinds(facts)
  const [step, setStep] = useState<Step>({ name: 'contact' })
  const [contact, setContact] = useState<ContactDraft>(() => ({
    ...emptyContact(),
    text: visit?.email ?? '',
  }))
  const [name, setName] = useState(visit?.name ?? '')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const verify = useVerifyCode((verified) => {
    if (verified.is_user) backToContact('signUp.taken')
    else setStep({ name: 'details', verificationToken: verified.verification_token })
  })

  function backToContact(text: ContactTextKey) {
    setStep({ name: 'contact' })
    setProblem({ field: 'contact', text })
  }

  /** Runs one call; an error that the step knows is said at its field, the rest in a note. */
  async function attempt(call: () => Promise<void>, isKnown: (error: unknown) => boolean) {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await call()
    } catch (error) {
      if (!isKnown(error)) handleError(error)
    } finally {
      setBusy(false)
    }
  }

  function submitContact(event: SubmitEvent) {
    event.preventDefault()
    const wrong = contactProblem(contact, kinds)
    if (wrong) return setProblem({ field: 'contact', text: contactText(kinds, wrong) })
    const { email, phone_number } = toContactFields(contact)
    return attempt(
      async () => {
        await verify.send({
          ...(email === undefined ? { phone_number } : { email }),
          target: 'NOT_USER',
          usage: 'REGISTER',
        })
        setStep({ name: 'code' })
      },
      (error) => {
        const text = explainSending(error, kinds)
        if (text) setProblem({ field: 'contact', text })
        return text !== undefined
      },
    )
  }

  function submitDetails(event: SubmitEvent) {
    event.preventDefault()
    if (step.name !== 'details') return
    if (name.trim() === '') return setProblem({ field: 'name', text: 'signUp.name.missing' })
    const needsPassword = visit === undefined
    if (needsPassword && [...password].length < MIN_PASSWORD_LENGTH) {
      return setProblem({ field: 'password', text: 'signUp.password.short' })
    }
    const { email, phone_number } = toContactFields(contact)
    return attempt(async () => {
      const guest = await readGuest(client)
      try {
        await client.signUp.withContact({
          ...(email === undefined ? { phone_number } : { email }),
          verification_token: step.verificationToken,
          name: name.trim(),
          locale,
          ...(needsPassword ? { password } : { provider_token: visit.token }),
          ...(guest && { anonymous_token: guest.token }),
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
    else if (isServiceError(error, 'expired_verification_code', 'invalid_verification_code')) {
      // The proof of the contact is too old: ask for it again, keep name and password.
      backToContact('signUp.proofExpired')
    } else if (isServiceError(error, 'already_exists')) backToContact('signUp.taken')
    else if (isServiceError(error, 'registration_not_supported')) setStep({ name: 'closed' })
    else if (isServiceError(error, 'user_pending')) setStep({ name: 'waiting' })
    else if (isServiceError(error, 'expired_token') && visit) setStep({ name: 'visit-over' })
    else return false
    return true
  }

  const clear = (field: Problem['field']) => {
    if (problem?.field === field) setProblem(undefined)
  }
  return {
    step: step.name,
    facts,
    kinds,
    hasPassword: visit === undefined,
    isBusy,
    problem,
    verify,
    contact,
    contactName: contact.text.trim(),
    name,
    password,
    setContact(draft: ContactDraft) {
      setContact(draft)
      clear('contact')
    },
    setName(text: string) {
      setName(text)
      clear('name')
    },
    setPassword(text: string) {
      setPassword(text)
      clear('password')
    },
    submitContact,
    submitDetails,
    changeContact() {
      setProblem(undefined)
      setStep({ name: 'contact' })
    },
  }
}
