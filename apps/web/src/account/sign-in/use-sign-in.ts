import { isServiceError } from '@awan/protocol/errors'
import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useAttempt } from '../../session/use-attempt.ts'
import { useServerFacts } from '../../session/use-server-facts.ts'
import {
  type ContactFields,
  contactProblem,
  toContactFields,
  toContactText,
} from '../contact-field/contact-draft.ts'
import { readContact } from '../contact-field/contact-in-history.ts'
import { useKeptContact } from '../contact-field/use-kept-contact.ts'
import { useVerifyCode } from '../verify-code/use-verify-code.ts'
import { bringProof, type FirstProof, type Obstacle } from './bring-proof.ts'
import { codePart } from './code-part.ts'
import type { ShownObstacle } from './ObstacleStep.tsx'
import { obstaclePart } from './obstacle-part.ts'

export const signInKinds = ['email', 'phone', 'username'] as const

export type SignInProblem =
  | { field: 'contact'; kind: 'missing' | 'wrong' | 'unable' | 'tooMany' }
  | { field: 'password'; kind: 'missing' }
  | { field: 'password'; kind: 'refused'; error: unknown }

type Step = { name: 'contact' | 'password' } | { name: 'code'; isDemanded: boolean }

/**
 * First who, then what fits: a password or a code, and whatever else is asked for. When it succeeds the
 * session changes, and the router moves on. What was typed stays through errors and steps back.
 */
export function useSignIn({ from, onInside }: { from: string | undefined; onInside: () => void }) {
  const client = useClient()
  const router = useRouter()
  const { need } = useLanguage()
  const [step, setStep] = useState<Step>({ name: 'contact' })
  const [obstacle, setObstacle] = useState<ShownObstacle>()
  const [contact, setContact] = useKeptContact(
    (typed) => typed ?? readContact(router.state.location.state.contact),
  )
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<SignInProblem>()
  const { isBusy, attempt } = useAttempt()
  const facts = useServerFacts()
  const canRegister = facts !== undefined && facts.sign_up !== 'closed'
  const reachable = toReachable(toContactFields(contact))
  const verify = useVerifyCode(async ({ is_user, verification_token }) => {
    if (!is_user) {
      const { meetNobody } = await import('./meet-nobody.ts')
      return meetNobody(router, { contact, proof: verification_token, from, canRegister })
    }
    await show({ way: 'code', username: toContactText(contact), verification_token })
  })

  async function show(proof: FirstProof) {
    await meet(await bringProof(client, proof))
  }

  /** Nothing in the way leads inside. */
  async function meet(met: Obstacle | undefined) {
    if (met === undefined) return onInside()
    if (met.kind === 'code-first') return sendCode({ isDemanded: true })
    await Promise.all([obstaclePart.load(), need('obstacles')])
    setObstacle(met)
  }

  async function sendCode({ isDemanded }: { isDemanded: boolean }) {
    if (!reachable) return
    await Promise.all([
      verify.send({
        ...reachable,
        ...(isDemanded || !canRegister
          ? { target: 'USER', usage: 'SIGN_IN' }
          : { target: 'ANY', usage: 'REGISTER_SIGN_IN' }),
      }),
      codePart.load(),
    ])
    setObstacle(undefined)
    setStep({ name: 'code', isDemanded })
  }

  function explainSending(error: unknown): boolean {
    if (isServiceError(error, 'resource_exhausted')) {
      setProblem({ field: 'contact', kind: 'tooMany' })
    } else if (isServiceError(error, 'invalid_argument')) {
      setProblem({ field: 'contact', kind: 'wrong' })
    } else if (isServiceError(error, 'unimplemented')) {
      setProblem({ field: 'contact', kind: 'unable' })
    } else return false
    return true
  }

  function explainPassword(error: unknown): boolean {
    if (isServiceError(error, ...aboutThisPassword)) {
      setProblem({ field: 'password', kind: 'refused', error })
      return true
    }
    return explainSending(error)
  }

  function back() {
    setProblem(undefined)
    setObstacle(undefined)
    setStep({ name: step.name === 'code' && password !== '' ? 'password' : 'contact' })
  }

  return {
    step,
    obstacle,
    /** For the links to the other ways in: where the person wanted to be. */
    search: from === undefined ? {} : { from },
    meet(met: Obstacle | undefined) {
      setProblem(undefined)
      return attempt(() => meet(met), explainSending)
    },
    app: router.state.location.state.app,
    contact,
    setContact(draft: typeof contact) {
      setContact(draft)
      if (problem?.field === 'contact') setProblem(undefined)
    },
    password,
    setPassword(text: string) {
      setPassword(text)
      if (problem?.field === 'password') setProblem(undefined)
    },
    problem,
    isBusy,
    /** Whether a code could reach the person. */
    canSendCode: reachable !== undefined,
    verify,
    submit(event: SubmitEvent) {
      event.preventDefault()
      const wrong = contactProblem(contact, signInKinds)
      if (wrong) return setProblem({ field: 'contact', kind: wrong })
      if (step.name === 'contact') return setStep({ name: 'password' })
      if (password === '') return setProblem({ field: 'password', kind: 'missing' })
      const username = toContactText(contact)
      setProblem(undefined)
      return attempt(() => show({ way: 'password', username, password }), explainPassword)
    },
    useCode() {
      const wrong = contactProblem(contact, signInKinds)
      if (wrong) return setProblem({ field: 'contact', kind: wrong })
      setProblem(undefined)
      return attempt(() => sendCode({ isDemanded: false }), explainSending)
    },
    back,
    /** Somebody else, or the same person anew. */
    restart() {
      setPassword('')
      setProblem(undefined)
      setObstacle(undefined)
      setStep({ name: 'contact' })
    },
  }
}

function toReachable(fields: ReturnType<typeof toContactFields>): ReachableContact | undefined {
  if (fields.email !== undefined) return { email: fields.email }
  return fields.phone_number === undefined ? undefined : { phone_number: fields.phone_number }
}

type ReachableContact = Exclude<ContactFields, { username: string }>

const aboutThisPassword = [
  'invalid_account_or_password',
  'invalid_password',
  'user_not_exist',
  'resource_exhausted',
] as const
