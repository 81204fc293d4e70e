import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { type Problem, useProblemText } from '../../session/use-problem-text.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { DoorHeading } from './DoorHeading.tsx'
import type { Door } from './door.ts'

const CODE_DIGITS = 6
/** The server sends no second code to an address before this time is over. */
const RESEND_AFTER_MS = 60_000
const LOOKS_RIGHT = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The newest code: where it went, and from when on there is another one. */
interface Sent {
  email: string
  id: string
  resendAtMs: number
}

/** Proves the mail address of a visitor: they type it, and then the code that was sent there. */
export function AskEmail({ door }: { door: Pick<Door, 'sendCode' | 'giveCode'> }) {
  const { need } = useLanguage()
  const handleError = useErrorHandler()
  const [isReady, setReady] = useState(false)
  const [sent, setSent] = useState<Sent>()
  const [email, setEmail] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: its words are loaded once
  useEffect(() => {
    need('visit-email').then(() => setReady(true), handleError)
  }, [])

  /** Rejects where no code was sent. */
  async function send(to: string): Promise<void> {
    const id = await door.sendCode(to)
    if (id !== undefined) setSent({ email: to, id, resendAtMs: Date.now() + RESEND_AFTER_MS })
  }

  if (!isReady) return null
  return sent === undefined ? (
    <Address email={email} onEmail={setEmail} onSend={send} />
  ) : (
    <Code
      sent={sent}
      onCode={(code) => door.giveCode({ id: sent.id, code })}
      onResend={() => send(sent.email)}
      onOther={() => setSent(undefined)}
    />
  )
}

function Address({
  email,
  onEmail,
  onSend,
}: {
  email: string
  onEmail: (email: string) => void
  onSend: (email: string) => Promise<void>
}) {
  const { t } = useLanguage()
  const textOf = useProblemText()
  const [problem, setProblem] = useState<Problem<PlainTextKey>>()
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function complain(found: Problem<PlainTextKey>) {
    setProblem(found)
    field.current?.focus()
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    const typed = email.trim()
    if (typed === '') return complain('visit.email.empty')
    if (!LOOKS_RIGHT.test(typed)) return complain('visit.email.wrong')
    setBusy(true)
    try {
      await onSend(typed)
    } catch (error) {
      complain(whyNotSent(error))
    }
    setBusy(false)
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <DoorHeading title={t('visit.email.title')}>{t('visit.email.hint')}</DoorHeading>
      <TextField
        ref={field}
        label={t('visit.email')}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={254}
        autoFocus
        value={email}
        onChange={({ target }) => {
          onEmail(target.value)
          setProblem(undefined)
        }}
        error={problem && textOf(problem)}
      />
      <Button type="submit" size="large" busy={isBusy}>
        {t('visit.email.send')}
      </Button>
    </form>
  )
}

function Code({
  sent,
  onCode,
  onResend,
  onOther,
}: {
  sent: Sent
  onCode: (code: string) => Promise<void>
  onResend: () => Promise<void>
  onOther: () => void
}) {
  const { t } = useLanguage()
  const announce = useAnnounce()
  const textOf = useProblemText()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<Problem<PlainTextKey>>()
  const [isBusy, setBusy] = useState(false)
  const inSeconds = useCountdown(sent.resendAtMs)

  async function attempt(call: () => Promise<void>, why: typeof whyNotSent) {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await call()
    } catch (error) {
      setProblem(why(error))
    }
    setBusy(false)
  }

  function give(digits: string) {
    if (digits.length < CODE_DIGITS) setProblem('verify.code.short')
    else void attempt(() => onCode(digits), whyNotOpened)
  }

  function resend() {
    setCode('')
    void attempt(async () => {
      await onResend()
      announce(t('verify.sent'))
    }, whyNotSent)
  }

  return (
    <div>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          give(code)
        }}
      >
        <DoorHeading title={t('verify.title.email')}>
          {t('verify.subtitle', { contact: sent.email })}
        </DoorHeading>
        <CodeField
          label={t('verify.code')}
          digits={CODE_DIGITS}
          name="code"
          autoFocus
          value={code}
          onValue={(typed) => {
            setCode(typed)
            setProblem(undefined)
            if (typed.length === CODE_DIGITS && typed !== code) give(typed)
          }}
          error={problem && textOf(problem)}
        />
        <Button type="submit" size="large" busy={isBusy}>
          {t('visit.name.continue')}
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4">
        <Button look="plain" size="small" className="-mx-3" onClick={onOther}>
          {t('visit.email.other')}
        </Button>
        {inSeconds > 0 ? (
          <span className="py-1.5 text-sm text-muted tabular-nums">
            {t('verify.resendIn', { seconds: inSeconds })}
          </span>
        ) : (
          <Button look="plain" size="small" className="-mx-3" onClick={resend}>
            {t('verify.resend')}
          </Button>
        )}
      </div>
    </div>
  )
}

function whyNotSent(error: unknown): Problem<PlainTextKey> {
  if (isServiceError(error, 'invalid_argument')) return 'visit.email.undelivered'
  if (isServiceError(error, 'unimplemented')) return 'visit.email.noMail'
  return isServiceError(error, 'resource_exhausted') ? { error, words: 'error.tooMany' } : { error }
}

function whyNotOpened(error: unknown): Problem<PlainTextKey> {
  return isServiceError(error, 'resource_exhausted') ? { error, words: 'error.tooMany' } : { error }
}
