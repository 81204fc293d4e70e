import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useId, useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { PersonPicker } from '../PersonPicker.tsx'
import { QuotaFields } from '../usage/QuotaFields.tsx'
import { toQuotaBytes } from '../usage/quota-draft.ts'
import { useAct } from '../use-act.ts'
import { useAdmin } from '../use-admin.ts'
import { type DriveDraft, emptyDrive, toNewDrive } from './drive-draft.ts'

/** Makes a team drive with its first manager and its limit. */
export function NewDriveScreen() {
  const t = useTexts()
  const { drives } = useAdmin()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(emptyDrive)
  const [wasTried, setTried] = useState(false)
  const creating = useAct({
    run: (drive: NonNullable<ReturnType<typeof toNewDrive>>, sudo_token) =>
      drives.create({ ...drive, sudo_token }),
    done: ({ name }) => t('adminDrives.created', { name }),
    onDone: () => void navigate({ to: '/admin/drives', replace: true }),
    onError: useErrorHandler(),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    const drive = toNewDrive(draft)
    if (drive) creating.mutate(drive)
  }

  return (
    <AdminPage
      title={t('adminDrives.new')}
      intro={t('adminDrives.new.intro')}
      back={{ to: '/admin/drives', label: t('admin.nav.drives') }}
    >
      <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-6">
        <TextField
          label={t('adminDrives.name')}
          autoComplete="off"
          maxLength={100}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          error={wasTried && draft.name.trim() === '' ? t('admin.field.missing') : undefined}
        />
        <ManagerField
          manager={draft.manager}
          isMissing={wasTried && !draft.manager}
          onChoose={(manager) => setDraft({ ...draft, manager })}
        />
        <QuotaFields
          draft={draft.quota}
          isWrong={wasTried && toQuotaBytes(draft.quota) === undefined}
          onChange={(quota) => setDraft({ ...draft, quota })}
        />
        <Button type="submit" className="self-start" busy={creating.isPending}>
          {t('adminDrives.create')}
        </Button>
      </form>
    </AdminPage>
  )
}

function ManagerField({
  manager,
  isMissing,
  onChoose,
}: {
  manager: DriveDraft['manager']
  isMissing: boolean
  onChoose: (manager: NonNullable<DriveDraft['manager']>) => void
}) {
  const t = useTexts()
  const id = useId()
  const [isPicking, setPicking] = useState(false)
  return (
    <fieldset aria-describedby={isMissing ? id : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{t('adminDrives.manager')}</legend>
      <div className="flex flex-wrap items-center gap-3">
        {manager ? <Avatar name={manager.name} /> : null}
        <p className={manager ? 'min-w-0 flex-1 truncate' : 'min-w-0 flex-1 text-muted'}>
          {manager?.name ?? t('adminDrives.manager.none')}
        </p>
        <Button look="quiet" size="small" onClick={() => setPicking(true)}>
          {t('adminDrives.manager.choose')}
        </Button>
      </div>
      <div id={id} className="mt-1.5">
        <Problem>{isMissing ? t('adminDrives.manager.missing') : undefined}</Problem>
      </div>
      {isPicking ? (
        <PersonPicker
          title={t('adminDrives.manager')}
          chosen={manager?.sub}
          onChoose={(person) => {
            setPicking(false)
            onChoose(person)
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </fieldset>
  )
}
