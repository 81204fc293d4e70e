import type { AdminTeamDrive } from '@awan/client/admin'
import { type SubmitEvent, useState } from 'react'
import { formatBytes } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../../session/use-error-handler.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { QuotaFields } from '../usage/QuotaFields.tsx'
import { toQuotaBytes, toQuotaDraft } from '../usage/quota-draft.ts'
import { useAct } from '../use-act.ts'
import { useAdmin } from '../use-admin.ts'

/** How much a team drive may hold. It steps aside while the administrator proves who they are. */
export function DriveQuotaDialog({
  drive: { id, name, used_bytes, quota_bytes },
  onClose,
}: {
  drive: AdminTeamDrive
  onClose: () => void
}) {
  const { t, tag } = useLanguage()
  const { drives } = useAdmin()
  const messageOf = useErrorMessage()
  const [draft, setDraft] = useState(() => toQuotaDraft(quota_bytes))
  const [problem, setProblem] = useState<{ error: unknown } | 'amount'>()
  const saving = useAct({
    run: (bytes: number | null, sudo_token) =>
      drives.change(id, { quota_bytes: bytes, sudo_token }),
    done: t('usage.changed', { name }),
    onDone: onClose,
    onError: (error) => setProblem({ error }),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const bytes = toQuotaBytes(draft)
    if (bytes === undefined) return setProblem('amount')
    setProblem(undefined)
    saving.mutate(bytes)
  }

  return (
    <Dialog
      open={!saving.isPending}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('usage.change.title', { name })}
      description={t('usage.change.text', { used: formatBytes(used_bytes, tag) })}
      closeLabel={t('app.close')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <QuotaFields
          draft={draft}
          usedBytes={used_bytes}
          isWrong={problem === 'amount'}
          onChange={setDraft}
        />
        <Problem>{typeof problem === 'object' ? messageOf(problem.error) : undefined}</Problem>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit">{t('admin.save')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
