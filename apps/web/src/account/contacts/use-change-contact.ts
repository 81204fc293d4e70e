import type { ConflictResolution } from '@awan/protocol/account'
import { isServiceError } from '@awan/protocol/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { type Problem, useProblemText } from '../../session/use-problem-text.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import {
  type ContactDraft,
  contactProblem,
  emptyContact,
  toContactFields,
} from '../contact-field/contact-draft.ts'
import { type CodeProblem, explainCode } from '../verify-code/code-problem.ts'
import type { ContactKind } from './contact-kind.ts'

type Step =
  | { name: 'contact' }
  | { name: 'code'; verificationId: string; sentAtMs: number }
  | { name: 'conflict'; verificationToken: string }
type ContactProblem = Problem<Extract<PlainTextKey, `contacts.${string}`>> | CodeProblem

/**
 * The new contact, the code that proves it, and where it belongs to another account the decision what
 * happens there (CAL-28). What was typed stays through errors and steps back.
 */
export function useChangeContact(
  kind: ContactKind,
  { isNew, onDone }: { isNew: boolean; onDone: () => void },
) {
  const client = useClient()
  const t = useTexts()
  const withSudo = useSudo()
  const queries = useQueryClient()
  const announce = useAnnounce()
  const textOf = useProblemText()
  const [step, setStep] = useState<Step>({ name: 'contact' })
  const [draft, setDraft] = useState<ContactDraft>(emptyContact)
  const [rule, setRule] = useState<ConflictResolution>('DEFAULT')
  const [problem, setProblem] = useState<ContactProblem>()
  const [isBusy, setBusy] = useState(false)
  const fields = toContactFields(draft)
  const contact =
    kind === 'email' ? { email: fields.email ?? '' } : { phone_number: fields.phone_number ?? '' }

  async function attempt(
    call: () => Promise<void>,
    explain: (error: unknown) => ContactProblem | undefined,
  ) {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await call()
    } catch (error) {
      setProblem(explain(error) ?? { error })
    } finally {
      setBusy(false)
    }
  }

  const send = () =>
    attempt(
      async () => {
        const { verification_id } = await client.verification.send({
          ...contact,
          target: 'ANY',
          usage: usages[kind][isNew ? 'first' : 'other'],
        })
        setStep({ name: 'code', verificationId: verification_id, sentAtMs: Date.now() })
      },
      (error) => {
        if (isServiceError(error, 'unimplemented')) return { error, words: 'contacts.unavailable' }
        if (isServiceError(error, 'invalid_argument')) {
          return { error, words: `contacts.${kind}.wrong` }
        }
        return explainCode(error)
      },
    )

  function submitContact() {
    const wrong = contactProblem(draft, [kind])
    if (wrong) return setProblem(`contacts.${kind}.${wrong}`)
    return send()
  }

  /** A refusal uses the proof up no more than a conflict does: both leave it for another decision. */
  async function bind(verification_token: string, conflict_resolution: ConflictResolution) {
    try {
      const bound = await withSudo(async (sudo_token) => {
        const choice = { verification_token, conflict_resolution, sudo_token }
        await client.user.bindContact({ ...contact, ...choice })
        return true
      })
      if (!bound) return
      announce(t(`contacts.${kind}.changed`))
      onDone()
      await queries.invalidateQueries({ queryKey: ['me'] })
    } catch (error) {
      if (!isServiceError(error, 'already_exists')) throw error
      setStep({ name: 'conflict', verificationToken: verification_token })
    }
  }

  function verify(code: string) {
    if (step.name !== 'code') return
    void attempt(async () => {
      const { verification_token } = await client.verification.verify({
        verification_id: step.verificationId,
        verification_code: code,
      })
      await bind(verification_token, 'DEFAULT')
    }, explainCode)
  }

  function startAgain() {
    setProblem(undefined)
    setRule('DEFAULT')
    setStep({ name: 'contact' })
  }

  function decide() {
    if (step.name !== 'conflict') return
    if (rule === 'DEFAULT') return startAgain()
    void attempt(
      () => bind(step.verificationToken, rule),
      (error) => {
        return isServiceError(error, 'failed_precondition')
          ? { error, words: 'contacts.conflict.refused' }
          : undefined
      },
    )
  }

  return {
    step,
    draft,
    setDraft: (typed: ContactDraft) => {
      setDraft(typed)
      setProblem(undefined)
    },
    shown: contact.email ?? contact.phone_number ?? '',
    rule,
    setRule: (chosen: ConflictResolution) => {
      setRule(chosen)
      setProblem(undefined)
    },
    isBusy,
    problem: problem && textOf(problem),
    clear: () => setProblem(undefined),
    fail: setProblem,
    submitContact,
    send,
    verify,
    decide,
    startAgain,
  }
}

/** ENT-17: the first address of its kind is verified, another one takes the place of the one before. */
const usages = {
  email: { first: 'EMAIL_ADDRESS_VERIFICATION', other: 'EMAIL_ADDRESS_CHANGE' },
  phone: { first: 'PHONE_NUMBER_VERIFICATION', other: 'PHONE_NUMBER_CHANGE' },
} as const
