import type { AdminTeamDrive } from '@awan/client/admin'
import { Link } from '@tanstack/react-router'
import { Boxes, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Loaded } from '../../rooms/Loaded.tsx'
import { MoreButton } from '../../rooms/MoreButton.tsx'
import { ActDialog } from '../ActDialog.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Empty } from '../Empty.tsx'
import { NameDialog } from '../NameDialog.tsx'
import { PersonPicker } from '../PersonPicker.tsx'
import { useAct } from '../use-act.ts'
import { useAdmin } from '../use-admin.ts'
import { DriveQuotaDialog } from './DriveQuotaDialog.tsx'
import { type DriveAct, DriveRow } from './DriveRow.tsx'
import { useTeamDrives } from './use-team-drives.ts'

/** All team drives: how full they are and who manages them, and never what is in them. */
export function DrivesScreen() {
  const t = useTexts()
  const { drives, found } = useTeamDrives()
  const [doing, setDoing] = useState<{ act: DriveAct; drive: AdminTeamDrive }>()
  const isEmpty = found?.length === 0
  const create = (
    <Link to="/admin/drives/new" className={buttonClass()}>
      <Plus aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      {t('adminDrives.new')}
    </Link>
  )
  return (
    <AdminPage
      title={t('admin.nav.drives')}
      intro={t('adminDrives.intro')}
      action={isEmpty ? undefined : create}
    >
      <Loaded query={{ ...drives, data: found }}>
        {(list) =>
          list.length === 0 ? (
            <Empty
              icon={Boxes}
              title={t('adminDrives.none')}
              text={t('adminDrives.none.text')}
              actions={create}
            />
          ) : (
            <>
              <ul className="divide-y divide-line border-y border-line">
                {list.map((drive) => (
                  <DriveRow
                    key={drive.id}
                    drive={drive}
                    onAct={(act) => setDoing({ act, drive })}
                  />
                ))}
              </ul>
              <MoreButton query={drives} />
            </>
          )
        }
      </Loaded>
      {doing ? <DriveDialog {...doing} onClose={() => setDoing(undefined)} /> : null}
    </AdminPage>
  )
}

function DriveDialog({
  act,
  drive,
  onClose,
}: {
  act: DriveAct
  drive: AdminTeamDrive
  onClose: () => void
}) {
  const t = useTexts()
  const { drives } = useAdmin()
  const handleError = useErrorHandler()
  const { id, name } = drive
  const appointing = useAct({
    run: (sub: string, sudo_token) => drives.appoint(id, sub, { sudo_token }),
    done: t('adminDrives.appointed', { name }),
    onDone: onClose,
    onError: (error) => {
      onClose()
      handleError(error)
    },
  })
  if (act === 'appoint') {
    return appointing.isPending ? null : (
      <PersonPicker
        title={t('adminDrives.appoint.of', { name })}
        onChoose={({ sub }) => appointing.mutate(sub)}
        onClose={onClose}
      />
    )
  }
  if (act === 'quota') return <DriveQuotaDialog drive={drive} onClose={onClose} />
  if (act === 'rename') {
    return (
      <NameDialog
        title={t('adminDrives.rename.title')}
        text={t('adminDrives.rename.text')}
        label={t('adminDrives.name')}
        name={name}
        confirm={t('admin.save')}
        run={(next, sudo_token) => drives.change(id, { name: next, sudo_token })}
        done={() => t('admin.saved')}
        onClose={onClose}
      />
    )
  }
  return (
    <ActDialog
      act={{
        title: t('adminDrives.delete.title', { name }),
        text: t('adminDrives.delete.text'),
        confirm: t('adminDrives.delete'),
        isDanger: true,
        mustType: name,
        run: ({ sudo_token }) => drives.remove(id, { name, sudo_token }),
        done: t('adminDrives.deleted', { name }),
      }}
      onClose={onClose}
    />
  )
}
