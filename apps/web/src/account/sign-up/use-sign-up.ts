import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { MIN_PASSWORD_LENGTH } from './password-strength.ts'
import { useCountdown } from './use-countdown.ts'

export const CODE_DIGITS = 6
const RESEND_AFTER_MS = 60_000

type Step =
  | { name: 'email' }
  | { name: 'code'; verificationId: string; sentAtMs: number }
  | { name: 'details'; verificationToken: string }
type Field = 'email' | 'code' | 'name' | 'password'
type Problem = { field: Field; text: PlainText }
type PlainText = Extract<
  PlainTextKey,
  `signUp.${'email' | 'code' | 'name' | 'password'}.${string}` | 'error.tooMany'
>

/**
 * E-mail, then the code that proves it, then name and password. What was typed stays through errors,
 * steps back and changes of language.
 */
export function useSignUp() {
  const client = useClient()
  const { t, locale } = useLanguage()
  const handleError = useErrorHandler()
  const announce = useAnnounce()
  const [step, setStep] = useState<Step>({ name: 'email' })
  const [typed, setTyped] = useState({ email: '', code: '', name: '', password: '' })
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const resendAtMs = step.name === 'code' ? step.sentAtMs + RESEND_AFTER_MS : undefined
  const resendInSeconds = useCountdown(resendAtMs)

  const set = (field: Field) => (value: string) => {
    setTyped((before) => ({ ...before, [field]: value }))
    if (problem?.field === field) setProblem(undefined)
  }

  /** Runs one call; an error that the step knows is said at its field, the rest in a note. */
  async function attempt(
    call: () => Promise<void>,
    known: (error: unknown) => Problem | undefined,
  ) {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await call()
    } catch (error) {
      const expected = known(error)
      if (expected) setProblem(expected)
      else handleError(error)
    } finally {
      setBusy(false)
    }
  }

  function sendCode() {
    const email = typed.email.trim()
    return attempt(async () => {
      const sent = await client.verification.send({ email, target: 'NOT_USER', usage: 'REGISTER' })
      setTyped((before) => ({ ...before, code: '' }))
      setStep({ name: 'code', verificationId: sent.verification_id, sentAtMs: Date.now() })
    }, explainSending)
  }

  function submitEmail(event: SubmitEvent) {
    event.preventDefault()
    const text = emailProblem(typed.email.trim())
    if (text) return setProblem({ field: 'email', text })
    return sendCode()
  }

  async function resend() {
    if (resendInSeconds > 0) return
    await sendCode()
    announce(t('signUp.code.sent'))
  }

  function verify(code: string) {
    if (step.name !== 'code') return
    if (code.length < CODE_DIGITS) return setProblem({ field: 'code', text: 'signUp.code.short' })
    return attempt(async () => {
      const verified = await client.verification.verify({
        verification_id: step.verificationId,
        verification_code: code,
      })
      if (verified.is_user) {
        setStep({ name: 'email' })
        setProblem({ field: 'email', text: 'signUp.email.taken' })
      } else setStep({ name: 'details', verificationToken: verified.verification_token })
    }, explainCode)
  }

  function submitCode(event: SubmitEvent) {
    event.preventDefault()
    return verify(typed.code)
  }

  /** The last digit sends the code: nobody looks for a button after a paste or an autofill. */
  function typeCode(code: string) {
    set('code')(code)
    if (code.length === CODE_DIGITS && code !== typed.code) void verify(code)
  }

  function submitDetails(event: SubmitEvent) {
    event.preventDefault()
    if (step.name !== 'details') return
    if (typed.name.trim() === '') return setProblem({ field: 'name', text: 'signUp.name.missing' })
    if ([...typed.password].length < MIN_PASSWORD_LENGTH) {
      return setProblem({ field: 'password', text: 'signUp.password.short' })
    }
    return attempt(
      async () => {
        await client.signUp.withContact({
          email: typed.email.trim(),
          verification_token: step.verificationToken,
          name: typed.name.trim(),
          password: typed.password,
          locale,
        })
      },
      (error) => {
        if (isServiceError(error, 'expired_verification_code', 'invalid_verification_code')) {
          // The proof of the address is too old: ask for it again, keep name and password.
          setStep({ name: 'email' })
          return { field: 'email', text: 'signUp.code.expired' }
        }
        if (isServiceError(error, 'already_exists')) {
          setStep({ name: 'email' })
          return { field: 'email', text: 'signUp.email.taken' }
        }
        return undefined
      },
    )
  }

  return {
    step: step.name,
    typed,
    set,
    isBusy,
    problemOf: (field: Field) => (problem?.field === field ? problem.text : undefined),
    resendInSeconds,
    submitEmail,
    submitCode,
    submitDetails,
    typeCode,
    resend,
    changeEmail: () => {
      setProblem(undefined)
      setStep({ name: 'email' })
    },
  }
}

/** Only what is certainly no address; the code decides about the rest. */
function emailProblem(email: string): PlainText | undefined {
  if (email === '') return 'signUp.email.missing'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : 'signUp.email.wrong'
}

function explainSending(error: unknown): Problem | undefined {
  if (isServiceError(error, 'already_exists')) return { field: 'email', text: 'signUp.email.taken' }
  if (isServiceError(error, 'invalid_argument'))
    return { field: 'email', text: 'signUp.email.wrong' }
  if (isServiceError(error, 'resource_exhausted')) return { field: 'email', text: 'error.tooMany' }
  return undefined
}

function explainCode(error: unknown): Problem | undefined {
  if (isServiceError(error, 'invalid_verification_code')) {
    return { field: 'code', text: 'signUp.code.wrong' }
  }
  if (isServiceError(error, 'expired_verification_code', 'not_found')) {
    return { field: 'code', text: 'signUp.code.expired' }
  }
  if (isServiceError(error, 'resource_exhausted')) return { field: 'code', text: 'error.tooMany' }
  return undefined
}
