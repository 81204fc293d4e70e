import type { AwanClient } from '@awan/client'
import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useProblemText } from '../../session/use-problem-text.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { type CodeProblem, explainCode } from './code-problem.ts'
import { CODE_DIGITS, RESEND_AFTER_MS } from './code-rules.ts'

/** To whom a code goes and what it will be good for. */
export type CodeRequest = Parameters<AwanClient['verification']['send']>[0]
export type VerifiedCode = Awaited<ReturnType<AwanClient['verification']['verify']>>
export type VerifyCode = ReturnType<typeof useVerifyCode>

interface Sent {
  request: CodeRequest
  verificationId: string
  resendAtMs: number
  /** A code is good once: what it gave is kept, in case the step after it has to be repeated. */
  proven?: { code: string; verified: VerifiedCode }
}

/**
 * A code is sent, typed and turned into a token, wherever one is asked for. The flow calls `send` and
 * says at its own field why that failed; the rest, from the countdown to the wrong digit, is known here.
 * What nobody knows becomes a note, or goes to `onUnknown`.
 */
export function useVerifyCode(
  onVerified: (verified: VerifiedCode) => void | Promise<void>,
  onUnknown?: (error: unknown) => void,
) {
  const client = useClient()
  const t = useTexts()
  const handleError = useErrorHandler()
  const textOf = useProblemText()
  const announce = useAnnounce()
  const [sent, setSent] = useState<Sent>()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<CodeProblem>()
  const [isBusy, setBusy] = useState(false)
  const resendInSeconds = useCountdown(sent?.resendAtMs)

  async function ask(request: CodeRequest): Promise<void> {
    const { verification_id } = await client.verification.send(request)
    setCode('')
    setProblem(undefined)
    setSent({
      request,
      verificationId: verification_id,
      resendAtMs: Date.now() + RESEND_AFTER_MS,
    })
  }

  /** Rejects when no code could be sent. */
  async function send(request: CodeRequest): Promise<void> {
    // Who steps back and comes again has a code already, which is still good.
    if (sent && isSame(sent.request, request) && Date.now() < sent.resendAtMs) return
    await ask(request)
  }

  async function attempt(call: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await call()
    } catch (error) {
      const known = explainCode(error)
      if (known) setProblem(known)
      else if (onUnknown) onUnknown(error)
      else handleError(error)
    } finally {
      setBusy(false)
    }
  }

  function resend() {
    if (!sent || resendInSeconds > 0) return
    const { request } = sent
    return attempt(async () => {
      try {
        await ask(request)
        announce(t('verify.sent'))
      } catch (error) {
        if (isServiceError(error, 'resource_exhausted')) {
          setSent({ ...sent, resendAtMs: Date.now() + (error.retryAfterMs ?? RESEND_AFTER_MS) })
        }
        throw error
      }
    })
  }

  function verify(digits: string) {
    if (!sent) return
    if (digits.length < CODE_DIGITS) return setProblem('verify.code.short')
    return attempt(async () => {
      const known = sent.proven?.code === digits ? sent.proven.verified : undefined
      const verified =
        known ??
        (await client.verification.verify({
          verification_id: sent.verificationId,
          verification_code: digits,
        }))
      setSent({ ...sent, proven: { code: digits, verified } })
      await onVerified(verified)
    })
  }

  return {
    code,
    isBusy,
    problem: problem && textOf(problem),
    /** Where the newest code went; nothing before the first one. */
    sentTo: sent?.request.email ?? sent?.request.phone_number,
    isSent: sent !== undefined,
    resendInSeconds,
    send,
    resend,
    /** What the code gave is worth nothing any more: the next `send` sends one. */
    forget() {
      setSent(undefined)
      setCode('')
    },
    /** The last digit sends the code: nobody looks for a button after a paste or an autofill. */
    type(digits: string) {
      setCode(digits)
      setProblem(undefined)
      if (digits.length === CODE_DIGITS && digits !== code) void verify(digits)
    },
    submit(event: SubmitEvent) {
      event.preventDefault()
      return verify(code)
    },
  }
}

function isSame(one: CodeRequest, other: CodeRequest): boolean {
  return (
    one.email === other.email &&
    one.phone_number === other.phone_number &&
    one.selected_channel === other.selected_channel &&
    one.usage === other.usage &&
    one.target === other.target
  )
}
