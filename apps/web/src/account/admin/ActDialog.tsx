import { isServiceError } from '@awan/protocol/errors'
import { type SubmitEvent, useState } from 'react'
import type { PlainTextKey } from '../../i18n/keys.ts'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../session/use-error-handler.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useAct } from './use-act.ts'

export interface Act {
  title: string
  /** What happens, in words. */
  text: string
  confirm: string
  /** Loses something. */
  isDanger?: boolean
  takesReason?: boolean
  /** To be typed before it can be done. */
  mustType?: string
  run: (given: { sudo_token: string; reason?: string }) => Promise<unknown>
  done: string
  onDone?: () => void
}

/** Asks before something is done. It steps aside while the person proves who they are. */
export function ActDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const t = useTexts()
  const messageOf = useErrorMessage()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<{ error: unknown } | 'admin.act.mismatch'>()
  const doing = useAct({
    run: (_: undefined, sudo_token) =>
      act.run({ sudo_token, ...(reason.trim() && { reason: reason.trim() }) }),
    done: act.done,
    onDone: () => {
      onClose()
      act.onDone?.()
    },
    onError: (error) => setProblem({ error }),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (act.mustType !== undefined && typed.trim() !== act.mustType) {
      return setProblem('admin.act.mismatch')
    }
    setProblem(undefined)
    doing.mutate(undefined)
  }

  const known = typeof problem === 'object' ? refusalOf(problem.error) : undefined
  return (
    <Dialog
      open={!doing.isPending}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={act.title}
      description={act.text}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {act.takesReason ? (
          <TextArea
            label={t('admin.act.reason')}
            hint={t('admin.act.reason.hint')}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        ) : null}
        {act.mustType === undefined ? null : (
          <TextField
            label={t('admin.act.type', { name: act.mustType })}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={problem === 'admin.act.mismatch' ? t(problem) : undefined}
          />
        )}
        <Problem>
          {typeof problem === 'object' ? (known ? t(known) : messageOf(problem.error)) : undefined}
        </Problem>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" look={act.isDanger ? 'danger' : 'primary'}>
            {act.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const refusals: Record<string, Extract<PlainTextKey, `admin.refused.${string}`>> = {
  own_account: 'admin.refused.own',
  account_deleting: 'admin.refused.deleting',
  no_password: 'admin.refused.password',
  no_second_step: 'admin.refused.secondStep',
  not_active: 'admin.refused.inactive',
  last_administrator: 'admin.refused.last',
}

/** Why the server will not do it, in the person's language. */
function refusalOf(error: unknown) {
  if (!isServiceError(error, 'failed_precondition')) return undefined
  for (const detail of error.details ?? []) {
    const { reason } = detail as { reason?: unknown }
    if (typeof reason === 'string' && refusals[reason]) return refusals[reason]
  }
  return undefined
}
