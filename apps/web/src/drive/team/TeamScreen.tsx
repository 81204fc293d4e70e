import type { ReachedDrive } from '@awan/protocol/drive'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { BriefcaseBusiness, Plus } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProgressBar, roomTone } from '../../ui/ProgressBar.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { rightsOfRole } from '../access/allows.ts'
import { useDrive } from '../DriveProvider.tsx'
import { DropName } from '../drag/DropName.tsx'
import { drivesQuery, isMemberOf } from '../drives-query.ts'
import { useTold } from '../live/use-told.ts'
import { PlacePicture } from '../places/EmptyPlace.tsx'
import { PlaceHeading } from '../places/PlaceHeading.tsx'
import { SharedList, type SharedRow } from '../shared/SharedList.tsx'
import { nameLink } from '../shared/shared-looks.ts'
import { NewDriveDialog } from './NameDialog.tsx'
import { TeamDriveMenu } from './TeamDriveMenu.tsx'

/** The team drives that the person is a member of. */
export function TeamScreen() {
  const { t, tag } = useLanguage()
  const queries = useQueryClient()
  const query = useQuery({ ...drivesQuery(useDrive()), staleTime: 0 })
  const [isNaming, setNaming] = useState(false)
  usePageTitle(t('nav.team'), t('app.name'))
  const refresh = () => void queries.invalidateQueries({ queryKey: ['drives'] })
  useTold('shares', refresh)
  const canCreate = query.data?.can_create_team_drives === true
  const drives = query.data?.drives.filter(isMemberOf)

  function toRow(drive: ReachedDrive): SharedRow {
    const { id, name, role, quota_usage: used = 0, quota_limit: limit } = drive
    const [top] = drive.tops
    const roleName = t(`share.role.${role === 'owner' ? 'manager' : role}`)
    const room =
      limit === undefined
        ? t('storage.unlimited', { used: formatBytes(used, tag) })
        : t('storage.used', { used: formatBytes(used, tag), limit: formatBytes(limit, tag) })
    const fraction = limit ? used / limit : 0
    return {
      id,
      picture: <TeamIcon />,
      name: (
        <DropName
          driveId={id}
          folder={top && { id: top.id, name, capabilities: rightsOfRole(top.role) }}
          link={linkOptions({ to: '/drives/$driveId', params: { driveId: id } })}
          className={nameLink}
        >
          {name}
        </DropName>
      ),
      cells: [
        roleName,
        <span key="room" className="flex max-w-56 flex-col gap-1.5 tabular-nums">
          {room}
          {limit === undefined ? null : (
            <ProgressBar
              fraction={fraction}
              tone={roomTone(fraction)}
              label={t('team.storage.of', { name })}
              valueText={room}
            />
          )}
        </span>,
      ],
      summary: [roleName, room],
      action: <TeamDriveMenu drive={drive} onChanged={refresh} onGone={refresh} />,
    }
  }

  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <div className="flex items-center justify-between gap-2 pe-4 md:pe-5">
        <PlaceHeading>{t('nav.team')}</PlaceHeading>
        {canCreate && drives && drives.length > 0 ? (
          <Button size="small" onClick={() => setNaming(true)}>
            <Plus aria-hidden="true" className="size-4" strokeWidth={2} />
            {t('team.new')}
          </Button>
        ) : null}
      </div>
      <div className="flex min-h-0 flex-1 flex-col px-4 pb-8 md:px-5">
        <SharedList
          label={t('nav.team')}
          heads={[
            { text: t('shared.name'), width: 44 },
            { text: t('team.role') },
            { text: t('storage.title') },
          ]}
          pages={{ ...query, items: drives }}
          toRow={toRow}
          empty={
            <div className="m-auto pb-16">
              <Notice
                picture={<PlacePicture icon={BriefcaseBusiness} />}
                title={t('team.empty')}
                actions={
                  canCreate ? (
                    <Button onClick={() => setNaming(true)}>{t('team.new')}</Button>
                  ) : null
                }
              >
                {t(canCreate ? 'team.empty.hint' : 'team.empty.ask')}
              </Notice>
            </div>
          }
        />
      </div>
      {isNaming ? <NewDriveDialog onClose={() => setNaming(false)} /> : null}
    </div>
  )
}

function TeamIcon() {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-sm bg-accent-soft text-accent-ink"
    >
      <BriefcaseBusiness className="size-4.5" strokeWidth={1.75} />
    </span>
  )
}
