import { type SubmitEvent, useState } from 'react'
import { useAttempt } from '../../session/use-attempt.ts'
import { useServerFacts } from '../../session/use-server-facts.ts'
import {
  type ContactDraft,
  contactProblem,
  isPhoneLike,
  toContactFields,
} from '../contact-field/contact-draft.ts'
import { useKeptContact } from '../contact-field/use-kept-contact.ts'
import {
  type CodeRequest,
  useVerifyCode,
  type VerifiedCode,
} from '../verify-code/use-verify-code.ts'
import {
  type ContactTextKey,
  contactText,
  explainSending,
  reachableKinds,
} from './contact-texts.ts'
import { useStepInHistory } from './use-step-in-history.ts'

export type ContactProof = ReturnType<typeof useContactProof>

/**
 * A contact, then the code that proves it: how a new account begins, and how a password is replaced.
 * What was typed stays through errors, steps back and changes of language.
 */
export function useContactProof({
  given,
  proof,
  request,
  refuse,
}: {
  /** What another screen knows already. */
  given: ContactDraft | undefined
  /** The token by which it is proven already. */
  proof?: string | undefined
  /** What the code will be good for. */
  request: Pick<CodeRequest, 'target' | 'usage'>
  /** Why a proven contact is of no use here, if it is not. */
  refuse: (verified: VerifiedCode) => ContactTextKey | undefined
}) {
  const facts = useServerFacts()
  const kinds = reachableKinds(facts)
  const { isBusy, attempt } = useAttempt()
  const steps = useStepInHistory<'contact' | 'code' | 'proven'>('contact')
  const [contact, setContact] = useKeptContact((typed) =>
    (proof === undefined ? [typed, given] : [given]).find(isReachable),
  )
  const [token, setToken] = useState(proof ?? '')
  const [problem, setProblem] = useState<ContactTextKey>()
  const verify = useVerifyCode((verified) => {
    const refusal = refuse(verified)
    if (refusal) return beginAnew(refusal)
    setToken(verified.verification_token)
    steps.go('proven', { replace: true })
  })
  // Whoever comes back to an entry of the history whose code or token is gone begins anew.
  const isLost = steps.step === 'code' ? !verify.isSent : steps.step === 'proven' && token === ''

  function beginAnew(text: ContactTextKey) {
    steps.go('contact', { replace: true })
    setProblem(text)
  }

  return {
    step: isLost ? 'contact' : steps.step,
    facts,
    kinds,
    contact,
    /** As the calls take it. */
    fields: reachable(contact),
    isPhone: isPhoneLike(contact),
    /** Once it is proven. */
    token,
    problem,
    isBusy,
    attempt,
    verify,
    setContact(draft: ContactDraft) {
      setContact(draft)
      setProblem(undefined)
    },
    submitContact(event: SubmitEvent) {
      event.preventDefault()
      const wrong = contactProblem(contact, kinds)
      if (wrong) return setProblem(contactText(kinds, wrong))
      setProblem(undefined)
      return attempt(
        async () => {
          await verify.send({ ...reachable(contact), ...request })
          steps.go('code', { replace: isLost })
        },
        (error) => {
          const text = explainSending(error, kinds)
          setProblem(text)
          return text !== undefined
        },
      )
    },
    /** The way back from the code. */
    changeContact() {
      setProblem(undefined)
      history.back()
    },
    beginAnew,
    /** The proof is too old, or was used: another code is needed. */
    expire() {
      verify.forget()
      beginAnew('signUp.proofExpired')
    },
  }
}

/** No code can go to a user name. */
function isReachable(contact: ContactDraft | undefined): boolean {
  return contact !== undefined && toContactFields(contact).username === undefined
}

function reachable(contact: ContactDraft) {
  const { email, phone_number } = toContactFields(contact)
  return email === undefined ? { phone_number } : { email }
}
