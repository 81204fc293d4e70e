import type { ReachedDrive } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { useNavigate } from '@tanstack/react-router'
import { EllipsisVertical, History, LogOut, Pencil, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useConfirm } from '../../session/use-confirm.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { useToast } from '../../ui/Toasts.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { DeleteDriveDialog } from './DeleteDriveDialog.tsx'
import { Members } from './Members.tsx'
import { RenameDriveDialog } from './NameDialog.tsx'

/** What a member can do with a team drive as a whole, by their role. */
export function TeamDriveMenu({
  drive,
  onChanged,
  onGone,
}: {
  drive: ReachedDrive
  onChanged: () => void
  /** It is deleted, or the person has left it. */
  onGone: () => void
}) {
  const t = useTexts()
  const toast = useToast()
  const navigate = useNavigate()
  const { shares } = useDrive()
  const { ask, dialog } = useConfirm()
  const [open, setOpen] = useState<'members' | 'rename' | 'delete'>()
  const { id, name, role, grant_ids } = drive
  const isManager = role === 'manager'
  const close = () => setOpen(undefined)

  function leave() {
    ask({
      words: (t) => ({
        title: t('team.leave.ask', { name }),
        text: t('team.leave.hint'),
        confirm: t('team.leave'),
      }),
      async act() {
        for (const grantId of grant_ids) await shares.leave({ id: grantId, drive_id: id })
        toast({ title: t('team.left', { name }), tone: 'done' })
        onGone()
        return true
      },
      explain: (error) =>
        isServiceError(error, 'failed_precondition') ? (t) => t('team.lastManager') : undefined,
    })
  }

  return (
    <>
      <Menu trigger={<IconButton icon={EllipsisVertical} label={t('team.actions', { name })} />}>
        {isManager ? (
          <MenuItem icon={UsersRound} onSelect={() => setOpen('members')}>
            {t('team.members')}
          </MenuItem>
        ) : null}
        <MenuItem
          icon={History}
          onSelect={() =>
            void navigate({ to: '/drives/$driveId/activity', params: { driveId: id } })
          }
        >
          {t('nav.activity')}
        </MenuItem>
        {role === 'viewer' || role === 'drop' ? null : (
          <MenuItem
            icon={Trash2}
            onSelect={() =>
              void navigate({ to: '/drives/$driveId/trash', params: { driveId: id } })
            }
          >
            {t('trash.title')}
          </MenuItem>
        )}
        {isManager ? (
          <MenuItem icon={Pencil} onSelect={() => setOpen('rename')}>
            {t('team.rename')}
          </MenuItem>
        ) : null}
        {grant_ids.length > 0 || isManager ? <MenuLine /> : null}
        {grant_ids.length > 0 ? (
          <MenuItem icon={LogOut} onSelect={leave}>
            {t('team.leave')}
          </MenuItem>
        ) : null}
        {isManager ? (
          <MenuItem icon={Trash2} isDanger onSelect={() => setOpen('delete')}>
            {t('team.delete')}
          </MenuItem>
        ) : null}
      </Menu>
      {dialog}
      {open === 'members' ? <Members drive={drive} onClose={close} /> : null}
      {open === 'rename' ? (
        <RenameDriveDialog drive={drive} onChanged={onChanged} onClose={close} />
      ) : null}
      {open === 'delete' ? (
        <DeleteDriveDialog drive={drive} onGone={onGone} onClose={close} />
      ) : null}
    </>
  )
}
