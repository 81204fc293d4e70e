import type { AdminUsage } from '@awan/client/admin'
import { type SubmitEvent, useState } from 'react'
import { formatBytes } from '../../../i18n/format.ts'
import { useLanguage, useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorMessage } from '../../../session/use-error-handler.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { useAct } from '../use-act.ts'
import { useAdmin } from '../use-admin.ts'
import { QuotaFields } from './QuotaFields.tsx'
import { toQuotaBytes, toQuotaDraft } from './quota-draft.ts'

/** How much a person may store. It steps aside while the administrator proves who they are. */
export function QuotaDialog({ person, onClose }: { person: AdminUsage; onClose: () => void }) {
  const t = useTexts()
  const { tag } = useLanguage()
  const { usage } = useAdmin()
  const messageOf = useErrorMessage()
  const [draft, setDraft] = useState(() => toQuotaDraft(person.quota_bytes))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<{ error: unknown } | 'amount'>()
  const { name, sub, used_bytes } = person
  const bytes = toQuotaBytes(draft)
  const saving = useAct({
    run: (quota_bytes: number | null, sudo_token) =>
      usage.setQuota(sub, {
        quota_bytes,
        sudo_token,
        ...(reason.trim() && { reason: reason.trim() }),
      }),
    done: t('usage.changed', { name }),
    onDone: onClose,
    onError: (error) => setProblem({ error }),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
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
        <TextArea
          label={t('admin.act.reason')}
          hint={t('admin.act.reason.hint')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
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
