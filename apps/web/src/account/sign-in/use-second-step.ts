import { choosePasskey } from '@awan/client/passkeys'
import { createWaysIn } from '@awan/client/ways-in'
import type { SecondStepMethodName } from '@awan/protocol/account'
import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { type Problem, useProblemText } from '../../session/use-problem-text.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { explainCode } from '../verify-code/code-problem.ts'
import { CODE_DIGITS, RESEND_AFTER_MS } from '../verify-code/code-rules.ts'
import { isSentMethod, type SentMethod } from '../verify-code/code-source.ts'
import { bringProof, type Obstacle, type SecondProof } from './bring-proof.ts'

export type SecondStepObstacle = Extract<Obstacle, { kind: 'second-step' }>
type SecondStepProblem = Problem<
  Extract<
    PlainTextKey,
    `signIn.second.problem.${string}` | `verify.code.${string}` | 'error.tooMany'
  >
>

type Sent = Partial<Record<SentMethod, { to: string; atMs: number }>>

/** ACC-32: a second proof beside the first one, by whichever method the person can use now. */
export function useSecondStep(
  step: SecondStepObstacle,
  onMeet: (next: Obstacle | undefined) => void,
  onRestart: () => void,
) {
  const client = useClient()
  const t = useTexts()
  const announce = useAnnounce()
  const handleError = useErrorHandler()
  const textOf = useProblemText()
  const [waysIn] = useState(() => createWaysIn(client))
  // The newest one counts: each code that is sent comes with a token of its own.
  const [token, setToken] = useState(step.token)
  const methods = inOrder(step.methods)
  const [method, setMethod] = useState(methods[0])
  const [sent, setSent] = useState<Sent>({})
  const [code, setCode] = useState('')
  const [recoveryCode, setRecoveryCode] = useState('')
  const [isTrusting, setTrusting] = useState(false)
  const [problem, setProblem] = useState<SecondStepProblem>()
  const [isBusy, setBusy] = useState(false)
  const sentNow = isSentMethod(method) ? sent[method] : undefined
  const resendInSeconds = useCountdown(sentNow && sentNow.atMs + RESEND_AFTER_MS)

  async function attempt(act: () => Promise<void>) {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      if (isServiceError(error, 'expired_token')) return await beginAnew()
      const known = toProblem(error)
      if (known) setProblem(known)
      else handleError(error)
    } finally {
      setBusy(false)
    }
  }

  /** The token is too old, but the first proof may still be good: then a new one comes for it. */
  async function beginAnew() {
    try {
      const next = await bringProof(client, step.proof)
      if (next?.kind !== 'second-step') return onMeet(next)
      setToken(next.token)
      setSent({})
      setCode('')
      setProblem('signIn.second.problem.expired')
    } catch (error) {
      handleError(error)
      onRestart()
    }
  }

  async function send(to: SentMethod) {
    const begun = await waysIn.beginSecondStep({ two_factor_token: token, method: to })
    setToken(begun.two_factor_token)
    setCode('')
    setSent((before) => ({ ...before, [to]: { to: begun.sent_to ?? '', atMs: Date.now() } }))
    announce(t('verify.sent'))
  }

  async function show(second: SecondProof) {
    const next = await bringProof(client, step.proof, {
      two_factor_token: token,
      trust_device: isTrusting,
      ...second,
    })
    if (next?.kind !== 'second-step') return onMeet(next)
    // Five wrong codes use a token up; this is the next one.
    setToken(next.token)
    setSent({})
    setCode('')
    setProblem('signIn.second.problem.expired')
  }

  function choose(chosen: SecondStepMethodName) {
    setMethod(chosen)
    setProblem(undefined)
    setCode('')
    if (isSentMethod(chosen) && !sent[chosen]) void attempt(() => send(chosen))
  }

  const isBegun = useRef(false)
  const begin = useEffectEvent(() => {
    if (method !== undefined && !isBegun.current) choose(method)
    isBegun.current = true
  })
  useEffect(() => begin(), [])

  return {
    methods,
    method,
    choose,
    sentTo: sentNow?.to,
    code,
    recoveryCode,
    isTrusting,
    setTrusting,
    problem: problem && textOf(problem),
    isBusy,
    resendInSeconds,
    resend() {
      if (isSentMethod(method) && resendInSeconds === 0) void attempt(() => send(method))
    },
    /** Not sent by its last digit: the person may still want to trust the device. */
    typeCode(typed: string) {
      setCode(typed)
      setProblem(undefined)
    },
    typeRecoveryCode(typed: string) {
      setRecoveryCode(typed)
      setProblem(undefined)
    },
    submitCode(event: SubmitEvent) {
      event.preventDefault()
      if (code.length < CODE_DIGITS) return setProblem('verify.code.short')
      return attempt(() => show({ two_factor_code: code }))
    },
    submitRecoveryCode(event: SubmitEvent) {
      event.preventDefault()
      if (recoveryCode.trim() === '') return setProblem('signIn.second.problem.recoveryMissing')
      return attempt(() => show({ two_factor_recovery_code: recoveryCode }))
    },
    usePasskey: () =>
      attempt(async () => {
        const begun = await waysIn.beginSecondStep({ two_factor_token: token, method: 'PASSKEY' })
        if (!begun.options) return setProblem('signIn.second.problem.passkey')
        setToken(begun.two_factor_token)
        const chosen = await choosePasskey(client, begun.options)
        await show({
          two_factor_token: begun.two_factor_token,
          two_factor_code: JSON.stringify(chosen),
        })
      }),
  }
}

function inOrder(offered: readonly string[]): SecondStepMethodName[] {
  const order = ['TOTP', 'PASSKEY', 'SMS', 'EMAIL', 'RECOVERY'] satisfies SecondStepMethodName[]
  return order.filter((method) => offered.includes(method))
}

function toProblem(error: unknown): SecondStepProblem | undefined {
  if (isServiceError(error, 'resource_exhausted')) {
    return { error, words: 'signIn.second.problem.tooMany' }
  }
  if (isServiceError(error, 'unimplemented')) {
    return { error, words: 'signIn.second.problem.passkey' }
  }
  return explainCode(error)
}
