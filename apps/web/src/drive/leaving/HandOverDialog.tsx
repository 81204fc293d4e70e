import type { ReachedDrive, Task } from '@awan/protocol/drive'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { RowSkeletons } from '../../ui/RowSkeletons.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { useHandOver } from './use-hand-over.ts'

/** Moves files and folders to a team drive, where they outlive the account. */
export function HandOverDialog({
  fileIds,
  onClose,
}: {
  fileIds: readonly string[]
  onClose: () => void
}) {
  const { t } = useLanguage()
  const drive = useDrive()
  const drives = useQuery({
    queryKey: ['drive', 'team drives'],
    queryFn: async () => (await drive.drives()).drives.filter(canReceive),
    staleTime: 0,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('leaving.move.title')}
      description={t('leaving.move.text')}
      closeLabel={t('app.close')}
    >
      {drives.data ? (
        drives.data.length === 0 ? (
          <p>{t('leaving.move.nowhere')}</p>
        ) : (
          <Form fileIds={fileIds} drives={drives.data} onClose={onClose} />
        )
      ) : drives.isError ? (
        <div role="alert">
          <LoadProblem
            title={t('error.load')}
            hint={t('error.load.hint')}
            retryLabel={t('app.retry')}
            onRetry={() => void drives.refetch()}
          />
        </div>
      ) : (
        <RowSkeletons count={2} />
      )}
    </Dialog>
  )
}

function Form({
  fileIds,
  drives,
  onClose,
}: {
  fileIds: readonly string[]
  drives: readonly ReachedDrive[]
  onClose: () => void
}) {
  const { t } = useLanguage()
  const [driveId, setDriveId] = useState(drives[0]?.id ?? '')
  // What is moved leaves the list behind this dialog meanwhile.
  const [ids] = useState(fileIds)
  const { task, isBusy, problem, start } = useHandOver({ fileIds: ids, onDone: onClose })
  const name = drives.find(({ id }) => id === driveId)?.name ?? ''

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void start(driveId)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {isBusy ? (
        <Progress name={name} task={task} />
      ) : (
        <SelectField
          label={t('leaving.move.to')}
          value={driveId}
          onChange={(event) => setDriveId(event.target.value)}
          choices={drives.map((one) => ({ value: one.id, label: one.name }))}
        />
      )}
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {t(isBusy ? 'app.close' : 'app.cancel')}
        </Button>
        {isBusy ? null : (
          <Button type="submit">{t('leaving.move.do', { count: ids.length })}</Button>
        )}
      </div>
    </form>
  )
}

function Progress({ name, task }: { name: string; task: Task | undefined }) {
  const { t, tag } = useLanguage()
  const fraction = (task?.progress ?? 0) / 100
  const words = new Intl.NumberFormat(tag, { style: 'percent' }).format(fraction)
  return (
    <div className="flex flex-col gap-2">
      <p className="flex justify-between gap-4">
        <span className="min-w-0 break-words">{t('leaving.move.busy', { name })}</span>
        <span className="text-muted tabular-nums">{words}</span>
      </p>
      <ProgressBar fraction={fraction} label={t('leaving.move.busy', { name })} valueText={words} />
      <p className="text-sm text-muted">{t('leaving.move.keep')}</p>
    </div>
  )
}

/** Where the person may add something to the top folder. */
function canReceive({ kind, tops, root_id }: ReachedDrive): boolean {
  if (kind !== 'team' || root_id === undefined) return false
  return tops.some(({ id, role }) => id === root_id && role !== 'viewer')
}
