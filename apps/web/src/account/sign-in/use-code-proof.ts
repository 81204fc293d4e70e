import { isServiceError } from '@awan/protocol/errors'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import type { ContactFields } from '../contact-field/contact-draft.ts'
import { useCountdown } from '../verify-code/use-countdown.ts'

export const CODE_DIGITS = 6
const RESEND_AFTER_MS = 60_000

export type CodeProblem = 'short' | 'wrong' | 'expired' | 'tooMany' | 'noAccount'
export type ReachableContact = Exclude<ContactFields, { username: string }>

interface Sent {
  to: string
  id: string
  atMs: number
}

/** A code to a contact, up to the token that proves it. Every error that it does not know is thrown. */
export function useCodeProof() {
  const client = useClient()
  const t = useTexts()
  const announce = useAnnounce()
  const [sent, setSent] = useState<Sent>()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<CodeProblem>()
  const resendInSeconds = useCountdown(sent && sent.atMs + RESEND_AFTER_MS)

  /** Whoever comes back within a minute types the code that is already on its way. */
  async function send(contact: ReachableContact): Promise<void> {
    const to = contact.email ?? contact.phone_number
    setProblem(undefined)
    if (sent?.to === to && Date.now() < sent.atMs + RESEND_AFTER_MS) return
    const { verification_id } = await client.verification.send({
      ...contact,
      target: 'USER',
      usage: 'SIGN_IN',
    })
    setCode('')
    setSent({ to, id: verification_id, atMs: Date.now() })
    if (sent?.to === to) announce(t('signIn.code.sent'))
  }

  /** The token of the right code, or nothing after saying what is wrong with it. */
  async function verify(typed: string): Promise<string | undefined> {
    if (!sent) return undefined
    setProblem(undefined)
    if (typed.length < CODE_DIGITS) {
      setProblem('short')
      return undefined
    }
    try {
      const { verification_token, is_user } = await client.verification.verify({
        verification_id: sent.id,
        verification_code: typed,
      })
      if (is_user) return verification_token
      setProblem('noAccount')
    } catch (error) {
      const known = toCodeProblem(error)
      if (!known) throw error
      setProblem(known)
    }
    return undefined
  }

  return {
    sentTo: sent?.to ?? '',
    code,
    type(text: string) {
      setCode(text)
      setProblem(undefined)
    },
    problem,
    setProblem,
    resendInSeconds,
    send,
    verify,
  }
}

export function toCodeProblem(error: unknown): CodeProblem | undefined {
  if (isServiceError(error, 'invalid_verification_code')) return 'wrong'
  if (isServiceError(error, 'expired_verification_code', 'not_found')) return 'expired'
  if (isServiceError(error, 'resource_exhausted')) return 'tooMany'
  return isServiceError(error, 'user_not_exist') ? 'noAccount' : undefined
}
