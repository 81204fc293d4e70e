import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useServerFacts } from '../../session/use-server-facts.ts'
import {
  type ContactDraft,
  contactProblem,
  emptyContact,
  toContactFields,
  toContactText,
} from '../contact-field/contact-draft.ts'
import {
  type ContactTextKey,
  contactText,
  explainSending,
  reachableKinds,
} from '../sign-up/contact-step.ts'
import { type PasswordFlaw, passwordFlaw } from '../sign-up/password-flaw.ts'
import { MIN_PASSWORD_LENGTH } from '../sign-up/password-strength.ts'
import { useVerifyCode } from '../verify-code/use-verify-code.ts'

type Step =
  | { name: 'contact' }
  | { name: 'code' }
  | { name: 'password'; verificationToken: string }
  | { name: 'done' }
type Problem =
  | { field: 'contact'; text: ContactTextKey }
  | { field: 'password'; text: PasswordFlaw }

/**
 * A contact, its code, a new password. CAL-11 signs nobody in, so the password is used at once; who
 * needs a second step, or cannot come in for another reason, goes on at the sign-in page.
 */
export function useRecover({ given }: { given: ContactDraft | undefined }) {
  const client = useClient()
  const handleError = useErrorHandler()
  const facts = useServerFacts()
  const kinds = reachableKinds(facts)
  const [step, setStep] = useState<Step>({ name: 'contact' })
  const [contact, setContact] = useState(given ?? emptyContact)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const verify = useVerifyCode((verified) => {
    if (verified.is_user) {
      setStep({ name: 'password', verificationToken: verified.verification_token })
    } else backToContact('recover.unknown')
  })

  function backToContact(text: ContactTextKey) {
    setStep({ name: 'contact' })
    setProblem({ field: 'contact', text })
  }

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
    return attempt(
      async () => {
        await verify.send({ ...reachable(contact), target: 'USER', usage: 'PASSWORD_RESET' })
        setStep({ name: 'code' })
      },
      (error) => {
        const text = explainSending(error, kinds)
        if (text) setProblem({ field: 'contact', text })
        return text !== undefined
      },
    )
  }

  function submitPassword(event: SubmitEvent) {
    event.preventDefault()
    if (step.name !== 'password') return
    if ([...password].length < MIN_PASSWORD_LENGTH) {
      return setProblem({ field: 'password', text: 'signUp.password.short' })
    }
    return attempt(async () => {
      await client.password.reset({
        ...reachable(contact),
        verification_token: step.verificationToken,
        new_password: password,
      })
      await enter()
    }, explainReset)
  }

  /** When it succeeds the session changes, and the router moves on. */
  async function enter() {
    try {
      await client.signIn.withPassword({ username: toContactText(contact), password })
    } catch {
      // Whatever stands in the way is asked and said by the sign-in page.
      setStep({ name: 'done' })
    }
  }

  function explainReset(error: unknown): boolean {
    const flaw = passwordFlaw(error)
    if (flaw) setProblem({ field: 'password', text: flaw })
    else if (isServiceError(error, 'expired_verification_code', 'invalid_verification_code')) {
      backToContact('signUp.proofExpired')
    } else return false
    return true
  }

  return {
    step: step.name,
    kinds,
    isBusy,
    problem,
    verify,
    contact,
    delivery: facts?.codes[toContactFields(contact).email === undefined ? 'sms' : 'email'],
    password,
    setContact(draft: ContactDraft) {
      setContact(draft)
      if (problem?.field === 'contact') setProblem(undefined)
    },
    setPassword(text: string) {
      setPassword(text)
      if (problem?.field === 'password') setProblem(undefined)
    },
    submitContact,
    submitPassword,
    changeContact() {
      setProblem(undefined)
      setStep({ name: 'contact' })
    },
  }
}

function reachable(contact: ContactDraft) {
  const { email, phone_number } = toContactFields(contact)
  return email === undefined ? { phone_number } : { email }
}
