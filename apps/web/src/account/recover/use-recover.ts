import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import { useClient } from '../../session/ClientProvider.tsx'
import { type ContactDraft, toContactText } from '../contact-field/contact-draft.ts'
import { useContactProof } from '../contact-proof/use-contact-proof.ts'
import { type PasswordFlaw, passwordFlaw } from '../sign-up/password-flaw.ts'
import { MIN_PASSWORD_LENGTH } from '../sign-up/password-strength.ts'

/**
 * A contact, its code, a new password. CAL-11 signs nobody in, so the password is used at once; who
 * needs a second step, or cannot come in for another reason, goes on at the sign-in page.
 */
export function useRecover({ given }: { given: ContactDraft | undefined }) {
  const client = useClient()
  const proof = useContactProof({
    given,
    request: { target: 'USER', usage: 'PASSWORD_RESET' },
    refuse: ({ is_user }) => (is_user ? undefined : 'recover.unknown'),
  })
  const [isDone, setDone] = useState(false)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<PasswordFlaw>()

  function submitPassword(event: SubmitEvent) {
    event.preventDefault()
    if ([...password].length < MIN_PASSWORD_LENGTH) return setProblem('signUp.password.short')
    setProblem(undefined)
    return proof.attempt(async () => {
      await client.password.reset({
        ...proof.fields,
        verification_token: proof.token,
        new_password: password,
      })
      await enter()
    }, explainReset)
  }

  /** When it succeeds the session changes, and the router moves on. */
  async function enter() {
    try {
      await client.signIn.withPassword({ username: toContactText(proof.contact), password })
    } catch {
      // Whatever stands in the way is asked and said by the sign-in page.
      setDone(true)
    }
  }

  function explainReset(error: unknown): boolean {
    const flaw = passwordFlaw(error)
    if (flaw) setProblem(flaw)
    else if (isServiceError(error, 'expired_verification_code', 'invalid_verification_code')) {
      proof.expire()
    } else return false
    return true
  }

  return {
    step: isDone ? 'done' : proof.step,
    proof,
    password,
    problem,
    setPassword(text: string) {
      setPassword(text)
      setProblem(undefined)
    },
    submitPassword,
  }
}
