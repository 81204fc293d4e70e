import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { type Problem, useProblemText } from '../../session/use-problem-text.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SvgPicture } from '../../ui/SvgPicture.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { type CodeProblem, explainCode } from '../verify-code/code-problem.ts'
import type { StartedTotp } from './use-two-factor.ts'

const DIGITS = 6
type TotpProblem = Problem<Extract<PlainTextKey, `totp.${string}`>> | CodeProblem

/** The secret as a picture and as text; the first code of the app turns it on. */
export function TotpDialog({
  started: { secret, uri, qr_svg },
  onConfirm,
  onLeave,
}: {
  started: StartedTotp
  onConfirm: (code: string) => Promise<void>
  onLeave: () => void
}) {
  const t = useTexts()
  const textOf = useProblemText()
  const isTouch = useMediaQuery('(pointer: coarse)')
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<TotpProblem>()

  async function confirm(typed: string) {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onConfirm(typed)
    } catch (error) {
      setProblem(explain(error) ?? { error })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onLeave()
      }}
      title={t('totp.title')}
      description={t('totp.scan')}
      closeLabel={t('app.close')}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          if (code.length < DIGITS) setProblem('totp.short')
          else void confirm(code)
        }}
      >
        <SvgPicture
          svg={qr_svg}
          label={t('totp.picture')}
          className="mx-auto size-44 rounded-md border border-line bg-paper p-2"
        />
        {/* Nobody can hold a phone before itself. */}
        {isTouch ? (
          <a href={uri} className={buttonClass({ look: 'quiet' })}>
            {t('totp.open')}
          </a>
        ) : null}
        <div>
          <p className="text-xs font-medium text-muted">{t('totp.type')}</p>
          <div className="flex items-center gap-2">
            <code className="min-w-0 flex-1 text-sm">{inGroups(secret)}</code>
            <CopyButton text={secret} label={t('totp.copy')} copiedLabel={t('error.copied')} />
          </div>
        </div>
        <CodeField
          label={t('totp.code')}
          digits={DIGITS}
          name="code"
          // On a phone the keyboard would cover the picture.
          autoFocus={!isTouch}
          value={code}
          onValue={(typed) => {
            setCode(typed)
            setProblem(undefined)
            if (typed.length === DIGITS && typed !== code) void confirm(typed)
          }}
          error={problem && textOf(problem)}
        />
        <Button type="submit" size="large" busy={isBusy}>
          {t('totp.confirm')}
        </Button>
      </form>
    </Dialog>
  )
}

/** The dialog itself is over then: no code can be right in it. */
function explain(error: unknown): TotpProblem | undefined {
  return isServiceError(error, 'expired_token') ? 'totp.over' : explainCode(error)
}

/** Four letters at a time are easier to type. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
