import { type AccountCentre, createAccountCentre } from '@awan/client/account-centre'
import { isServiceError } from '@awan/protocol/errors'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { type Problem, useProblemText } from '../../session/use-problem-text.ts'
import { useSudo } from '../../session/use-sudo.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { showUserCode, USER_CODE_LETTERS } from './user-code.ts'

export type WaitingDevice = Awaited<ReturnType<AccountCentre['inspectDevice']>>

export interface LookStep {
  name: 'look'
  code: string
  device: WaitingDevice
  untilMs: number
}

type DeviceWords = `device.code.${'short' | 'unknown' | 'expired'}` | 'error.tooMany'
type Step = { name: 'code' } | LookStep | { name: 'done'; isApproved: boolean; app: string }

/** First the code, then a look at who asks, then the decision. */
export function useDevice() {
  const client = useClient()
  const centre = createAccountCentre(client)
  const sub = useSub()
  const { locale } = useLanguage()
  const queries = useQueryClient()
  const handleError = useErrorHandler()
  const textOf = useProblemText()
  const withSudo = useSudo()
  const [code, setCode] = useState('')
  const [step, setStep] = useState<Step>({ name: 'code' })
  const [problem, setProblem] = useState<Problem<DeviceWords>>()
  const [busy, setBusy] = useState<'look' | 'approve' | 'refuse'>()

  /** In the language of the moment: the server words what the app may do. */
  const lookAt = (letters: string) =>
    queryOptions({
      queryKey: ['device', sub, letters, locale],
      queryFn: () => centre.inspectDevice({ user_code: showUserCode(letters) }),
      staleTime: Number.POSITIVE_INFINITY,
    })
  const looked = step.name === 'look' ? step : undefined
  const { data } = useQuery({
    ...lookAt(looked?.code ?? ''),
    enabled: looked !== undefined,
  })
  const look = looked && { ...looked, device: data ?? looked.device }
  const secondsLeft = useCountdown(looked?.untilMs)

  function react(error: unknown): void {
    if (isServiceError(error, 'not_found')) {
      const words = step.name === 'look' ? 'device.code.expired' : 'device.code.unknown'
      setProblem({ error, words })
      setStep({ name: 'code' })
    } else if (isServiceError(error, 'resource_exhausted')) {
      setProblem({ error, words: 'error.tooMany' })
      setStep({ name: 'code' })
    } else handleError(error)
  }

  async function lookUp(letters: string): Promise<void> {
    if (busy) return
    setProblem(undefined)
    if (letters.length < USER_CODE_LETTERS) return setProblem('device.code.short')
    setBusy('look')
    try {
      const device = await queries.fetchQuery({ ...lookAt(letters), staleTime: 0 })
      // The other device may say that somebody has come; its own page does not depend on it.
      const user_code = showUserCode(letters)
      await client.device.authorize({ user_code, state: 'WAITING_CONSENT' })
      const untilMs = Date.now() + device.expires_in * 1000
      setStep({ name: 'look', code: letters, device, untilMs })
    } catch (error) {
      react(error)
    } finally {
      setBusy(undefined)
    }
  }

  async function decide(isApproved: boolean): Promise<void> {
    if (busy || !look) return
    setBusy(isApproved ? 'approve' : 'refuse')
    const user_code = showUserCode(look.code)
    const isFull = look.device.scopes.some(({ id }) => id === 'user')
    try {
      if (!isApproved) await client.device.authorize({ user_code, state: 'ACCESS_DENIED' })
      else if (!isFull) await client.device.authorize({ user_code, state: 'ACCOMPLISHED' })
      else {
        const isProven = await withSudo(async (sudo_token) => {
          await client.device.authorize({ user_code, state: 'ACCOMPLISHED', sudo_token })
          return true
        })
        if (!isProven) return
      }
      setStep({ name: 'done', isApproved, app: look.device.client.name })
    } catch (error) {
      react(error)
    } finally {
      setBusy(undefined)
    }
  }

  const isOver = step.name === 'look' && secondsLeft === 0 && Date.now() >= step.untilMs
  const giveUp = useEffectEvent(() => {
    setProblem('device.code.expired')
    setCode('')
    setStep({ name: 'code' })
  })
  useEffect(() => {
    if (isOver) giveUp()
  }, [isOver])

  return {
    step: look ?? step,
    secondsLeft,
    problem: problem && textOf(problem),
    busy,
    code,
    typeCode(letters: string) {
      setCode(letters)
      setProblem(undefined)
      if (letters.length === USER_CODE_LETTERS && letters !== code) void lookUp(letters)
    },
    submitCode(event: SubmitEvent) {
      event.preventDefault()
      void lookUp(code)
    },
    approve: () => void decide(true),
    refuse: () => void decide(false),
    again() {
      setCode('')
      setStep({ name: 'code' })
    },
  }
}
